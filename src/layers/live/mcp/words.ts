/**
 * What servers and their systems say, made fit for a message: short, on one line, and harmless to print.
 */

/** Control characters are shown as `\u{1b}` and never sent. */
export const visible = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)

const LONGEST = 500

/** An error's own words and those of its cause, as a sentence. */
export const sentence = (error: unknown): string => {
  const text = visible(wordsOf(error)).slice(0, LONGEST)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** A refused request says why in its cause, or in its status. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const status = "status" in error && typeof error.status === "number" ? ` (status ${error.status})` : ""
  return `${error.message}${status}${error.cause instanceof Error ? `: ${wordsOf(error.cause)}` : ""}`
}
