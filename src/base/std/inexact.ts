/**
 * Integers beyond 2^53, which lose digits in JSON.parse. Two that are equal after parsing may have been different
 * before, so a comparison of them has no answer.
 */
import { type Json, isJson } from "./Json.ts"

/** The reason that a finding gives. */
export const INEXACT = "an integer beyond 2^53 loses digits in JSON and cannot be compared"

/** NaN and the infinities are inexact too: JSON.parse turns 1e400 into Infinity. */
export const isInexact = (x: number): boolean => !(Math.abs(x) <= Number.MAX_SAFE_INTEGER)

/** An exact number never equals an inexact one, so a comparison has to check one of its sides only. */
export const holdsInexact = (value: Json): boolean => {
  if (typeof value === "number") return isInexact(value)
  if (typeof value !== "object" || value === null) return false
  for (const part of Array.isArray(value) ? value : Object.values(value)) if (holdsInexact(part)) return true
  return false
}

/** Whether lost digits could change the result of validating a value against a JSON Schema. */
export const isLeftOpen = (schema: Json, value: Json): boolean =>
  holdsInexact(value) && (holdsInexact(schema) || comparesDigits.test(JSON.stringify(schema)) || !isJson(value))

/** The keywords whose result depends on every digit of an integer. */
const comparesDigits = /"(?:multipleOf|uniqueItems)":/
