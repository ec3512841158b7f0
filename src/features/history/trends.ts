/**
 * The trends of a history: for each cell its rate over time with intervals, what changed between two rows, and whether it is worse than
 * it was, since when.
 *
 * Only new evidence counts for an alarm: runs that were judged before are known by their digits, and are not counted again. Rows under
 * other gates or faults than those of the last row measure something else, and are left out of it.
 */
import { type Alarm, CHANGES, type HistoryCell, type HistoryEntry } from "../../base/domain/verdict/History.ts"
import type { Trend, TrendPoint, TrendRate, Trends } from "../../base/domain/verdict/History.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import { evidenceSeen } from "../../language/metrics/evidenceSeen.ts"
import { type HistoryRows, NONE, PASS, rowCollector } from "./historyRows.ts"
import { findFall, type PassCount } from "../../language/metrics/stats/changePoint.ts"
import { criticalValue } from "../../language/metrics/stats/normal.ts"
import { wilsonLow } from "../../language/metrics/stats/intervals.ts"

/** Of the intervals that are shown. */
const INTERVAL = 0.95

/** `confidence` is 1 minus the chance that a cell whose rate never changes ever has an alarm. */
export const trendsOf = (entries: Iterable<HistoryEntry>, confidence: number): Trends => {
  const { add, trends } = trendBuilder()
  for (const entry of entries) add(entry)
  return trends(confidence)
}

export interface TrendBuilder {
  /** Takes the rows of all cells, in any order, and keeps what trends need of them only. */
  readonly add: (entry: HistoryEntry) => void
  readonly trends: (confidence: number) => Trends
}

export const trendBuilder = (): TrendBuilder => {
  const { add, rows } = rowCollector()
  return {
    add,
    trends: (confidence) => {
      const all = rows()
      const rateOf = rates(criticalValue(INTERVAL))
      return {
        format: "passhat-trends",
        version: 1,
        confidence,
        cells: all.places.map((places) => trendOf(all, places, rateOf, 1 / (1 - confidence))).toSorted(bySuite)
      }
    }
  }
}

type RateOf = (sample: PassCount) => TrendRate

/** Cells have the same few numbers of passes again and again: equal rates are one object. */
const rates = (z: number): RateOf => {
  const known = new Map<number, TrendRate>()
  return ({ fails, passes }) => {
    const runs = passes + fails
    // Cantor's number of the pair.
    const key = (runs * (runs + 1)) / 2 + fails
    const before = known.get(key)
    if (before !== undefined) return before
    const rate = { high: 1 - wilsonLow(fails, runs, z), low: wilsonLow(passes, runs, z), passes, runs }
    known.set(key, rate)
    return rate
  }
}

const bySuite = (a: Trend, b: Trend): number =>
  a.suite === b.suite ? (a.cell < b.cell ? -1 : 1) : a.suite < b.suite ? -1 : 1

const trendOf = (rows: HistoryRows, places: ReadonlyArray<number>, rateOf: RateOf, threshold: number): Trend => {
  const order = inOrder(rows, places)
  const measures = measuresOf(rows, order)
  const samples = freshSamples(rows, order, measures)
  const points = order.map((row, at) => pointOf(rows, row, order[at - 1], samples[at]!, rateOf))
  const { cell, model, name, suite } = rows.cells[order.at(-1)!]!
  const measured = measures.at(-1)
  const compared = [...order.keys()].filter((at) => points[at]!.new_runs > 0 && measures[at] === measured)
  const alarm = alarmOf(points, samples, compared, rateOf, threshold)
  return { ...(alarm !== undefined && { alarm }), cell, model, name, points, suite }
}

/** The rows by time. A row that was added on two branches is there twice after a merge: the first time counts. */
const inOrder = (rows: HistoryRows, places: ReadonlyArray<number>): ReadonlyArray<number> => {
  const order = places.toSorted((a, b) => (isLater(rows, a, b) ? 1 : -1))
  // Mostly no row is there twice, and the first digits of the hashes tell: sets of texts take longer than all the rest here.
  const isNew = evidenceSeen(order.length)
  if (order.every((row) => isNew(rows.marks[row]!))) return order
  const seen = new Set<string>()
  return order.filter((row) => !seen.has(rows.ids[row]!) && seen.add(rows.ids[row]!))
}

/** By time, and rows of one time by their hash. */
const isLater = ({ ids, moments }: HistoryRows, a: number, b: number): boolean =>
  moments[a] === moments[b] ? ids[a]! > ids[b]! : moments[a]! > moments[b]!

/** What the outcomes of each row are measured with: a text for each of the few cells that its rows share. */
const measuresOf = ({ cells }: HistoryRows, order: ReadonlyArray<number>): ReadonlyArray<string> => {
  const texts = new Map<HistoryCell, string>()
  return order.map((row) => {
    const cell = cells[row]!
    const text = texts.get(cell) ?? `${cell.conditions.gates} ${cell.conditions.faults}`
    texts.set(cell, text)
    return text
  })
}

/** In the given order, the outcomes of runs that no earlier row has under the same gates and faults. */
const freshSamples = (
  rows: HistoryRows,
  order: ReadonlyArray<number>,
  measures: ReadonlyArray<string>
): ReadonlyArray<PassCount> => {
  const samples = order.map((): PassCount => NO_RUNS)
  for (const places of groupBy(order.keys(), (at) => measures[at]).values()) {
    const isNew = evidenceSeen(places.reduce((sum, at) => sum + runsIn(rows, order[at]!), 0))
    for (const at of places) samples[at] = newIn(rows, order[at]!, isNew)
  }
  return samples
}

const runsIn = ({ starts }: HistoryRows, row: number): number => starts[row + 1]! - starts[row]!

/** Counts the runs with a verdict that are new. */
const newIn = (
  { evidence, outcomes, starts }: HistoryRows,
  row: number,
  isNew: (evidence: number) => boolean
): PassCount => {
  let [passes, fails] = [0, 0]
  for (let run = starts[row]!; run < starts[row + 1]!; run++) {
    if (outcomes[run] === NONE || !isNew(evidence[run]!)) continue
    if (outcomes[run] === PASS) passes += 1
    else fails += 1
  }
  return { passes, fails }
}

/** Keys are in the order in which JSON has them, without a spread: it would take longer than all the rest. */
const pointOf = (
  rows: HistoryRows,
  row: number,
  before: number | undefined,
  fresh: PassCount,
  rateOf: RateOf
): TrendPoint => {
  const all = { passes: rows.passes[row]!, fails: rows.fails[row]! }
  const [was, is] = [rows.cells[before ?? row]!, rows.cells[row]!]
  const changed = was === is ? NOTHING : CHANGES.filter((part) => was.conditions[part] !== is.conditions[part])
  const [tokens, usd] = [rows.tokens[row], rows.usd[row]]
  const point = {
    at: rows.times[row]!,
    changed,
    id: rows.ids[row]!,
    new_runs: fresh.passes + fresh.fails
  } as Open
  if (all.passes + all.fails > 0) point.rate = rateOf(all)
  if (tokens !== undefined) point.tokens = tokens
  if (usd !== undefined) point.usd = usd
  point.verdict = rows.verdicts[row]!
  return point
}

type Open = { -readonly [Key in keyof TrendPoint]: TrendPoint[Key] }

const NOTHING: TrendPoint["changed"] = []

const NO_RUNS: PassCount = { passes: 0, fails: 0 }

const alarmOf = (
  points: Trend["points"],
  samples: ReadonlyArray<PassCount>,
  places: ReadonlyArray<number>,
  rateOf: RateOf,
  threshold: number
): Alarm | undefined => {
  const fall = findFall(places.map((at) => samples[at]!))
  if (fall === undefined || !(fall.e >= threshold)) return undefined
  const { at: since, changed, id } = points[places[fall.from]!]!
  const sum = (some: ReadonlyArray<number>): TrendRate =>
    rateOf(
      some.reduce(
        ({ fails, passes }, at) => ({ passes: passes + samples[at]!.passes, fails: fails + samples[at]!.fails }),
        NO_RUNS
      )
    )
  const [before, after] = [sum(places.slice(0, fall.from)), sum(places.slice(fall.from))]
  return { after, before, changed, e_value: fall.e, id, since }
}
