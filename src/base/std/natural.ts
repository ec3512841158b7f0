/**
 * Returns a whole number from 0, or undefined for any other value: it was not recorded, and unrecorded is not zero.
 */
export const natural = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
