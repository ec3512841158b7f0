/**
 * The trends of a history: for each cell its rate over time with intervals, what changed between two rows, and whether it is worse than
 * it was, since when.
 *
 * Only new evidence counts for an alarm: runs that were judged before are known by their digits, and are not counted again. Rows under
 * other gates or faults than those of the last row measure something else, and are left out of it.
 */
import { type Alarm, type Change, CHANGES, type HistoryEntry, type HistoryRow } from "../domain/History.ts"
import type { Trend, TrendPoint, TrendRate, Trends } from "../domain/History.ts"
import { groupBy } from "../std/groupBy.ts"
import { wilsonLow } from "./intervals.ts"
import { EVIDENCE_DIGITS, evidenceSeen } from "./evidenceSeen.ts"
import { findFall, type Sample } from "./internal/stats/changePoint.ts"
import { criticalValue } from "./internal/stats/normal.ts"

/** Of the intervals that are shown. */
const INTERVAL = 0.95

/** `confidence` is 1 minus the chance that a cell whose rate never changes ever has an alarm. */
export const trendsOf = (entries: Iterable<HistoryEntry>, confidence: number): Trends => {
  const z = criticalValue(INTERVAL)
  const cells = [...groupBy(distinct(entries), ({ row }) => row.cell).values()]
  return {
    format: "passhat-trends",
    version: 1,
    confidence,
    cells: cells.map((rows) => trendOf(rows.toSorted(byTime), z, 1 / (1 - confidence))).toSorted(bySuite)
  }
}

/** A row that was added on two branches is there twice after a merge: the first time counts. */
const distinct = (entries: Iterable<HistoryEntry>): ReadonlyArray<HistoryEntry> => {
  const first = new Map<string, HistoryEntry>()
  for (const entry of entries) {
    const known = first.get(entry.id)
    if (known === undefined || entry.at < known.at) first.set(entry.id, entry)
  }
  return [...first.values()]
}

const byTime = (a: HistoryEntry, b: HistoryEntry): number =>
  a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1

const bySuite = (a: Trend, b: Trend): number =>
  a.suite === b.suite ? (a.cell < b.cell ? -1 : 1) : a.suite < b.suite ? -1 : 1

const trendOf = (entries: ReadonlyArray<HistoryEntry>, z: number, threshold: number): Trend => {
  const fresh = freshSamples(entries)
  const points = entries.map(({ at, id, row }, place): TrendPoint => {
    const { outcomes, tokens, usd, verdict } = row
    const all = countsOf(outcomes)
    const { fails, passes } = fresh[place]!
    return {
      at,
      id,
      verdict,
      ...(all.passes + all.fails > 0 ? { rate: rateOf(all, z) } : {}),
      new_runs: passes + fails,
      changed: changesSince(entries[place - 1]?.row, row),
      ...(tokens === undefined ? {} : { tokens }),
      ...(usd === undefined ? {} : { usd })
    }
  })
  const { cell, model, name, suite } = entries.at(-1)!.row
  const alarm = alarmOf(entries, points, fresh, z, threshold)
  return { cell, suite, name, model, points, ...(alarm !== undefined && { alarm }) }
}

const changesSince = (before: HistoryRow | undefined, { conditions }: HistoryRow): ReadonlyArray<Change> =>
  before === undefined || CHANGES.every((part) => before.conditions[part] === conditions[part])
    ? NOTHING
    : CHANGES.filter((part) => before.conditions[part] !== conditions[part])

const NOTHING: ReadonlyArray<Change> = []

/** What the outcomes of a row are measured with. */
const yardstick = ({ conditions }: HistoryRow): string => `${conditions.gates} ${conditions.faults}`

/** For each row, the outcomes of runs that no earlier row has under the same gates and faults. */
const freshSamples = (entries: ReadonlyArray<HistoryEntry>): ReadonlyArray<Sample> => {
  const samples = entries.map((): Sample => NO_RUNS)
  for (const places of groupBy([...entries.keys()], (at) => yardstick(entries[at]!.row)).values()) {
    const isNew = evidenceSeen(places.reduce((sum, at) => sum + entries[at]!.row.outcomes.length, 0))
    for (const at of places) samples[at] = freshOutcomes(entries[at]!.row, isNew)
  }
  return samples
}

const NO_RUNS: Sample = { passes: 0, fails: 0 }

const freshOutcomes = (
  { evidence, outcomes }: HistoryRow,
  isNew: (evidence: string, from: number) => boolean
): Sample => {
  let [passes, fails] = [0, 0]
  for (let run = 0; run < outcomes.length; run++) {
    const outcome = outcomes[run]
    if (outcome === "n" || !isNew(evidence, run * EVIDENCE_DIGITS)) continue
    if (outcome === "p") passes += 1
    else fails += 1
  }
  return { passes, fails }
}

const alarmOf = (
  entries: ReadonlyArray<HistoryEntry>,
  points: ReadonlyArray<TrendPoint>,
  fresh: ReadonlyArray<Sample>,
  z: number,
  threshold: number
): Alarm | undefined => {
  const measured = yardstick(entries.at(-1)!.row)
  const places = [...entries.keys()].filter(
    (at) => points[at]!.new_runs > 0 && yardstick(entries[at]!.row) === measured
  )
  const fall = findFall(places.map((at) => fresh[at]!))
  if (fall === undefined || !(fall.e >= threshold)) return undefined
  const { at: since, changed, id } = points[places[fall.from]!]!
  const sum = (some: ReadonlyArray<number>): TrendRate =>
    rateOf(
      some.reduce<Sample>(
        ({ fails, passes }, at) => ({ passes: passes + fresh[at]!.passes, fails: fails + fresh[at]!.fails }),
        { passes: 0, fails: 0 }
      ),
      z
    )
  const [before, after] = [sum(places.slice(0, fall.from)), sum(places.slice(fall.from))]
  return { since, id, before, after, changed, e_value: fall.e }
}

const countsOf = (outcomes: string): Sample => {
  let [passes, fails] = [0, 0]
  for (let run = 0; run < outcomes.length; run++) {
    if (outcomes[run] === "p") passes += 1
    else if (outcomes[run] === "f") fails += 1
  }
  return { passes, fails }
}

const rateOf = ({ fails, passes }: Sample, z: number): TrendRate => {
  const runs = passes + fails
  return { passes, runs, low: wilsonLow(passes, runs, z), high: 1 - wilsonLow(fails, runs, z) }
}
