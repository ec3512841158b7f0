/**
 * Values as short texts, for printed lines and the reasons of findings.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { canonicalJson } from "../../../base/std/canonicalJson.ts"
import { firstWords } from "../../../base/std/wholeWords.ts"

/** At most four decimals, truncated, so that 0.49999 is not printed as 0.5. */
export const shortNumber = (x: number): string => String(Number(x.toFixed(12).slice(0, -8)))

/** Canonical JSON of at most 80 characters, cut between words; "nothing" for undefined. */
export const shortJson = (value: Json | undefined): string => {
  if (value === undefined) return "nothing"
  const text = canonicalJson(value)
  return text.length <= LONGEST ? text : `${firstWords(text, LONGEST - 1)}…`
}

const LONGEST = 80
