/**
 * What the long forms found, a file a soak, and docs/reliability.md made of it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../bench/runtimes.ts"
import { machineFacts } from "../bench/measure/machine.ts"
import { pageOf } from "./page.ts"
import type { Outcome, Soak } from "./Soak.ts"
import { soaks } from "./soaks.ts"

export interface Result extends Omit<Outcome, "offences"> {
  readonly name: string
  readonly command: string
  readonly date: string
  readonly machine: string
  readonly seconds: number
  /** Those that were seen red on that day. */
  readonly sabotages: ReadonlyArray<string>
}

interface Made {
  readonly long: boolean
  readonly seed: number
}

export const resultOf = (soak: Soak, outcome: Outcome, seconds: number, { long, seed }: Made): Result => {
  const { offences: _, ...rest } = outcome
  return {
    name: soak.name,
    command: `npm run soak -- ${soak.name}${long ? " --long" : ""} --seed ${seed}`,
    date: new Date().toISOString().slice(0, 10),
    machine: machineFacts(),
    seconds: Math.round(seconds),
    sabotages: soak.sabotages.map(({ name }) => name),
    ...rest
  }
}

const fileOf = (name: string): string => join(root, "soak/results", `${name}.json`)

export const keepResult = (result: Result): void => {
  mkdirSync(join(root, "soak/results"), { recursive: true })
  writeFileSync(fileOf(result.name), `${JSON.stringify(result, undefined, 2)}\n`)
}

export const keptResult = (name: string): Result | undefined =>
  existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), "utf8")) as Result) : undefined

/** The text of docs/reliability.md. */
export const page = async (): Promise<string> => {
  const every = await Promise.all(Object.values(soaks).map((load) => load()))
  return pageOf(every.map((soak) => ({ soak, result: keptResult(soak.name) })))
}

export const writePage = async (): Promise<string> => {
  const file = join(root, "docs/reliability.md")
  writeFileSync(file, await page())
  return file
}
