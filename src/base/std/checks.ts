/**
 * The checks that generated predicates are made of.
 */
import { isObject } from "./Json.ts"

interface JsonRecord {
  readonly [key: string]: unknown
}

type Check = (value: unknown) => boolean

/** Whether a value is an array of such items; a hole is undefined. Bun runs this loop faster than for-of. */
export const isArrayOf = (value: unknown, isItem: Check): boolean => {
  if (!Array.isArray(value)) return false
  for (let at = 0; at < value.length; at++) if (!isItem(value[at])) return false
  return true
}

/** Whether a value is an object whose own values are all such items, none of them under `__proto__`. */
export const isRecordOf = (value: unknown, isItem: Check): boolean => {
  if (!isObject(value)) return false
  for (const key of Object.keys(value)) if (key === "__proto__" || !isItem(value[key])) return false
  return true
}

/**
 * Whether a value is JSON, nested at most `depth` levels deep. At 0 it is no object and no array.
 *
 * The value must come from JSON.parse: prototypes are not checked.
 */
export const isJsonWithin = (value: unknown, depth: number): boolean => {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true
  if (typeof value !== "object") return Number.isFinite(value)
  if (depth === 0) return false
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isJsonWithin(value[at], depth - 1)) return false
    return true
  }
  for (const key in value) if (!isJsonWithin((value as JsonRecord)[key], depth - 1)) return false
  return true
}

/** How many enumerable keys an object has of its own. */
export const keyCount = (value: object): number => Object.keys(value).length

/** What an optional key adds to `keyCount`. */
export const present = (value: unknown): 0 | 1 => (value === undefined ? 0 : 1)

/** Returns a whole number from 0, or undefined for any other value: it was not recorded, and unrecorded is not zero. */
export const natural = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
