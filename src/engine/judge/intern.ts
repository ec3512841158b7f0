/**
 * Replaces equal objects by one: what the gates keep of a million runs is often the same few objects.
 */
import { isObject } from "../../base/std/Json.ts"

/** How many different objects are remembered. */
const MEMORY = 10_000

/** Returns the first of all equal objects whose values are primitive; any other value unchanged. */
export const interner = (): (<A>(value: A) => A) => {
  const known = new Map<string, unknown>()
  return <A>(value: A): A => {
    const key = isObject(value) ? keyOf(value, Object.keys(value)) : undefined
    if (key === undefined) return value
    const before = known.get(key)
    if (before !== undefined) return before as A
    if (known.size < MEMORY) known.set(key, value)
    return value
  }
}

/** The same text for the same values under `keys`; undefined if one of the values is an object or an array. */
export const keyOf = (value: { readonly [key: string]: unknown }, keys: ReadonlyArray<string>): string | undefined => {
  let text = ""
  for (const key of keys) {
    const part = value[key]
    if (typeof part === "object" && part !== null) return undefined
    const written = Object.is(part, -0) ? "-0" : String(part)
    text += `${key.length} ${key} ${typeof part} ${written.length} ${written}`
  }
  return text
}
