/**
 * How many runs and tokens a plan may take, where cells stop when they are decided: at best, as expected, and at worst.
 *
 * Expected is the mean if every run passes with a chance of the floor, the highest of several: an agent that is better or worse than that is
 * decided sooner. Tokens are those of answers, by the limits of turns and of tokens per answer.
 */
import { type Definitions, stopOf, type StopRule } from "../../base/domain/verdict/Metric.ts"
import type { Cell, Plan, StopOutlook } from "../../base/domain/plan/Plan.ts"
import { runOutlook } from "../../language/metrics/runOutlook.ts"
import { mostPerRun } from "../../language/plan/compile.ts"

/** The plan, with an outlook on every cell that stops early, and on all of its cells together. */
export const withOutlook = (plan: Plan, definitions: Definitions): Plan => {
  const cells = plan.cells.map((cell) => {
    const outlook = outlookOn(cell, rulesOf(cell, definitions))
    return outlook === undefined ? cell : { ...cell, stops_early: outlook }
  })
  if (cells.every(({ stops_early }) => stops_early === undefined)) return plan
  const run = cells.filter(({ skipped }) => skipped === undefined)
  return { ...plan, cells, live_outlook: run.map(ofCell).reduce(together, NOTHING) }
}

const rulesOf = ({ gates, id, runs }: Cell, definitions: Definitions): ReadonlyArray<StopRule> =>
  (definitions.get(id) ?? []).flatMap((one, at) => stopOf(one)?.(gates[at]?.spec, runs) ?? [])

const outlookOn = (cell: Cell, rules: ReadonlyArray<StopRule>): Cell["stops_early"] => {
  if (rules.length === 0) return undefined
  const assumed_pass_rate = Math.max(...rules.map(({ assumed }) => assumed))
  const { best, expected, worst } = runOutlook(rules, cell.runs, assumed_pass_rate)
  const runs = {
    best,
    expected: inTenths(expected),
    expected_if_all_pass: inTenths(runOutlook(rules, cell.runs, 1).expected),
    worst
  }
  return { assumed_pass_rate, runs, output_tokens: each(runs, (count) => Math.ceil(count * tokensPerRun(cell))) }
}

/** Rounded up, so that less is not promised. */
const inTenths = (runs: number): number => Math.ceil(runs * 10 - 1e-9) / 10

const tokensPerRun = (cell: Cell): number => mostPerRun(cell).output_tokens

type Counts = StopOutlook["runs"]

const each = (counts: Counts, of: (count: number) => number): Counts => ({
  best: of(counts.best),
  expected: of(counts.expected),
  expected_if_all_pass: of(counts.expected_if_all_pass),
  worst: of(counts.worst)
})

const always = (count: number): Counts => ({ best: count, expected: count, expected_if_all_pass: count, worst: count })

const NOTHING: StopOutlook = { runs: always(0), output_tokens: always(0) }

/** A cell that does not stop early makes all of its runs. */
const ofCell = (cell: Cell): StopOutlook =>
  cell.stops_early ?? { runs: always(cell.runs), output_tokens: always(cell.runs * tokensPerRun(cell)) }

const together = (one: StopOutlook, other: StopOutlook): StopOutlook => ({
  runs: sum(one.runs, other.runs),
  output_tokens: sum(one.output_tokens, other.output_tokens)
})

const sum = (one: Counts, other: Counts): Counts => ({
  best: one.best + other.best,
  expected: inTenths(one.expected + other.expected),
  expected_if_all_pass: inTenths(one.expected_if_all_pass + other.expected_if_all_pass),
  worst: one.worst + other.worst
})
