/**
 * The matcher that the words of a check tell, as in a report, which does not hold matchers themselves.
 */
import { tryCatch } from "../../std/tryCatch.ts"
import type { Json } from "../../std/Json.ts"
import { type MatcherData, phrase } from "./matchers.ts"

/** Undefined for words that tell no single comparison of numbers, and no value to be equal to. */
export const matcherIn = (expected: string): MatcherData | undefined => {
  const [, least] = /^at least (\S+)$/.exec(expected) ?? []
  const [, most] = /^at most (\S+)$/.exec(expected) ?? []
  const [, min, max] = /^between (\S+) and (\S+)$/.exec(expected) ?? []
  const value = expected.startsWith(EQUAL)
    ? tryCatch(() => JSON.parse(expected.slice(EQUAL.length)) as Json)
    : undefined
  const matcher: MatcherData | undefined =
    least !== undefined
      ? { op: "atLeast", value: Number(least) }
      : most !== undefined
        ? { op: "atMost", value: Number(most) }
        : min !== undefined
          ? { op: "between", min: Number(min), max: Number(max) }
          : value === undefined
            ? undefined
            : { op: "equals", value }
  return matcher !== undefined && phrase(matcher) === expected ? matcher : undefined
}

const EQUAL = "equal to "
