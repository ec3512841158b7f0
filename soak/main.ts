/**
 * `npm run soak`: tries a promise of passhat many times, on the product or on a sabotaged copy of it.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { type Flags, readFlags, usage } from "./flags.ts"
import { keepResult, resultOf, writePage } from "./results.ts"
import { sabotaged } from "./sabotage.ts"
import type { Outcome, Sabotage, Soak } from "./Soak.ts"
import { soaks } from "./soaks.ts"

/** The most offences that are printed. */
const SHOWN = 20

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Whether the promise held. */
const soak = async (name: string, flags: Flags): Promise<boolean> => {
  const chosen = (await soaks[name]?.()) ?? unknown("soak", name, Object.keys(soaks))
  if (flags.sabotage !== undefined) return soakSabotaged(chosen, flags.sabotage, flags)
  say(`${name}: ${chosen.promise}`)
  const began = performance.now()
  const outcome = await chosen.run({ ...flags, say })
  const seconds = (performance.now() - began) / 1000
  print(chosen, outcome, seconds)
  const held = outcome.tried > 0 && outcome.offences.length === 0
  if (held && flags.keep) await keep(chosen, outcome, seconds, flags)
  return held
}

/** The same soak in the sabotaged copy: what it prints is its own. */
const soakSabotaged = ({ name, sabotages }: Soak, wanted: string, { long, seed }: Flags): boolean => {
  const sabotage =
    sabotages.find((one) => one.name === wanted) ??
    unknown(
      "sabotage",
      wanted,
      sabotages.map((one) => one.name)
    )
  say(`${name}, sabotaged: ${sabotage.breaks} (${sabotage.file})`)
  using copy = sabotaged(sabotage)
  const args = ["run", join(copy.folder, "soak/main.ts"), name, "--seed", String(seed), ...(long ? ["--long"] : [])]
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: copy.folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"]
  })
  process.stdout.write(stdout)
  // A copy that does not even load exits with 1 too, and has not been soaked.
  if (!new RegExp(`^${name}: \\d+ .* offences?, `, "m").test(stdout) || (status !== 0 && status !== 1)) {
    throw new Error(`The sabotaged soak did not come to its end: exit code ${status}.`)
  }
  return status === 0
}

/** Figures are published with the sabotages that were red, in the short form; one that is green refuses them. */
const keep = async (chosen: Soak, outcome: Outcome, seconds: number, flags: Flags): Promise<void> => {
  const unseen = chosen.sabotages.filter(({ name }) => soakSabotaged(chosen, name, { ...flags, long: false }))
  if (unseen.length > 0) {
    throw new Error(`Not kept: the soak does not see ${unseen.map(({ name }: Sabotage) => name).join(", ")}.`)
  }
  keepResult(resultOf(chosen, outcome, seconds, flags))
  say(`wrote ${await writePage()}`)
}

const print = ({ name, trials }: Soak, { figures = {}, leftOut, offences, tried }: Outcome, seconds: number): void => {
  for (const offence of offences.slice(0, SHOWN)) console.log(offence)
  if (offences.length > SHOWN) console.log(`and ${offences.length - SHOWN} more`)
  for (const [figure, value] of Object.entries(figures)) console.log(`${figure}: ${value}`)
  if (leftOut !== undefined) console.log(`left out: ${leftOut}`)
  console.log(
    `${name}: ${tried} ${trials}, ${offences.length} ${offences.length === 1 ? "offence" : "offences"}, ${seconds.toFixed(1)} s`
  )
}

const unknown = (kind: string, name: string, known: ReadonlyArray<string>): never => {
  throw new Error(`There is no ${kind} "${name}". There are: ${known.join(", ")}.`)
}

const flags = readFlags(process.argv.slice(2))
if ("problem" in flags) {
  process.stderr.write(`${flags.problem}\n\n${usage}`)
  process.exitCode = 2
} else {
  try {
    await import("../test/bundle.ts")
    for (const name of flags.names) if (!(await soak(name, flags))) process.exitCode = 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}
