/**
 * The same input has the same bytes: every output on every runtime, in every time zone and locale, at any concurrency, from any folder, with
 * the keys of recordings in any order, and again.
 */
import { createHash } from "node:crypto"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { type Dice, diceOf } from "../../bench/workload/dice.ts"
import { begin, type Finished, passhatCommand, passhatOn, project, runtimes } from "../../test/app/project.ts"
import type { Soak } from "../Soak.ts"
import { type Output, outputs } from "../subjects/outputs.ts"
import { anyCell, type Cell, everyCell, firstCell, nameOf, squareOf } from "./cells.ts"
import { type PlaceName, type Places, places } from "./places.ts"
import { sabotages } from "./sabotages.ts"

interface Trial {
  readonly output: Output
  readonly cell: Cell
  readonly place: PlaceName
  /** The suite itself is started, instead of the command with its name. */
  readonly isDirect: boolean
}

/** A suite that is red, with a recording for `show`, and one of many cells, one of which is not recorded. */
const subjects = [
  { suite: "suites/red.ts", cassette: "cassettes/red/wanders-off/claude-sonnet-4-5.jsonl" },
  { suite: "suites/chaos.ts", cassette: "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl" }
]

/** Made in all cells. The others are made in each time zone and locale. */
const foremost = new Set(["pretty", "json", "junit", "html"])

export const soak: Soak = {
  name: "determinism",
  promise:
    "Every output has the same bytes on Bun, Deno and Node, in any time zone and locale, at any concurrency, from any folder, with the keys of " +
    "recordings in any order, and each time.",
  trials: "outputs made again elsewhere",
  sabotages,
  run: async ({ long, say, seed }) => {
    const dice = diceOf(seed)
    const hashes = new Map<string, string>()
    const offences: Array<string> = []
    const trials = outputs.flatMap((output, at) => trialsOf(output, at, long, dice))
    const jobs = [
      ...outputs.map((output) => ({ output, cell: firstCell, place: "first" as const, isDirect: false })),
      ...trials
    ]
    using pool = poolOf(seed)
    await Effect.runPromise(
      Effect.forEach(
        jobs.entries(),
        ([number, trial]) =>
          Effect.promise(async () => {
            const here = pool.take()
            const hash = await hashOf(trial, subjects[outputs.indexOf(trial.output) % subjects.length]!, here)
            pool.give(here)
            const expected = hashes.get(trial.output.name)
            if (expected === undefined) hashes.set(trial.output.name, hash)
            else if (hash !== expected) offences.push(offenceOf(number, trial, here))
            if (number % 200 === 199) say(`${number + 1} of ${jobs.length}`)
          }),
        { concurrency: pool.size, discard: true }
      )
    )
    const cells = new Set(trials.map(({ cell }) => nameOf(cell)))
    return { tried: trials.length, offences, figures: { outputs: outputs.length, "cells of the 192": cells.size } }
  }
}

const trialsOf = (output: Output, at: number, long: boolean, dice: Dice): ReadonlyArray<Trial> => {
  const cells = foremost.has(output.name) ? everyCell : squareOf(at)
  // The published form also repeats itself, with other keys and places.
  const chosen = long ? [...cells, ...cells.slice(0, 8)] : [anyCell(dice)]
  const [command = ""] = argsOf(output, subjects[0]!, "")
  // Other commands show the paths that they are given.
  const isOfSuite = ["run", "plan", "check"].includes(command)
  return chosen.map((cell) => ({
    output,
    cell,
    place: isOfSuite && dice(2) === 0 ? "below" : "elsewhere",
    isDirect: command === "run" && dice(2) === 0
  }))
}

const argsOf = (output: Output, { cassette, suite }: (typeof subjects)[number], to: string): ReadonlyArray<string> =>
  output.args({ suite: `${to}${suite}`, cassette: `${to}${cassette}`, report: `${to}report.json` })

/** Of the exit code, what was printed, and what was written. */
const hashOf = async (
  { cell, isDirect, output, place }: Trial,
  subject: (typeof subjects)[number],
  { shuffle, [place]: { cwd, toProject } }: Places
): Promise<string> => {
  const file = output.file === undefined ? undefined : join(cwd, output.file)
  if (file !== undefined) rmSync(file, { force: true })
  if (place !== "first") shuffle()
  const args = argsOf(output, subject, toProject)
  const run = args[0] === "run" ? [...args, "--concurrency", String(cell.concurrency)] : args
  const command = isDirect ? [...runtimes[cell.runtime], ...run.slice(1)] : passhatCommand(cell.runtime, run)
  const env = { TZ: cell.zone, LANG: cell.locale, LC_ALL: cell.locale, ...output.env }
  const { code, stderr, stdout } = await begin(command, { cwd, env }).finished
  const written = file === undefined ? "" : existsSync(file) ? readFileSync(file, "utf8") : "no file"
  return createHash("sha256")
    .update(JSON.stringify([code, stdout, stderr, written]))
    .digest("hex")
}

const offenceOf = (number: number, { cell, isDirect, output, place }: Trial, here: Places): string =>
  `Trial ${number}: ${output.name}${isDirect ? ", by the suite itself," : ""} has other bytes on ${nameOf(cell)} in ${here[place].name} than on ${nameOf(firstCell)}.`

/** As many sets of places as there are processes at a time. */
const poolOf = (seed: number) => {
  const report = tracesOf()
  const every = Array.from({ length: availableParallelism() }, (_, at) => places(seed + at, report))
  const free = [...every]
  return {
    size: every.length,
    take: (): Places => free.pop()!,
    give: (here: Places): void => void free.push(here),
    [Symbol.dispose]: (): void => every.forEach((one) => one[Symbol.dispose]())
  }
}

/** A json report for the commands that read one. */
const tracesOf = (): string => {
  using user = project()
  const { stdout }: Finished = passhatOn("bun", ["run", "suites/red.ts", "--reporter", "json", "--with-traces"], {
    cwd: user.folder
  })
  return stdout
}
