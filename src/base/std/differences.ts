/**
 * The paths at which two JSON values differ.
 */
import { isJsonObject, type Json } from "./Json.ts"

/** A side that is left out has no value at the path, which is not the same as null. */
export interface Difference {
  /** `city`, `items[2].id`; empty for the values themselves. */
  readonly path: string
  readonly before?: Json
  readonly after?: Json
}

export const differences = (before: Json, after: Json, path = ""): ReadonlyArray<Difference> => {
  if (Object.is(before, after) || before === after) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => at).flatMap((at) =>
      within(before, after, at, `${path}[${at}]`)
    )
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .toSorted()
      .flatMap((key) => within(before, after, key, joinPath(path, key)))
  }
  return [{ path, before, after }]
}

/** Whether two values have no difference. Faster than `differences`, since it builds no paths. */
export const isSame = (before: unknown, after: unknown): boolean => {
  if (before === after) return true
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) return false
  if (Array.isArray(before) !== Array.isArray(after)) return false
  let keys = 0
  for (const key in before) {
    keys++
    if (!Object.hasOwn(after, key) || !isSame(at(before, key), at(after, key))) return false
  }
  for (const _ in after) keys--
  return keys === 0
}

const at = (branch: object, key: string): unknown => (branch as { readonly [key: string]: unknown })[key]

/** Quotes a key that is ambiguous in a dot path. */
export const joinPath = (path: string, key: string): string =>
  /^[\w$-]+$/.test(key) ? (path === "" ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`

const within = (before: object, after: object, key: string | number, path: string): ReadonlyArray<Difference> => {
  const was = own(before, key)
  const is = own(after, key)
  if (was === undefined) return is === undefined ? [] : [{ path, after: is }]
  return is === undefined ? [{ path, before: was }] : differences(was, is, path)
}

const own = (branch: object, key: string | number): Json | undefined =>
  Object.hasOwn(branch, key) ? (branch as { readonly [key: string | number]: Json })[key] : undefined
