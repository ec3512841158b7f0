/**
 * Pass rate: do the runs show that a floor is met, do they refute it, or neither?
 *
 * Both bounds are exact and one-sided: each is wrong with a chance of at most 1 - confidence.
 */
import type { Outcomes } from "../../base/domain/verdict/Metric.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { clopperPearson, type Interval } from "./stats/intervals.ts"
import { runsForFloor } from "./runCounts.ts"

export interface Spec {
  readonly at_least: number
  readonly confidence: number
}

export interface Report {
  readonly runs: number
  readonly passes: number
  readonly pass_rate: number
  readonly lower_bound: number
  readonly upper_bound: number
  /** 1 when the lower bound reaches the floor, 0 when the upper bound stays below it, undefined when neither does. */
  readonly meets_floor: 1 | 0 | undefined
  /** If `meets_floor` is undefined: the number of runs that shows the floor if all further runs pass. */
  readonly enough_runs: number | undefined
}

export const measure = (outcomes: Outcomes, spec: Spec): Report => {
  const runs = outcomes.length
  const passes = outcomes.filter((outcome) => outcome === "pass").length
  const { lower_bound, upper_bound } = boundsOf(passes, runs, spec)
  const meets_floor = decide(lower_bound, upper_bound, spec)
  const enough_runs =
    meets_floor === undefined ? runsForFloor(spec.at_least, spec.confidence, runs - passes) : undefined
  return { runs, passes, pass_rate: passes / runs, lower_bound, upper_bound, meets_floor, enough_runs }
}

/** What `passes` of a whole sample of `runs` show. */
export const meetsFloor = (passes: number, runs: number, spec: Spec): Report["meets_floor"] => {
  const { lower_bound, upper_bound } = boundsOf(passes, runs, spec)
  return decide(lower_bound, upper_bound, spec)
}

export const check = ({ at_least, confidence }: Spec): ReadonlyArray<string> => [
  ...(at_least > 0 && at_least < 1 ? [] : [`atLeast is ${at_least}, expected above 0 and below 1`]),
  ...(confidence >= 0.5 && confidence < 1 ? [] : [`confidence is ${confidence}, expected 0.5 or more and below 1`])
]

/** "pass rate 9/10 (90%), at least 0.605 and at most 0.995 with confidence 0.95" */
export const describe = (report: Report, spec: Spec): string =>
  `pass rate ${report.passes}/${report.runs} (${Math.floor((report.passes * 100) / report.runs)}%), ${bounds(report, spec)}`

export const explain = (_: Outcomes, spec: Spec, report: Report): { readonly meets_floor?: ReadonlyArray<Finding> } =>
  report.meets_floor === 1
    ? {}
    : { meets_floor: [{ reason: `the pass rate is ${bounds(report, spec)}: ${conclusion(report, spec)}` }] }

const boundsOf = (passes: number, runs: number, { confidence }: Spec): Pick<Report, "lower_bound" | "upper_bound"> => ({
  lower_bound: (clopperPearson(passes, runs, confidence, "lower") ?? UNKNOWN).low,
  upper_bound: (clopperPearson(passes, runs, confidence, "upper") ?? UNKNOWN).high
})

/** The interval without any runs. */
const UNKNOWN: Interval = { low: 0, high: 1 }

/** Undefined for an invalid spec. With a confidence below 0.5 both bounds could decide, and contradict each other. */
const decide = (lower: number, upper: number, spec: Spec): Report["meets_floor"] => {
  if (check(spec).length > 0) return undefined
  return lower >= spec.at_least ? 1 : upper < spec.at_least ? 0 : undefined
}

/** Rounded outwards, so that the printed interval is never narrower than the computed one. */
const bounds = ({ lower_bound, upper_bound }: Report, { confidence }: Spec): string => {
  const [low, high] = [Math.floor(lower_bound * 1000) / 1000, Math.ceil(upper_bound * 1000) / 1000]
  return `at least ${low} and at most ${high} with confidence ${confidence}`
}

const conclusion = ({ enough_runs, meets_floor }: Report, { at_least }: Spec): string => {
  if (meets_floor === 0) return `below the floor of ${at_least}`
  const open = `a floor of ${at_least} is neither shown nor refuted`
  return enough_runs === undefined ? open : `${open}; ${enough_runs} runs are enough if every further one passes`
}
