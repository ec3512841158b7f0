/**
 * The recorder over a simulated disk that fails, tears or loses every operation in turn.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Dice, diceOf } from "../../bench/workload/dice.ts"
import { inspect, inspectEnd, isBegun, isRecorded } from "../recording/inspect.ts"
import { inPlace, readableByAll } from "../recording/sabotages.ts"
import { scratch } from "../recording/workspace.ts"
import type { Soak } from "../Soak.ts"
import { type Fault, kinds } from "./faults.ts"
import { besideIn, recordOn, type Scenario, scenariosIn } from "./scenarios.ts"
import type { Stored } from "./storage.ts"

/** Pairs of faults, the second one during the recording that goes on after the first. */
const PAIRS = 20_000
/** Of all single faults, the short form tries one in so many. */
const SHORT = 7

export const soak: Soak = {
  name: "crashPoints",
  promise:
    "Whatever a disk does at any one operation of a recorder (a crash, a torn write, a power cut, ENOSPC, EIO), no run that was kept is lost or performed again, and the cassette is the old one or the whole new one.",
  trials: "faults of a simulated disk",
  sabotages: [
    inPlace,
    {
      name: "renameUnsynced",
      breaks: "a cassette gets its name before its bytes are synced",
      file: "src/engine/layers/platform/writeAtomically.ts",
      find: "yield* file.sync",
      put: ""
    },
    {
      name: "directoryUnsynced",
      breaks: "the journal is removed before the name of the new cassette is synced",
      file: "src/engine/layers/platform/writeAtomically.ts",
      find: "    yield* syncDirectory(directory)\n",
      put: ""
    },
    {
      name: "journalUnsynced",
      breaks: "a run is kept before its line of the journal is synced",
      file: "src/engine/layers/record/journal.ts",
      find: "    yield* file.sync\n",
      put: ""
    },
    {
      name: "tornTail",
      breaks: "a torn line of the journal counts as a line",
      file: "src/engine/layers/record/journal.ts",
      find: "return line === checked(content) ? content : undefined",
      put: "return content"
    },
    readableByAll
  ],
  run: async ({ long, say, seed }) => {
    const root = mkdtempSync(join(scratch, "passhat-disk-"))
    const directory = join(root, "cassettes")
    const put = (stored: Stored): void => makeReal(root, directory, stored)
    const dice = diceOf(seed)
    const offences: Array<string> = []
    let tried = 0
    const scenarios = await scenariosIn(directory, put)
    for (const [at, scenario] of scenarios.entries()) {
      say(`${scenario.name}: ${scenario.operations} operations`)
      const trials = [
        ...singles(scenario.operations, long ? 1 : SHORT, dice),
        ...(long ? pairs(scenario.operations, PAIRS / scenarios.length, dice) : [])
      ]
      for (const faults of trials) {
        tried += 1
        const found = await tryFaults(scenario, faults, directory, put)
        const named = faults.map(({ at: operation, name }) => `${name} at operation ${operation}`).join(", then ")
        offences.push(...found.map((what) => `Scenario ${at} (${scenario.name}), ${named}: ${what}.`))
      }
    }
    rmSync(root, { recursive: true })
    return { tried, offences, figures: { "operations of a recording": scenarios[1]?.operations ?? 0 } }
  }
}

const singles = (operations: number, oneIn: number, dice: Dice): ReadonlyArray<ReadonlyArray<Fault>> =>
  Array.from({ length: operations }, (_, at) => kinds.map((kind) => [{ ...kind, at: at + 1 }]))
    .flat()
    .filter(() => oneIn === 1 || dice(oneIn) === 0)

const pairs = (operations: number, count: number, dice: Dice): ReadonlyArray<ReadonlyArray<Fault>> => {
  const fault = (): Fault => ({ ...kinds[dice(kinds.length)]!, at: 1 + dice(operations) })
  return Array.from({ length: count }, () => [fault(), fault()])
}

/** Records with one fault after the other, then to the end without. */
const tryFaults = async (
  { before, mode, promised }: Scenario,
  faults: ReadonlyArray<Fault>,
  directory: string,
  put: (stored: Stored) => void
): Promise<ReadonlyArray<string>> => {
  const log: Array<string> = []
  let stored = before
  for (const fault of [...faults, undefined]) {
    put(stored)
    const files = besideIn(directory, stored)
    const {
      issues,
      left,
      log: more
    } = await recordOn(directory, stored, isBegun(files, promised.old) ? "missing" : mode, "new", fault)
    stored = left
    log.push(...more)
    const now = besideIn(directory, stored)
    const offences = [
      ...inspect(now, log, promised),
      ...(fault === undefined ? [...inspectEnd(now, promised), ...issues.map(({ message }) => message)] : []),
      ...(fault?.error === undefined || isRecorded(now, promised) || issues.some(isTold(fault.error))
        ? []
        : ["no message names the file and the error"])
    ]
    if (offences.length > 0) return offences
  }
  return []
}

const isTold =
  (error: string) =>
  ({ message }: { readonly message: string }): boolean =>
    message.includes(`(${error})`) && message.includes("cassettes/eight/runs/model.jsonl")

/** The recorder reads what is there before it begins, from a real folder. */
const makeReal = (root: string, directory: string, stored: Stored): void => {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  for (const [path, { bytes }] of stored) {
    mkdirSync(bytes === undefined ? path : dirname(path), { recursive: true })
    if (bytes !== undefined) writeFileSync(path, bytes)
  }
}
