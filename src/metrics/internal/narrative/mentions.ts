/**
 * Which recorded calls a text does not mention. A call is mentioned if every salient word of its tool's name is in the
 * text, in any inflection and anywhere: in quotations, in code, and as part of another name.
 */
import type { ToolCall } from "../../../domain/Trace.ts"
import { humps, visitWords } from "./parts.ts"
import type { ReadTool } from "./recorded.ts"
import { mayContain, stem } from "./stem.ts"

export const unmentioned = (
  calls: ReadonlyArray<ToolCall>,
  text: string,
  readTool: ReadTool
): ReadonlyArray<number> => {
  const salient = calls.map((call) => readTool(call).salient)
  const wanted = new Set([...new Set(salient)].flat())
  const found = mentioned(text, wanted)
  const isSilent = (stems: ReadonlyArray<string>) => stems.length === 0 || !stems.every((one) => found.has(one))
  return salient.flatMap((stems, index) => (isSilent(stems) ? [index] : []))
}

/** Which of the stems are in the text. */
const mentioned = (text: string, wanted: ReadonlySet<string>): ReadonlySet<string> => {
  const lower = text.toLowerCase()
  const sought = new Set([...wanted].filter((stemmed) => mayContain(lower, stemmed)))
  const initials = new Set(Array.from(sought, (stemmed) => stemmed.charCodeAt(0)))
  const found = new Set<string>()
  const find = (word: string): void => {
    const stemmed = stem(word)
    if (sought.delete(stemmed)) found.add(stemmed)
  }
  if (sought.size > 0)
    visitWords(text, (start, end) => {
      // A stem begins with the same letter as its word, except for the word "y": most words need no stemming.
      const isLikely = end - start === 1 || initials.has(text.charCodeAt(start) | LOWER_CASE)
      if (!isLikely && isPlain(text, start, end)) return false
      const word = text.slice(start, end)
      find(word)
      if (!isPlain(text, start, end)) for (const part of humps(word)) find(part)
      return sought.size === 0
    })
  return found
}

/** The bit that tells a small letter of ASCII from a capital one. */
const LOWER_CASE = 32

/** Whether a word is one part, whose first letter is the only one that may be a capital. */
const isPlain = (text: string, start: number, end: number): boolean => {
  if (!isSmall(text.charCodeAt(start) | LOWER_CASE)) return false
  for (let at = start + 1; at < end; at++) if (!isSmall(text.charCodeAt(at))) return false
  return true
}

const isSmall = (code: number): boolean => code >= 97 && code <= 122
