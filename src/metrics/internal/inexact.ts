/**
 * Numbers that may not be what was recorded: beyond 2^53 an integer loses digits in JSON.parse. Two of them that are
 * equal may have been different, so whatever compares them has no answer.
 */
import type { Json } from "../../domain/Json.ts"

/** Why there is no answer, as a sentence without a capital. */
export const INEXACT = "an integer beyond 2^53 loses digits in JSON and cannot be compared"

/** NaN and the infinities are inexact too: they are what is left of 1e400. */
export const isInexact = (x: number): boolean => !(Math.abs(x) <= Number.MAX_SAFE_INTEGER)

/** An exact number never equals an inexact one, so it is enough to ask this of one side of a comparison. */
export const holdsInexact = (value: Json): boolean => holds(value, isInexact)

/** Whether lost digits could change what a JSON Schema says of a value. */
export const isLeftOpen = (schema: Json, value: Json): boolean =>
  holdsInexact(value) &&
  (holdsInexact(schema) || comparesDigits.test(JSON.stringify(schema)) || holds(value, (x) => !Number.isFinite(x)))

/** The keywords that compare a value with itself, or with every multiple of a number. */
const comparesDigits = /"(?:multipleOf|uniqueItems)":/

const holds = (value: Json, is: (x: number) => boolean): boolean =>
  typeof value === "number"
    ? is(value)
    : typeof value === "object" && value !== null && Object.values(value).some((part) => holds(part, is))
