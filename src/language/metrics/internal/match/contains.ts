/**
 * Where two JSON values differ (`equals`), and where one does not contain the other (`contains`).
 *
 * `1` equals `1.0`, null differs from absent, texts are compared without normalisation. No diffs mean that they match.
 */
import type { Json, JsonObject } from "../../../../base/domain/Json.ts"
import type { Diff } from "../../../../base/domain/matching/Matcher.ts"
import { isArray, isJsonObject } from "../../../../base/std/Json.ts"
import { maximumMatching } from "../../../../base/std/matching.ts"
import { atIndex, atKey } from "../../../../base/std/path.ts"
import { shortJson } from "../text.ts"

/** One diff per path at which the values differ, whatever the order of keys. */
export const equals = (expected: Json | undefined, actual: Json | undefined, path = ""): ReadonlyArray<Diff> => {
  if (isArray(expected) && isArray(actual)) {
    const longer = expected.length < actual.length ? actual : expected
    return longer.flatMap((_, i) => equals(expected[i], actual[i], atIndex(path, i)))
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    const keys = keysOf({ ...expected, ...actual })
    return keys.flatMap((key) => equals(own(expected, key), own(actual, key), atKey(path, key)))
  }
  return expected === actual ? [] : [differing(expected, actual, path)]
}

/** Objects by key, arrays as multisets, at every depth; additional keys and elements of `actual` are ignored. */
export const contains = (expected: Json | undefined, actual: Json | undefined, path = ""): ReadonlyArray<Diff> => {
  if (isArray(expected) && isArray(actual)) return containsEach(expected, actual, path)
  if (isJsonObject(expected) && isJsonObject(actual)) {
    return keysOf(expected).flatMap((key) => contains(expected[key], own(actual, key), atKey(path, key)))
  }
  return equals(expected, actual, path)
}

/** Whether `contains` gives no diffs, without making them. */
export const isContained = (expected: Json | undefined, actual: Json | undefined): boolean => {
  if (isJsonObject(expected) && isJsonObject(actual)) {
    for (const key of Object.keys(expected)) if (!isContained(expected[key], own(actual, key))) return false
    return true
  }
  return expected === actual || contains(expected, actual).length === 0
}

/** Every expected element needs an actual element that no other expected element is paired with. */
const containsEach = (
  expected: ReadonlyArray<Json>,
  actual: ReadonlyArray<Json>,
  path: string
): ReadonlyArray<Diff> => {
  const holds = (e: number, a: number) => contains(expected[e], actual[a]).length === 0
  const found = maximumMatching(expected.length, actual.length, holds)
  return expected
    .filter((_, e) => found[e] === undefined)
    .map((one) => ({
      path,
      expected: one,
      actual,
      reason: `expected an element ${shortJson(one)}, got ${shortJson(actual)}`
    }))
}

const differing = (expected: Json | undefined, actual: Json | undefined, path: string): Diff => ({
  path,
  expected: expected ?? null,
  ...(actual === undefined ? {} : { actual }),
  reason: `expected ${shortJson(expected)}, got ${shortJson(actual)}`
})

/** Sorted, so that diffs do not depend on the order of keys. */
const keysOf = (object: JsonObject): ReadonlyArray<string> => Object.keys(object).toSorted()

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined
