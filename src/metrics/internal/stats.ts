/**
 * Sums and spreads, added in index order so that every runtime gives the same bits.
 */

export const sum = (xs: ReadonlyArray<number>): number => xs.reduce((total, x) => total + x, 0)

/** NaN for an empty list, which has no mean. */
export const mean = (xs: ReadonlyArray<number>): number => sum(xs) / xs.length

/** Population variance: the runs are the whole population, not a sample of it. */
export const variance = (xs: ReadonlyArray<number>): number => {
  const centre = mean(xs)
  return mean(xs.map((x) => (x - centre) * (x - centre)))
}

/** Spread relative to size. An all-zero list has no spread. */
export const variationCoefficient = (xs: ReadonlyArray<number>): number => {
  const centre = mean(xs)
  return centre === 0 ? 0 : Math.sqrt(variance(xs)) / centre
}
