/**
 * Durations as suites write them, in the milliseconds that a plan stores.
 *
 * effect/Duration is imported as a type only: it takes 2 ms to load, and every suite with a fault or a time limit would
 * wait for it.
 */
import type * as Duration from "effect/Duration"

const MILLIS: { readonly [unit: string]: number } = {
  nano: 1e-6,
  micro: 1e-3,
  milli: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000
}

/** Reads every form of `Duration.Input`. NaN for anything else: the plan refuses NaN with a sentence, a suite cannot. */
export const millis = (input: Duration.Input): number => {
  if (typeof input === "string") return fromText(input)
  if (typeof input === "bigint") return Number(input) / 1e6
  if (typeof input === "number") return toNanos(input)
  if (typeof input !== "object" || input === null) return Number.NaN
  if (isList(input)) return input.length === 2 ? toNanos(input[0] * 1000 + input[1] / 1e6) : Number.NaN
  return "value" in input ? fromValue(input.value) : fromFields(Object.entries(input))
}

const fromText = (text: string): number => {
  const [, count, unit = ""] = /^(-?\d+(?:\.\d+)?)\s+(\w+?)s?$/.exec(text) ?? []
  return count === undefined ? fromInfinity(text) : toNanos(Number(count) * millisOf(unit))
}

const fromInfinity = (text: string): number => (/^-?Infinity$/.test(text) ? Number(text) : Number.NaN)

const millisOf = (unit: string): number => (Object.hasOwn(MILLIS, unit) ? (MILLIS[unit] ?? Number.NaN) : Number.NaN)

/** What a Duration of effect holds, of whichever copy of effect. */
const fromValue = (value: Duration.DurationValue): number =>
  value._tag === "Millis"
    ? value.millis
    : value._tag === "Nanos"
      ? Number(value.nanos) / 1e6
      : value._tag === "Infinity"
        ? Infinity
        : -Infinity

/** `{ minutes: 1, milliseconds: 500 }`. A misspelt unit is not a duration, where effect would not count it. */
const fromFields = (fields: ReadonlyArray<readonly [name: string, count: unknown]>): number => {
  const parts = fields.map(([name, count = 0]) => {
    const [, small, unit = ""] = /^(?:(nano|micro|milli)second|(\w+))s$/.exec(name) ?? []
    return typeof count === "number" ? count * millisOf(small ?? unit) : Number.NaN
  })
  return parts.length === 0 ? Number.NaN : toNanos(parts.reduce((sum, part) => sum + part))
}

const isList = (input: object): input is readonly [seconds: number, nanos: number] => Array.isArray(input)

/** Rounds to whole nanoseconds, as effect does. */
const toNanos = (ms: number): number =>
  Number.isInteger(ms) || !Number.isFinite(ms) ? ms + 0 : Math.round(ms * 1e6) / 1e6
