/**
 * Compares a value with a matcher, and says where and how they differ.
 *
 * A matcher passes only if the comparison was made and is true. A matcher that does not apply to the value's type
 * (`atLeast` on a text) passes neither alone nor under `not`; in `anyOf` another one may still pass. A malformed
 * matcher is an error even beside one that passes; so is one that expects an integer beyond 2^53, which JSON cannot
 * hold. A recorded integer beyond 2^53 that equals a threshold gives an error, because it may have been on either side.
 */
import { findsMatch } from "../../base/std/regex/findsMatch.ts"
import { isArray, isJson, isJsonObject } from "../../base/std/Json.ts"
import { isMatcher } from "../../base/domain/plan/predicates.ts"
import type { Json } from "../../base/domain/Json.ts"
import type { Diff, JsonSchemaCheck, MatcherData } from "../../base/domain/matching/Matcher.ts"
import { phrase } from "../../base/domain/matching/matchers.ts"
import {
  type MatchAnswer,
  claimed,
  decided,
  every,
  invalid,
  negated,
  noSchemas,
  some,
  unknown
} from "./internal/match/answer.ts"
import { codePoints } from "../../base/std/shorten.ts"
import { contains, equals } from "./internal/match/contains.ts"
import { INEXACT, holdsInexact, isInexact, isLeftOpen } from "../../base/std/inexact.ts"

export interface Matched {
  readonly passed: boolean
  readonly diffs: ReadonlyArray<Diff>
  /** Why the comparison could not be made. */
  readonly error?: string
}

export const match = (matcher: MatcherData, value: unknown, jsonSchema: JsonSchemaCheck = noSchemas): Matched => {
  if (!isMatcher(matcher)) return { passed: false, diffs: [], error: "the matcher is malformed" }
  if (!isJson(value))
    return { passed: false, diffs: [], error: `expected ${phrase(matcher)}, got ${describeNonJson(value)}` }
  const { is, diffs, error } = ask(matcher, value, jsonSchema)
  return { passed: is === "true", diffs, ...(error === undefined ? {} : { error }) }
}

const describeNonJson = (value: unknown): string =>
  value === undefined ? "nothing" : typeof value === "number" ? String(value) : "something that is not JSON"

const ask = (matcher: MatcherData, value: Json, jsonSchema: JsonSchemaCheck): MatchAnswer => {
  switch (matcher.op) {
    case "equals":
      return holdsInexact(matcher.value) ? invalid(INEXACT) : decided(equals(matcher.value, value))
    case "contains":
      return containsValue(matcher, value)
    case "containsAll":
      return every(matcher.values.map((part) => containsValue({ op: "contains", value: part }, value)))
    case "icontains":
      return ofText(matcher, value, (text) => text.toLowerCase().includes(matcher.value.toLowerCase()))
    case "regex":
      return matchesRegex(matcher, value)
    case "schema":
      return validates(matcher, value, jsonSchema)
    case "atLeast":
      return ofNumber(matcher, value, [matcher.value], (x) => x >= matcher.value)
    case "atMost":
      return ofNumber(matcher, value, [matcher.value], (x) => x <= matcher.value)
    case "between":
      return matcher.min > matcher.max
        ? invalid(`no number is ${phrase(matcher)}`)
        : ofNumber(matcher, value, [matcher.min, matcher.max], (x) => x >= matcher.min && x <= matcher.max)
    case "length":
      return hasLength(matcher, value, jsonSchema)
    case "not":
      return negated(matcher, value, ask(matcher.of, value, jsonSchema))
    case "allOf":
      return every(matcher.of.map((one) => ask(one, value, jsonSchema)))
    case "anyOf":
      return some(
        matcher,
        value,
        matcher.of.map((one) => ask(one, value, jsonSchema))
      )
  }
}

type Op<Name extends MatcherData["op"]> = Extract<MatcherData, { readonly op: Name }>

/** A text contains a substring, a list an element or a list of elements, an object keys with their values. */
const containsValue = (matcher: Op<"contains">, value: Json): MatchAnswer => {
  const expected = matcher.value
  if (holdsInexact(expected)) return invalid(INEXACT)
  if (typeof expected === "string" && typeof value === "string") {
    return claimed(matcher, value, value.includes(expected))
  }
  if (isArray(value) && !isArray(expected)) {
    return claimed(
      matcher,
      value,
      value.some((element) => contains(expected, element).length === 0)
    )
  }
  return (isArray(expected) && isArray(value)) || (isJsonObject(expected) && isJsonObject(value))
    ? decided(contains(expected, value))
    : unknown(matcher, value, "cannot contain it")
}

/** The message does not quote the engine's: each runtime has its own. */
const matchesRegex = (matcher: Op<"regex">, value: Json): MatchAnswer => {
  const { pattern, flags } = matcher
  const found = findsMatch(pattern, flags, typeof value === "string" ? value : "")
  if (found === "malformed") return invalid(`/${pattern}/${flags} is not a regular expression`)
  return found === undefined ? unknown(matcher, value, TOO_MUCH_WORK) : ofText(matcher, value, () => found)
}

const TOO_MUCH_WORK = "takes too much work: write the expression without references, look-arounds or nested repetitions"

const validates = (matcher: Op<"schema">, value: Json, jsonSchema: JsonSchemaCheck): MatchAnswer => {
  const checked = jsonSchema(matcher.schema, value)
  if ("unusable" in checked) return invalid(`the JSON Schema cannot be used: ${checked.unusable}`)
  return isLeftOpen(matcher.schema, value) ? unknown(matcher, value, LOST_DIGITS) : decided(checked)
}

const hasLength = (matcher: Op<"length">, value: Json, jsonSchema: JsonSchemaCheck): MatchAnswer => {
  const length = typeof value === "string" ? codePoints(value) : isArray(value) ? value.length : undefined
  if (length === undefined) return unknown(matcher, value, "has no length")
  const answer = ask(matcher.of, length, jsonSchema)
  return { ...answer, diffs: answer.diffs.map((diff) => ({ ...diff, path: "length" })) }
}

const ofText = (matcher: MatcherData, value: Json, claim: (text: string) => boolean): MatchAnswer =>
  typeof value === "string" ? claimed(matcher, value, claim(value)) : unknown(matcher, value, "is not a text")

const ofNumber = (
  matcher: MatcherData,
  value: Json,
  bounds: ReadonlyArray<number>,
  claim: (x: number) => boolean
): MatchAnswer => {
  if (typeof value !== "number") return unknown(matcher, value, "is not a number")
  return isInexact(value) && bounds.includes(value)
    ? unknown(matcher, value, LOST_DIGITS)
    : claimed(matcher, value, claim(value))
}

const LOST_DIGITS = "may have lost digits in JSON"
