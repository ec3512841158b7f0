/**
 * The chance of at least so many passes, for thousands of runs and more.
 */

/** Relative to the likeliest count: far below what any confidence level can tell from nothing. */
const NEGLIGIBLE = 1e-30

/** Rounding leaves the last digits of a chance open, so a chance that equals the doubt must not depend on them. */
const SLACK = 1 + 1e-12

/** Whether n runs that pass at this rate reach c passes so rarely that no more than the doubt is left. */
export const isRuledOut = (rate: number, c: number, n: number, doubt: number): boolean =>
  chanceOfAtLeast(c, n, rate) <= doubt * SLACK

/** P(X >= c) of n runs that each pass with chance p. Weights start from the likeliest count, so none overflows. */
export const chanceOfAtLeast = (c: number, n: number, p: number): number => {
  const odds = p / (1 - p)
  /** How much likelier one pass more than i is. Infinite below 0 and zero from n, which ends both walks. */
  const growth = (i: number) => ((n - i) / (i + 1)) * odds
  const likeliest = Math.min(n, Math.floor((n + 1) * p))
  let [reached, total] = [0, 0]
  const add = (i: number, weight: number) => {
    total += weight
    if (i >= c) reached += weight
  }
  for (let i = likeliest, weight = 1; weight > NEGLIGIBLE; weight *= growth(i++)) add(i, weight)
  for (let i = likeliest - 1, weight = 1 / growth(i); weight > NEGLIGIBLE; weight /= growth(--i)) add(i, weight)
  return reached / total
}
