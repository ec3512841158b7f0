/**
 * The types of JSON values, and checks for their kinds.
 */

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

export interface JsonObject {
  readonly [key: string]: Json
}

/** Whether a value is an object with keys: neither null nor an array. */
export const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** `isObject` for a value that is known to be JSON. */
export const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

/** Array.isArray, which does not narrow readonly arrays. */
export const isArray = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)

/**
 * Whether a value is JSON, exactly as Schema.Json decides and without loading it. It may be nested to any depth; a value
 * that contains itself is not JSON.
 */
export const isJson = (value: unknown): value is Json => isScalar(value) || (isNested(value) && isTree(value))

/** Whether a value is an object of the kind that JSON.parse makes, with any values. */
export const isPlainObject = (value: unknown): value is { readonly [key: string]: unknown } => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)

const isNested = (value: unknown): value is object => Array.isArray(value) || isPlainObject(value)

/** A part is open until everything in it was visited. A part that contains an open part contains itself. */
const isTree = (root: object): boolean => {
  const looked = new Map<object, "open" | "done">()
  const left = [root]
  for (let part = left.at(-1); part !== undefined; part = left.at(-1)) {
    if (looked.has(part)) {
      looked.set(part, "done")
      left.pop()
      continue
    }
    looked.set(part, "open")
    for (const inner of Array.isArray(part) ? part : Object.values(part)) {
      if (isScalar(inner)) continue
      if (!isNested(inner) || looked.get(inner) === "open") return false
      if (!looked.has(inner)) left.push(inner)
    }
  }
  return true
}
