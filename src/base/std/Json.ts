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
