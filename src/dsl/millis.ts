/**
 * Durations as a suite writes them, in the milliseconds that a plan stores.
 */
import type * as Duration from "effect/Duration"
import { durationMillis } from "./duration.ts"

/** As almost all are written: "2 seconds", "500 millis". */
const plain = /^(\d{1,6}) (milli|second|minute|hour|day|week)s?$/

const units: { readonly [unit: string]: number } = {
  milli: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000
}

/** NaN for what is not a duration: the plan refuses it with a sentence, where a suite cannot. */
export const millis = (input: Duration.Input): number => {
  if (typeof input === "number" && input > 0 && Number.isSafeInteger(input)) return input
  const [, count, unit = ""] = (typeof input === "string" && plain.exec(input)) || []
  return count === undefined ? durationMillis(input) : Number(count) * (units[unit] ?? Number.NaN)
}
