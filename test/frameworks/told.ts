/**
 * What a framework itself tells of a run, for the comparison with the trace: suites write it to the folder FRAMEWORK_TOLD.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export interface Told {
  /** Of the main agent, in order. */
  readonly answers: ReadonlyArray<ToldAnswer>
  /** The results of the agent's own tools, in the order in which they were asked for. */
  readonly ownResults: ReadonlyArray<ToldResult>
  /** The tokens of the whole run. */
  readonly usage: { readonly input: number; readonly output: number }
  /** Why the run ended. */
  readonly stop: string
}

export interface ToldAnswer {
  readonly text: string
  /** With the names under which the framework has them. */
  readonly calls: ReadonlyArray<{ readonly name: string; readonly args: unknown }>
}

export interface ToldResult {
  readonly name: string
  readonly text: string
  readonly isError: boolean
}

export const tell = (name: string, told: unknown): void => {
  const folder = process.env["FRAMEWORK_TOLD"]
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(told))
}
