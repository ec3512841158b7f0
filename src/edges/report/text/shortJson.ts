/**
 * A JSON value on one line, with sorted keys, in at most `max` code points.
 */
import { canonicalJson } from "../../../base/std/canonicalJson.ts"
import type { Json } from "../../../base/std/Json.ts"
import { shorten } from "../../../base/std/shorten.ts"

export const shortJson = (value: Json, max: number): string => shorten(canonicalJson(value), max)
