/**
 * `--max-age`: which recordings are older than they may be. One whose date is not known is never young enough.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import { UsageError } from "../kit/UsageError.ts"

/** What is wrong with the age of a recording: `at` is the date of its header. */
export type AgeIssues = (file: string, at: string) => ReadonlyArray<Issue>

const SECOND = 1_000
const DAY = 86_400 * SECOND
const UNITS: { readonly [unit: string]: number } = { s: SECOND, m: 60 * SECOND, h: 3_600 * SECOND, d: DAY, w: 7 * DAY }

/** Fails for a text that is no age. */
export const ageIssues = Effect.fnUntraced(function* (maxAge: string) {
  const limit = millisOf(maxAge)
  if (limit === undefined) {
    return yield* new UsageError({
      what: `--max-age is ${JSON.stringify(maxAge)}.`,
      hint: "Give it a number above 0 and a unit, s, m, h, d or w: 30d is thirty days."
    })
  }
  const now = yield* Clock.currentTimeMillis
  const found: AgeIssues = (file, at) => {
    const sentence = problemOf(file, at, now, limit, maxAge)
    return sentence === undefined ? [] : [issue("EXPIRED_CASSETTE", sentence, "Record it again with --record.")]
  }
  return found
})

const millisOf = (text: string): number | undefined => {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? []
  const millis = Number(count) * (UNITS[unit] ?? Number.NaN)
  return Number.isFinite(millis) && millis > 0 ? millis : undefined
}

const problemOf = (file: string, at: string, now: number, limit: number, maxAge: string): string | undefined => {
  const time = timeOf(at)
  if (time === undefined) return `It is not known when ${file} was recorded, and --max-age is ${maxAge}.`
  // Clocks of machines differ, but not by a day.
  if (time > now + DAY) return `${file} says that it was recorded at ${at}, which is still to come.`
  if (now - time <= limit) return undefined
  return `${file} was recorded at ${at}, ${agoOf(now - time)} ago, and --max-age is ${maxAge}.`
}

/** Undefined for what is no date as recorders write it. */
const timeOf = (at: string): number | undefined => {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(at) ? Date.parse(at) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** In the largest unit of which there is at least one, rounded down. */
const agoOf = (millis: number): string => {
  const [noun, size] = (
    [
      ["day", DAY],
      ["hour", 3_600 * SECOND],
      ["minute", 60 * SECOND]
    ] as const
  ).find(([, unit]) => millis >= unit) ?? ["second", SECOND]
  const count = Math.floor(millis / size)
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}
