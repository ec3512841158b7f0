/**
 * An end of an interval in words. One that is not 0 is not rounded to 0: whether an interval has 0 in it is what its verdict rests on.
 */
export const endText = (value: number, rounded: (value: number) => string): string =>
  value !== 0 && Number(rounded(value)) === 0 ? (value < 0 ? "below 0" : "above 0") : rounded(value)
