/**
 * How often and after which waits a provider must be asked again, by its error and by what it says about the wait: written by hand,
 * sharing no code with the product.
 */
import { cut, dropped, errorInside, type Fault, short, status } from "../../test/standin/faults.ts"
import { START } from "../../test/edges/providers/asking.ts"

type Headers = Readonly<Record<string, string>>

export interface Shape {
  readonly name: string
  readonly fault: (headers: Headers) => Fault
  readonly isRetried: boolean
  /** Whether the error is in the stream of a 200. */
  readonly streamed?: boolean
  /** Whether it is an answer that cannot be read, for which the provider is asked once more. */
  readonly isUnreadable?: boolean
  /** Whether it has headers at all. */
  readonly says: boolean
}

const answered = (code: number, isRetried: boolean, type = "api_error", more: Headers = {}): Shape => ({
  name: [code, type, ...Object.entries(more).flat()].join(" "),
  fault: (headers) => status(code, { ...headers, ...more }, type),
  isRetried,
  says: true
})
const broken = (name: string, fault: Fault, streamed = false, isRetried = true): Shape => ({
  name: streamed ? `${name} in the stream of a 200` : name,
  fault: () => fault,
  isRetried,
  streamed,
  says: false
})

export const shapes: ReadonlyArray<Shape> = [
  answered(429, true, "rate_limit_error"),
  answered(529, true, "overloaded_error"),
  answered(500, true),
  answered(503, true),
  answered(408, true),
  answered(409, true),
  answered(502, true),
  answered(504, true),
  answered(503, false, "api_error", { "x-should-retry": "false" }),
  answered(400, true, "api_error", { "x-should-retry": "true" }),
  answered(400, false, "invalid_request_error"),
  answered(401, false, "authentication_error"),
  answered(429, false, "insufficient_quota"),
  broken("dropped connection", dropped),
  broken("half an answer", cut),
  broken("overloaded_error", errorInside("overloaded_error"), true),
  broken("rate_limit_error", errorInside("rate_limit_error"), true),
  broken("insufficient_quota", errorInside("insufficient_quota"), true, false),
  { ...broken("half an answer", short, true), isUnreadable: true }
]

/** The least and the most milliseconds of each wait. */
type Waits = ReadonlyArray<readonly [least: number, most: number]>

const four = (least: number, most: number): Waits => Array.from({ length: 4 }, () => [least, most] as const)

/** Five attempts, and each wait twice the one before. */
const unasked: Waits = [
  [500, 625],
  [1_000, 1_250],
  [2_000, 2_500],
  [4_000, 5_000]
]
/** A wait is at most a minute, and all of them together are at most two: three attempts. */
const longest: Waits = [
  [60_000, 60_000],
  [60_000, 60_000]
]

export const requests: ReadonlyArray<readonly [Headers, Waits]> = [
  [{}, unasked],
  [{ "retry-after": "7" }, four(7_000, 8_750)],
  [{ "retry-after": "0" }, four(100, 125)],
  [{ "retry-after": "-5" }, four(100, 125)],
  [{ "retry-after": "NaN" }, unasked],
  [{ "retry-after": "1e12" }, longest],
  [{ "retry-after": "Fri, 13 Nov 2026 08:00:00 GMT" }, four(100, 125)],
  [{ "retry-after": new Date(START + 20_000).toUTCString() }, [[20_000, 25_000], ...four(100, 125).slice(1)]],
  [{ "retry-after-ms": "1500", "retry-after": "2" }, four(2_000, 2_500)],
  [{ "retry-after-ms": "1500", "retry-after": "1" }, four(1_500, 1_875)],
  [{ "retry-after": "Infinity" }, longest],
  [{ "retry-after": "" }, unasked]
]

/** What is promised of an error with these headers. */
export const waitsFor = (
  { isRetried, isUnreadable, says }: Shape,
  headers: Headers,
  waits: Waits
): Waits | undefined => {
  if (!isRetried) return []
  if (says) return waits
  // Headers that are not sent cannot matter: one row is enough.
  return Object.keys(headers).length === 0 ? unasked.slice(0, isUnreadable === true ? 1 : undefined) : undefined
}
