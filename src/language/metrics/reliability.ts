/**
 * Reliability: pass@k, pass^k and the trend of the ordered outcomes of N runs.
 *
 * pass@k asks whether any of k runs passes, pass^k whether all of them do. Percents are whole numbers.
 *
 * The decay curve (all but its last entry) and graceful degradation depend on the order of the runs. Runs are ordered by
 * number, which is not their order in time if they run concurrently.
 */
import type { Outcomes } from "../../base/domain/verdict/Metric.ts"
import { power } from "../../base/std/allDrawn.ts"
import { wilson } from "./stats/intervals.ts"
import { passAtK, passHatK } from "./passAtK.ts"
import { shortNumber } from "./internal/text.ts"
import { sum } from "./stats/numbers.ts"

/** The confidence of the interval that is shown beside pass^k. */
const CONFIDENCE = 0.95

export interface Report {
  readonly runs: number
  /** 100 when any run passed, else 0: k is the number of runs. */
  readonly pass_at_k: number
  /** The last entry of the decay curve: k is the number of runs. */
  readonly passhat_k: number
  /** How mixed the outcomes are: 0 if all are the same, 100 for an even split. Undefined without outcomes. */
  readonly variance_amplification: number | undefined
  /** The share of passes when a late run weighs more than an early one. Undefined without outcomes. */
  readonly graceful_degradation: number | undefined
  /** Entry k: the percent chance that k runs pass in a row, at the pass rate of the first k. */
  readonly decay_curve: ReadonlyArray<number>
}

export const measure = (outcomes: Outcomes): Report => {
  const decay_curve = decayCurve(outcomes)
  const c = passes(outcomes)
  return {
    runs: outcomes.length,
    pass_at_k: c > 0 ? 100 : 0,
    passhat_k: decay_curve.at(-1) ?? 0,
    variance_amplification: wholePercent(varianceAmplification(outcomes.length, c)),
    graceful_degradation: wholePercent(gracefulDegradation(outcomes)),
    decay_curve
  }
}

/** Probabilities in 0..1. Undefined with fewer than k runs. */
export type Unbiased = { readonly [Target in `unbiased_pass_${"at" | "hat"}_${number}`]?: number | undefined }

/** The unbiased estimates of pass@k and pass^k, for each k of `ks`. */
export const unbiased = (outcomes: Outcomes, ks: ReadonlyArray<number>): Unbiased => {
  const [n, c] = [outcomes.length, passes(outcomes)]
  return Object.fromEntries(
    ks.flatMap((k) => [
      [`unbiased_pass_at_${k}`, passAtK(n, c, k)],
      [`unbiased_pass_hat_${k}`, passHatK(n, c, k)]
    ])
  )
}

/**
 * "pass@4 100%, pass^4 31% (95% interval 0% to 83%), variance amplification 87%", the unbiased estimates, and then what
 * depends on the order of the runs: "by run number: graceful degradation 60%, decay 100% to 31%".
 */
export const describe = (report: Report, outcomes: Outcomes, also: Unbiased = {}): string =>
  [
    `pass@${report.runs} ${report.pass_at_k}%`,
    `pass^${report.runs} ${report.passhat_k}%${intervalText(outcomes)}`,
    `variance amplification ${report.variance_amplification}%`,
    ...Object.entries(also).map(
      ([target, chance]) => `${target} ${chance === undefined ? "undefined" : shortNumber(chance)}`
    ),
    `by run number: graceful degradation ${report.graceful_degradation}%`,
    `decay ${report.decay_curve[0]}% to ${report.passhat_k}%`
  ].join(", ")

/** The chance that as many runs pass again, at both ends of the interval of the pass rate; rounded outwards. */
const intervalText = (outcomes: Outcomes): string => {
  const n = outcomes.length
  const interval = wilson(passes(outcomes), n, CONFIDENCE)
  if (interval === undefined) return ""
  const [low, high] = [Math.floor(100 * power(interval.low, n)), Math.ceil(100 * power(interval.high, n))]
  return ` (${100 * CONFIDENCE}% interval ${low}% to ${high}%)`
}

const passes = (outcomes: Outcomes): number => outcomes.filter((outcome) => outcome === "pass").length

/**
 * Truncating a double is exact here: the only whole values are 0, 100 and the 25 of one pass in two, which binary
 * fractions hold exactly, and up to 10,000 runs no other value comes nearer to a whole number than 0.0006.
 */
const decayCurve = (outcomes: Outcomes): ReadonlyArray<number> => {
  let c = 0
  return outcomes.map((outcome, index) => {
    const k = index + 1
    if (outcome === "pass") c += 1
    return Math.floor(100 * power(c / k, k))
  })
}

const wholePercent = (percent: number): number | undefined => (Number.isNaN(percent) ? undefined : Math.round(percent))

/** The standard deviation of zeros and ones as a percent of 0.5, its largest value. */
const varianceAmplification = (n: number, c: number): number => (200 * Math.sqrt(c * (n - c))) / n

const gracefulDegradation = (outcomes: Outcomes): number => {
  const weights = outcomes.map((outcome, index) => (outcome === "pass" ? index + 1 : 0))
  return (100 * sum(weights)) / sum(outcomes.map((_, index) => index + 1))
}
