/**
 * Where one JSON value differs from another: wholly, or only in what it should at least contain.
 *
 * `1` equals `1.0`, null is not absent, text is compared as it is. No diffs: nothing differs.
 */
import type { Json, JsonObject } from "../../domain/Json.ts"
import type { Diff } from "../../domain/Matcher.ts"
import { canonicalJson } from "./canonicalJson.ts"
import { maximumMatching } from "./matching.ts"
import { atIndex, atKey } from "./path.ts"

/** Names every place where the values are not the same. The order of keys makes no difference. */
export const equals = (expected: Json, actual: Json, path = ""): ReadonlyArray<Diff> => {
  if (isArray(expected) && isArray(actual)) {
    return longer(expected, actual).flatMap((_, i) => either(expected[i], actual[i], atIndex(path, i)))
  }
  if (isObject(expected) && isObject(actual)) {
    return keysOf({ ...expected, ...actual }).flatMap((key) =>
      either(own(expected, key), own(actual, key), atKey(path, key))
    )
  }
  return expected === actual ? [] : [differing(expected, actual, path)]
}

/** Objects by key, arrays as multisets, whatever their depth; what is recorded beyond the expected is fine. */
export const contains = (expected: Json, actual: Json, path = ""): ReadonlyArray<Diff> => {
  if (isArray(expected) && isArray(actual)) return containsEach(expected, actual, path)
  if (isObject(expected) && isObject(actual)) {
    return keysOf(expected).flatMap((key) => {
      const [wanted, recorded] = [expected[key] as Json, own(actual, key)]
      return recorded === undefined
        ? [differing(wanted, recorded, atKey(path, key))]
        : contains(wanted, recorded, atKey(path, key))
    })
  }
  return equals(expected, actual, path)
}

/** A value short enough for a sentence. */
export const word = (value: Json | undefined): string => {
  if (value === undefined) return "nothing"
  const letters = Array.from(canonicalJson(value))
  return letters.length <= 80 ? letters.join("") : `${letters.slice(0, 79).join("")}…`
}

export const isArray = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

export const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !isArray(value)

/** Every expected element needs a recorded element of its own. */
const containsEach = (expected: ReadonlyArray<Json>, actual: ReadonlyArray<Json>, path: string): ReadonlyArray<Diff> =>
  maximumMatching(
    expected.length,
    actual.length,
    (e, a) => contains(expected[e] as Json, actual[a] as Json).length === 0
  )
    .flatMap((found, e) => (found === undefined ? [expected[e] as Json] : []))
    .map((wanted) => ({
      path,
      expected: wanted,
      actual,
      reason: `expected an element ${word(wanted)}, got ${word(actual)}`
    }))

const either = (expected: Json | undefined, actual: Json | undefined, path: string): ReadonlyArray<Diff> =>
  expected === undefined || actual === undefined ? [differing(expected, actual, path)] : equals(expected, actual, path)

const differing = (expected: Json | undefined, actual: Json | undefined, path: string): Diff => ({
  path,
  expected: expected ?? null,
  ...(actual === undefined ? {} : { actual }),
  reason: `expected ${word(expected)}, got ${word(actual)}`
})

const longer = (a: ReadonlyArray<Json>, b: ReadonlyArray<Json>): ReadonlyArray<Json> => (a.length < b.length ? b : a)

/** Sorted, so that diffs do not depend on the order of keys. */
const keysOf = (object: JsonObject): ReadonlyArray<string> => Object.keys(object).toSorted()

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined
