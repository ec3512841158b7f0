/**
 * Numbers that may not be what was recorded: beyond 2^53 an integer loses digits in JSON.parse. Two of them that are
 * equal may have been different, so whatever compares them has no answer.
 */
import { isJson } from "../../std/isJson.ts"
import type { Json } from "../../domain/Json.ts"

/** Why there is no answer. */
export const INEXACT = "an integer beyond 2^53 loses digits in JSON and cannot be compared"

/** NaN and the infinities are inexact too: one of them is what is left of 1e400. */
export const isInexact = (x: number): boolean => !(Math.abs(x) <= Number.MAX_SAFE_INTEGER)

/** An exact number never equals an inexact one, so it is enough to ask this of one side of a comparison. */
export const holdsInexact = (value: Json): boolean => {
  if (typeof value === "number") return isInexact(value)
  if (typeof value !== "object" || value === null) return false
  for (const part of Array.isArray(value) ? value : Object.values(value)) if (holdsInexact(part)) return true
  return false
}

/** Whether lost digits could change what a JSON Schema says of a value. */
export const isLeftOpen = (schema: Json, value: Json): boolean =>
  holdsInexact(value) && (holdsInexact(schema) || comparesDigits.test(JSON.stringify(schema)) || !isJson(value))

/** The keywords that compare a number with another of the same value, or with all multiples of one. */
const comparesDigits = /"(?:multipleOf|uniqueItems)":/
