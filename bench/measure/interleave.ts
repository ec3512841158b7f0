/**
 * Measures contestants in turns, so that whatever else the machine does meanwhile meets all of them alike.
 */
import type { Recordings, Workload } from "../workload/write.ts"
import { type Command, meter, PATIENCE_SECONDS, type Sample } from "./meter.ts"

export interface Contestant<in Work extends Recordings = Workload> {
  readonly name: string
  readonly command: (work: Work) => Command
  /** False for who brings work of its own, so that spoilt traces are none of its business. */
  readonly judgesTraces?: false
  /** True for a runtime with a cache that is kept: one turn that is not measured fills it. */
  readonly hasCache?: true
  /** What it exits with when it did its work, if not 0. */
  readonly exit?: 1
}

/** What was measured of one contestant at one size. */
export interface Row {
  readonly contestant: string
  readonly count: number
  readonly seconds: ReadonlyArray<number>
  readonly cpu: ReadonlyArray<number>
  readonly megabytes: ReadonlyArray<number>
  /** Why there are no numbers. */
  readonly failure?: string
}

export interface Rounds {
  readonly repeats: number
  readonly progress: (line: string) => void
}

/** A rest before each turn, so that nobody has to wait for what the one before may have left to do. */
const SETTLE_MS = 300

/** Who has taken this long at a size is not asked again. */
const ENOUGH_SECONDS = 60

export const interleave = async <Work extends Recordings>(
  contestants: ReadonlyArray<Contestant<Work>>,
  work: Work,
  { progress, repeats }: Rounds
): Promise<ReadonlyArray<Row>> => {
  const { count } = work
  const rows = new Map(contestants.map(({ name }) => [name, emptyRow(name, count)]))
  for (const { command, hasCache } of contestants) if (hasCache) await meter(command(work))
  for (let round = 1; round <= repeats; round++) {
    for (const { command, exit, name } of contestants) {
      const row = rows.get(name)!
      if (row.failure !== undefined || total(row.seconds) > ENOUGH_SECONDS) continue
      await Bun.sleep(SETTLE_MS)
      const sample = await meter(command(work))
      rows.set(name, withSample(row, sample, exit ?? 0))
      progress(`${count} traces, round ${round} of ${repeats}: ${name}, ${spoken(sample)}`)
    }
  }
  return [...rows.values()]
}

const emptyRow = (contestant: string, count: number): Row => ({
  contestant,
  count,
  seconds: [],
  cpu: [],
  megabytes: []
})

/** One failure makes all of its numbers worthless. */
const withSample = (row: Row, sample: Sample, exit: number): Row =>
  sample.exit === exit
    ? {
        ...row,
        seconds: [...row.seconds, sample.seconds],
        cpu: [...row.cpu, sample.cpu],
        megabytes: [...row.megabytes, sample.megabytes]
      }
    : { ...emptyRow(row.contestant, row.count), failure: failureOf(sample) }

const failureOf = ({ exit, said, seconds }: Sample): string =>
  seconds >= PATIENCE_SECONDS ? `stopped after ${PATIENCE_SECONDS} s` : `exit ${exit}: ${lastLine(said)}`

const spoken = ({ exit, megabytes, seconds }: Sample): string =>
  `${seconds.toFixed(3)} s, ${Math.round(megabytes)} MB${exit === 0 ? "" : `, exit ${exit}`}`

const lastLine = (said: string): string => said.split("\n").at(-1) ?? ""

const total = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0)
