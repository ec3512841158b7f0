/**
 * Every way in which a suite ends, with every kind of process that it starts, on every runtime: no process is left.
 */
import { everyRuntime } from "../../test/app/everyRuntime.ts"
import { hasProc } from "../../test/processes.ts"
import type { Outcome, Soak, SoakOptions } from "../Soak.ts"
import { endings } from "./endings.ts"
import { kinds } from "./kinds.ts"
import { sabotages } from "./sabotages.ts"
import { type Ended, type Trial, tryEnding } from "./trial.ts"

/** Most of an ending is waiting. */
const AT_A_TIME = 6
const ROUNDS = 2

export const soak: Soak = {
  name: "orphans",
  promise:
    "However a suite ends, within 5 seconds no process that it started is left, no zombie, no file in the temporary folder and no open port, and the exit code says how it ended.",
  trials: "endings of suites with real processes",
  sabotages,
  run: async (options) => (hasProc ? soakAll(options) : { tried: 0, offences: [], leftOut: "no /proc" })
}

const soakAll = async ({ long, say }: SoakOptions): Promise<Outcome> => {
  const trials = long ? Array.from({ length: ROUNDS }, () => everyTrial).flat() : someTrials
  const waiting = [...trials]
  const ended: Array<Ended & Trial> = []
  const worker = async (): Promise<void> => {
    for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) {
      ended.push({ ...trial, ...(await tryEnding(trial)) })
      if (ended.length % 50 === 0) say(`${ended.length} of ${trials.length}`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  return {
    tried: ended.length,
    offences: ended.flatMap(({ offences }) => offences),
    figures: {
      "kinds of processes": kinds.length,
      "kinds of endings": endings.length,
      "slowest exit after SIGINT or SIGTERM": slowest(ended, ["SIGINT", "doubled SIGINT", "SIGTERM"]),
      "slowest exit after a second SIGINT": slowest(ended, ["second SIGINT"]),
      "slowest exit of a blocked event loop after SIGINT": slowest(ended, ["blocked"]),
      "longest time from an exit to the end of the last process": `${Math.round(Math.max(...ended.map(({ goneMs }) => goneMs)))} ms`
    }
  }
}

const everyTrial: ReadonlyArray<Trial> = kinds.flatMap((kind) =>
  endings
    .filter(({ needsDriver }) => needsDriver !== true || kind.isAgent !== true)
    .flatMap((ending) => everyRuntime.map((runtime) => ({ kind, ending, runtime })))
)

/** Every kind, ending and runtime at least once, and the pairs that the sabotages need. */
const someTrials: ReadonlyArray<Trial> = endings.map((ending, at) => ({
  ending,
  kind: kinds[[0, 5, 6, 4, 1, 3, 2, 4, 7, 6, 1, 3][at]!]!,
  runtime: everyRuntime[at % everyRuntime.length]!
}))

const slowest = (ended: ReadonlyArray<Ended & Trial>, names: ReadonlyArray<string>): string => {
  const times = ended.flatMap(({ ending, exitMs }) =>
    names.includes(ending.name) && exitMs !== undefined ? [exitMs] : []
  )
  return `${Math.round(Math.max(0, ...times))} ms`
}
