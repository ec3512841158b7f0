/**
 * One spelling for one JSON value: keys sorted, no spaces, `1` and `1.0` alike, no Unicode normalisation.
 */
import stringify from "fast-json-stable-stringify"
import type { Json } from "./Json.ts"

export const canonicalJson = (value: Json): string => stringify(value)
