/**
 * Asks a value whether it is what a matcher claims, and says where and how it is not.
 *
 * Only a comparison that was made and holds is a pass. A matcher that cannot be asked of the value (a number's of a
 * text) passes neither as it is nor under `not`; beside it, in `anyOf`, another one may still hold. A malformed matcher
 * is an error wherever it stands, even beside one that holds; so is one that expects an integer beyond 2^53, which JSON
 * cannot hold. A recorded one that equals its threshold may have been on either side of it.
 */
import { tryCatch } from "../std/tryCatch.ts"
import { isJson } from "../std/isJson.ts"
import { isMatcher } from "../domain/predicates.ts"
import type { Json } from "../domain/Json.ts"
import type { Diff, JsonSchemaCheck, MatcherData } from "../domain/Matcher.ts"
import { phrase } from "../domain/matchers.ts"
import { type Answer, claimed, decided, every, invalid, negated, some, unknown } from "./internal/answer.ts"
import { codePoints } from "../std/codePoints.ts"
import { contains, equals } from "./internal/contains.ts"
import { isArray, isJsonObject } from "../std/Json.ts"
import { holdsInexact, INEXACT, isInexact, isLeftOpen } from "./internal/inexact.ts"

export interface Matched {
  readonly passed: boolean
  readonly diffs: ReadonlyArray<Diff>
  /** Why there is no answer: nothing to compare, or nothing to compare it with. */
  readonly error?: string
}

export const match = (matcher: MatcherData, value: unknown, jsonSchema: JsonSchemaCheck = noSchemas): Matched => {
  if (!isMatcher(matcher)) return { passed: false, diffs: [], error: "the matcher is malformed" }
  if (!isJson(value)) return { passed: false, diffs: [], error: `expected ${phrase(matcher)}, got ${noJson(value)}` }
  const { is, diffs, error } = ask(matcher, value, jsonSchema)
  return { passed: is === "true", diffs, ...(error === undefined ? {} : { error }) }
}

const noSchemas: JsonSchemaCheck = () => ({ unusable: "nothing here can read one" })

const noJson = (value: unknown): string =>
  value === undefined ? "nothing" : typeof value === "number" ? String(value) : "something that is not JSON"

const ask = (matcher: MatcherData, value: Json, jsonSchema: JsonSchemaCheck): Answer => {
  switch (matcher.op) {
    case "equals":
      return holdsInexact(matcher.value) ? invalid(INEXACT) : decided(equals(matcher.value, value))
    case "contains":
      return holds(matcher, value)
    case "containsAll":
      return every(matcher.values.map((part) => holds({ op: "contains", value: part }, value)))
    case "icontains":
      return ofText(matcher, value, (text) => text.toLowerCase().includes(matcher.value.toLowerCase()))
    case "regex":
      return fits(matcher, value)
    case "schema":
      return valid(matcher, value, jsonSchema)
    case "atLeast":
      return ofNumber(matcher, value, [matcher.value], (x) => x >= matcher.value)
    case "atMost":
      return ofNumber(matcher, value, [matcher.value], (x) => x <= matcher.value)
    case "between":
      return matcher.min > matcher.max
        ? invalid(`no number is ${phrase(matcher)}`)
        : ofNumber(matcher, value, [matcher.min, matcher.max], (x) => x >= matcher.min && x <= matcher.max)
    case "length":
      return measured(matcher, value, jsonSchema)
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

/** A text holds a part of it, a list an element or several, an object keys with their values. */
const holds = (matcher: Op<"contains">, value: Json): Answer => {
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

/** The engine's own message is left out: each runtime has another. */
const fits = (matcher: Op<"regex">, value: Json): Answer => {
  const { pattern, flags } = matcher
  const expression = tryCatch(() => new RegExp(pattern, flags))
  return expression === undefined
    ? invalid(`/${pattern}/${flags} is not a regular expression`)
    : ofText(matcher, value, (text) => expression.test(text))
}

const valid = (matcher: Op<"schema">, value: Json, jsonSchema: JsonSchemaCheck): Answer => {
  const checked = jsonSchema(matcher.schema, value)
  if ("unusable" in checked) return invalid(`the JSON Schema cannot be used: ${checked.unusable}`)
  return isLeftOpen(matcher.schema, value) ? unknown(matcher, value, LOST_DIGITS) : decided(checked)
}

const measured = (matcher: Op<"length">, value: Json, jsonSchema: JsonSchemaCheck): Answer => {
  const length = typeof value === "string" ? codePoints(value) : isArray(value) ? value.length : undefined
  if (length === undefined) return unknown(matcher, value, "has no length")
  const answer = ask(matcher.of, length, jsonSchema)
  return { ...answer, diffs: answer.diffs.map((diff) => ({ ...diff, path: "length" })) }
}

const ofText = (matcher: MatcherData, value: Json, claim: (text: string) => boolean): Answer =>
  typeof value === "string" ? claimed(matcher, value, claim(value)) : unknown(matcher, value, "is not a text")

const ofNumber = (
  matcher: MatcherData,
  value: Json,
  bounds: ReadonlyArray<number>,
  claim: (x: number) => boolean
): Answer => {
  if (typeof value !== "number") return unknown(matcher, value, "is not a number")
  return isInexact(value) && bounds.includes(value)
    ? unknown(matcher, value, LOST_DIGITS)
    : claimed(matcher, value, claim(value))
}

const LOST_DIGITS = "may have lost digits in JSON"
