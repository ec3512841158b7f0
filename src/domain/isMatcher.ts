/**
 * Whether a value is a matcher, told as its Schema tells it and without loading one.
 */
import { isJson, isPlainObject } from "../std/isJson.ts"
import type { MatcherData } from "./Matcher.ts"

export const isMatcher = (value: unknown): value is MatcherData => {
  if (!isPlainObject(value) || typeof value["op"] !== "string" || !Object.hasOwn(parts, value["op"])) return false
  const rules: { readonly [part: string]: Rule } = parts[value["op"] as MatcherData["op"]]
  return Object.entries(rules).every(([part, holds]) => holds(value[part]))
}

type Rule = (value: unknown) => boolean

const isText: Rule = (value) => typeof value === "string"
const isFinite: Rule = (value) => Number.isFinite(value)
const each =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && Array.from(value).every(rule)
/** Named later, as a matcher may hold others. */
const isNested: Rule = (value) => isMatcher(value)

const parts = {
  equals: { value: isJson },
  contains: { value: isJson },
  icontains: { value: isText },
  containsAll: { values: each(isJson) },
  regex: { pattern: isText, flags: isText },
  schema: { schema: isJson },
  atLeast: { value: isFinite },
  atMost: { value: isFinite },
  between: { min: isFinite, max: isFinite },
  length: { of: isNested },
  not: { of: isNested },
  allOf: { of: each(isNested) },
  anyOf: { of: each(isNested) }
} satisfies { readonly [Op in MatcherData["op"]]: { readonly [part: string]: Rule } }
