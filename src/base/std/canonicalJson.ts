/**
 * Writes equal JSON values as equal texts: keys sorted, no spaces, `1.0` as `1`, no Unicode normalisation.
 */
import stringify from "fast-json-stable-stringify"
import type { Json } from "./Json.ts"

export const canonicalJson = (value: Json): string => stringify(value)
