/**
 * The chance of at least c passes in n runs, for thousands of runs and more.
 */

/** Weights below it, relative to the likeliest count, change no result at any confidence level. */
const NEGLIGIBLE = 1e-30

/** Rounding changes the last digits of a chance; a chance that equals the doubt must not depend on them. */
const SLACK = 1 + 1e-12

/** Whether n runs with this pass rate reach c passes with a chance of at most `doubt`. */
export const isRuledOut = (rate: number, c: number, n: number, doubt: number): boolean =>
  chanceOfAtLeast(c, n, rate) <= doubt * SLACK

/**
 * P(X >= c) for n runs that each pass with chance p. Weights are relative to the likeliest count, so none overflows.
 */
export const chanceOfAtLeast = (c: number, n: number, p: number): number => {
  const odds = p / (1 - p)
  /** How much likelier i + 1 passes are than i. Infinite below 0 and zero from n on, which ends both loops. */
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
