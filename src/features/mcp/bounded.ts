/**
 * Keeps an answer within what a model can read: the first lines of a text, and a sentence about what is left out.
 */
import type { JsonObject } from "../../base/std/Json.ts"

/** Characters of a text, and of the JSON beside it. */
export const MOST_TEXT = 20_000
export const MOST_JSON = 40_000

/** `less` says how to ask for less. */
export const boundedText = (text: string, less: string): string => {
  if (text.length <= MOST_TEXT) return text
  const whole = text.lastIndexOf("\n", MOST_TEXT)
  const kept = text.slice(0, whole > 0 ? whole : MOST_TEXT)
  const rest = text.slice(kept.length)
  return `${kept}\n... ${rest.length} characters on ${rest.trim().split("\n").length} lines are left out. ${less}`
}

/** What is too long is replaced by the text: some clients show their model the JSON alone. */
export const boundedJson = (
  facts: JsonObject,
  [key, value]: readonly [key: string, value: unknown],
  text: string,
  less: string
): JsonObject => {
  const size = JSON.stringify(value).length
  return size <= MOST_JSON
    ? { ...facts, [key]: value as JsonObject }
    : { ...facts, text, left_out: `${key} has ${size} characters, and at most ${MOST_JSON} are sent. ${less}` }
}
