/**
 * Confidence intervals of the pass rate, from c passes of n runs, and of the difference of two pass rates.
 *
 * Undefined without runs, with more passes than runs, and for a confidence outside 0..1.
 */
import type { Passes } from "./exactTests.ts"
import { isRuledOut } from "./binomialTail.ts"
import { bisect, criticalValue } from "./normal.ts"

export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * Wilson's score interval of the pass rate: narrow, and right on average.
 *
 * ```ts
 * import { wilson } from "passhat/metrics"
 *
 * wilson(9, 10, 0.95) // { low: 0.596, high: 0.982 }
 * ```
 */
export const wilson = (c: number, n: number, confidence: number): Interval | undefined => {
  if (!isSample(c, n, confidence)) return undefined
  const z = criticalValue(confidence)
  return { low: wilsonLow(c, n, z), high: 1 - wilsonLow(n - c, n, z) }
}

/**
 * Clopper and Pearson's exact interval of the pass rate: wider, and right at least as often as `confidence` says. One
 * side may be left open.
 *
 * ```ts
 * import { clopperPearson } from "passhat/metrics"
 *
 * clopperPearson(10, 10, 0.95) // { low: 0.692, high: 1 }
 * clopperPearson(10, 10, 0.95, "lower") // { low: 0.741, high: 1 }
 * ```
 */
export const clopperPearson = (
  c: number,
  n: number,
  confidence: number,
  sides: "two" | "lower" | "upper" = "two"
): Interval | undefined => {
  if (!isSample(c, n, confidence)) return undefined
  const doubt = sides === "two" ? (1 - confidence) / 2 : 1 - confidence
  return {
    low: sides === "upper" ? 0 : exactLow(c, n, doubt),
    high: sides === "lower" ? 1 : 1 - exactLow(n - c, n, doubt)
  }
}

/**
 * Newcombe's interval of the difference of two pass rates, the second minus the first, from the Wilson interval of each
 * (his method 10).
 *
 * ```ts
 * import { newcombe } from "passhat/metrics"
 *
 * newcombe({ passes: 48, runs: 80 }, { passes: 56, runs: 70 }, 0.95) // { low: 0.0524, high: 0.3339 }
 * ```
 */
export const newcombe = (baseline: Passes, candidate: Passes, confidence: number): Interval | undefined => {
  const before = wilson(baseline.passes, baseline.runs, confidence)
  const after = wilson(candidate.passes, candidate.runs, confidence)
  if (before === undefined || after === undefined) return undefined
  const [p, q] = [baseline.passes / baseline.runs, candidate.passes / candidate.runs]
  const reach = (a: number, b: number): number => Math.sqrt(a * a + b * b)
  return {
    low: Math.max(-1, q - p - reach(q - after.low, before.high - p)),
    high: Math.min(1, q - p + reach(after.high - q, p - before.low))
  }
}

const isSample = (c: number, n: number, confidence: number): boolean =>
  [c, n].every(Number.isSafeInteger) && n >= 1 && c >= 0 && c <= n && confidence > 0 && confidence < 1

/** The smaller root of the score equation, in a form without subtraction: 0 passes give exactly 0. Neither count has to be whole. */
export const wilsonLow = (c: number, n: number, z: number): number =>
  (c * c) / n / (c + (z * z) / 2 + z * Math.sqrt((c * (n - c)) / n + (z * z) / 4))

/** The largest rate at which c passes are too unlikely. */
const exactLow = (c: number, n: number, doubt: number): number =>
  c === 0 ? 0 : bisect(0, 1, (rate) => isRuledOut(rate, c, n, doubt))
