/**
 * Holm's correction for many tests: the p values become larger, so that the chance of a false finding among all of them is
 * no larger than that of one test.
 */

/**
 * The adjusted p values, in the order of the given ones. All NaN if one of them is not from 0 to 1.
 *
 * ```ts
 * import { holm } from "passhat/metrics"
 *
 * holm([0.01, 0.04, 0.03, 0.005]) // [0.03, 0.06, 0.06, 0.02]
 * ```
 */
export const holm = (ps: ReadonlyArray<number>): ReadonlyArray<number> => {
  if (!ps.every((p) => p >= 0 && p <= 1)) return ps.map(() => Number.NaN)
  const adjusted = [...ps]
  let largest = 0
  for (const [rank, at] of ps
    .map((_, index) => index)
    .toSorted((a, b) => ps[a]! - ps[b]! || a - b)
    .entries()) {
    largest = Math.max(largest, Math.min(1, ps[at]! * (ps.length - rank)))
    adjusted[at] = largest
  }
  return adjusted
}
