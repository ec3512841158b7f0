/**
 * Splits names into words: `create_issue`, `createIssue` and `issues.create-v2`.
 *
 * Scans by hand: on some runtimes a regular expression over letters throws for a long text.
 */
import { isLetterOrDigit, isWordAt } from "./characters.ts"

/** Whether a letter or a digit is at this position. */
export const isPartAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return isLetterOrDigit(code) || (code > 127 && isWordAt(text, at))
}

export const parts = (name: string): ReadonlyArray<string> => words(name).flatMap(humps)

/** Runs of letters and digits, as written. */
export const words = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    if (isPartAt(text, at)) continue
    if (at > start) found.push(text.slice(start, at))
    start = at + 1
  }
  return found
}

/** The parts of one word: `createIssue`, `HTTPServer`, `v2`. */
export const humps = (word: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let start = 0
  let [before, kind] = [kindOf(word, 0), kindOf(word, 1)]
  for (let at = 1; at < word.length; at++) {
    const after = kindOf(word, at + 1)
    if (isHump(before, kind, after)) {
      found.push(word.slice(start, at))
      start = at
    }
    ;[before, kind] = [kind, after]
  }
  return [...found, word.slice(start)]
}

type Kind = "upper" | "lower" | "digit" | "letter"

const isHump = (before: Kind, kind: Kind, after: Kind): boolean =>
  (before === "digit") !== (kind === "digit") ||
  (kind === "upper" && (before === "lower" || (before === "upper" && after === "lower")))

/** "letter" behind the end of the word. */
const kindOf = (word: string, at: number): Kind => {
  const code = word.charCodeAt(at)
  if (code >= 97 && code <= 122) return "lower"
  if (code >= 48 && code <= 57) return "digit"
  const character = word.charAt(at)
  if (character !== character.toLowerCase()) return "upper"
  return character === character.toUpperCase() ? "letter" : "lower"
}
