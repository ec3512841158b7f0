/**
 * Sums, means, spreads and rounding that give the same bits on every runtime: lists are added in index order.
 */

export const sum = (xs: ReadonlyArray<number>): number => xs.reduce((total, x) => total + x, 0)

/** NaN for an empty list, which has no mean. */
export const mean = (xs: ReadonlyArray<number>): number => sum(xs) / xs.length

/** Population variance: the runs are the whole population, not a sample of it. */
export const variance = (xs: ReadonlyArray<number>): number => {
  const centre = mean(xs)
  return mean(xs.map((x) => (x - centre) * (x - centre)))
}

/** Standard deviation divided by the mean; 0 for a list of zeros. */
export const variationCoefficient = (xs: ReadonlyArray<number>): number => {
  const centre = mean(xs)
  return centre === 0 ? 0 : Math.sqrt(variance(xs)) / centre
}

/** Rounds the exact value of a double to 4 decimals, ties to even: 0.03125 gives 0.0312. */
export const roundHalfEven = (x: number): number => (isTie(x) ? toEven(x) : Number(x.toFixed(4)))

/** Only odd multiples of 1/32 lie halfway between two such decimals: no other double ends in a 5 exactly there. */
const isTie = (x: number): boolean => Math.abs((x * 32) % 2) === 1

const toEven = (x: number): number => {
  const below = Math.floor(x * 10_000)
  return (below % 2 === 0 ? below : below + 1) / 10_000
}

/** Truncates to two decimals. */
export const twoDecimalsDown = (x: number): number => Math.floor(x * 100) / 100

/** To two decimals, never less. */
export const twoDecimalsUp = (x: number): number => Math.ceil(x * 100) / 100

/** To two digits, never less: 20,431 gives 21,000. */
export const twoDigitsUp = (x: number): number => {
  let unit = 1
  while (x / unit > 100) unit *= 10
  return Math.ceil(x / unit) * unit
}
