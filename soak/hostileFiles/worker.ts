/**
 * A process that makes trials `from` up to, and without, `to`, and says of each line what happened: `bun run worker.ts <seed> <from> <to>`.
 * A process of its own, so that its memory is that of the readers, and one that hangs or dies names its trial.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { allReaders } from "./readers.ts"
import { attacksOn, type Trial, trialAt } from "./trial.ts"

export interface Progress {
  /** The trial that begins now. */
  readonly at: number
  readonly offences: ReadonlyArray<string>
  readonly refused: number
  readonly passed: number
  /** The most memory that the process had so far, in MiB. */
  readonly peak: number
}

/** After so many trials it says how far it is; before each that it cannot take back. */
const EVERY = 200

const [seed = 0, from = 0, to = 0] = process.argv.slice(2).map(Number)
const directory = mkdtempSync(join(tmpdir(), "passhat-hostile-"))
const readers = allReaders(directory)

const peakOf = (): number => {
  const [, kilobytes = "0"] = /VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

let [refused, passed] = [0, 0]
let offences: Array<string> = []
const say = (at: number): void => {
  process.stdout.write(`${JSON.stringify({ at, offences, refused, passed, peak: peakOf() } satisfies Progress)}\n`)
  offences = []
}

const take = (name: string, trial: Trial): void => {
  refused += trial.refused ? 1 : 0
  passed += trial.passed ? 1 : 0
  if (trial.offence !== undefined) offences.push(`${name} (${trial.reader}: ${trial.made}): ${trial.offence}`)
}

try {
  for (const attack of from === 0 ? [...new Set(readers)].flatMap(attacksOn) : []) take("an attack", await attack())
  for (let trial = from; trial < to; trial++) {
    if ((trial - from) % EVERY === 0) say(trial)
    take(`trial ${trial}`, await trialAt(readers, seed, trial))
  }
  say(to)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
