/**
 * Confidence intervals of the pass rate, from c passes of n runs.
 *
 * Undefined without runs, with more passes than runs, and for a confidence outside 0..1.
 */
import { isRuledOut } from "./internal/stats/binomialTail.ts"
import { bisect } from "./internal/stats/bisect.ts"
import { criticalValue } from "./internal/stats/normal.ts"

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

const isSample = (c: number, n: number, confidence: number): boolean =>
  [c, n].every(Number.isSafeInteger) && n >= 1 && c >= 0 && c <= n && confidence > 0 && confidence < 1

/** The smaller root of the score equation, in a form without subtraction: 0 passes give exactly 0. */
const wilsonLow = (c: number, n: number, z: number): number =>
  (c * c) / n / (c + (z * z) / 2 + z * Math.sqrt((c * (n - c)) / n + (z * z) / 4))

/** The largest rate at which c passes are too unlikely. */
const exactLow = (c: number, n: number, doubt: number): number =>
  c === 0 ? 0 : bisect(0, 1, (rate) => isRuledOut(rate, c, n, doubt))
