/**
 * Values as short texts, for printed lines and the reasons of findings.
 */
import type { Json } from "../../domain/Json.ts"
import { canonicalJson } from "../../std/canonicalJson.ts"

/** At most four decimals, truncated, so that 0.49999 is not printed as 0.5. */
export const shortNumber = (x: number): string => String(Number(x.toFixed(12).slice(0, -8)))

/** Canonical JSON of at most 80 characters; "nothing" for undefined. */
export const shortJson = (value: Json | undefined): string => {
  if (value === undefined) return "nothing"
  const letters = Array.from(canonicalJson(value))
  return letters.length <= 80 ? letters.join("") : `${letters.slice(0, 79).join("")}…`
}
