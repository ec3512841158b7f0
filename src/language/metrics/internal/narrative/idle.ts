/**
 * Skips sentences without any word that a claim needs, before they are read: most sentences of a long message have none.
 *
 * A claim needs a past form. All of them end in "ed" but for a few words, so a look at the letters is enough.
 */
import { isLetterOrDigit, isWordAt } from "./characters.ts"
import { keptFor } from "./kept.ts"
import type { Pasts } from "./lexicon.ts"
import { phrasalPasts } from "./phrasal.ts"

/** The end of the sentence that begins here if it is idle; else where it begins. Quotations are left to the reader. */
export type SkipIdle = (text: string, at: number) => number

export const idleSentences: (pasts: Pasts) => SkipIdle = keptFor((pasts) => {
  const words = new Set([...pasts.keys(), ...phrasalPasts(), ...besides])
  const isPlain = [...words].every((word) => /^[a-z]+$/.test(word))
  /** By first letter, the lengths of these words. */
  const lengths = new Int32Array(26)
  for (const word of words)
    if (!word.endsWith("ed")) lengths[word.charCodeAt(0) - 97]! |= 1 << Math.min(word.length, 31)

  const mayClaim = (text: string, start: number, end: number): boolean => {
    const isRegular = (text.charCodeAt(end - 1) | 32) === D && (text.charCodeAt(end - 2) | 32) === E
    const isLength = (lengths[(text.charCodeAt(start) | 32) - 97]! & (1 << Math.min(end - start, 31))) !== 0
    return (isRegular || isLength) && words.has(text.slice(start, end).toLowerCase())
  }

  const isIdle = (text: string, start: number, end: number): boolean => {
    for (let at = start; at < end; at++) {
      const from = at
      while (at < end && isLetter(text.charCodeAt(at))) at++
      if (at > from && mayClaim(text, from, at)) return false
    }
    return true
  }

  return (text, start) => {
    if (!isPlain) return start
    for (let at = start; at < text.length;) {
      let end = at
      let code = text.charCodeAt(end) | 32
      while (code >= 97 && code <= 122) code = text.charCodeAt(++end) | 32
      if (end > at) {
        if (mayClaim(text, at, end)) return start
        at = end
        continue
      }
      const sign = text.charCodeAt(at)
      if (sign === NEW_LINE) return startsLower(text, at + 1) ? start : at
      if (ends.has(sign) && !(isWordAt(text, at - 1) && isWordAt(text, at + 1))) return at + 1
      if (quotes.has(sign) && !(isLetterOrDigit(text.charCodeAt(at - 1)) && isLetterOrDigit(text.charCodeAt(at + 1)))) {
        const close = sign === BACKTICK ? text.indexOf("`", at + 1) : -1
        if (close <= at + 1 || hasLineEnd(text, at, close) || text[close + 1] === "`" || !isIdle(text, at + 1, close))
          return start
        at = close
      }
      at++
    }
    return text.length
  }
})

/** Words that say a past action with a base form. */
const besides = ["did", "able"]

const [D, E, NEW_LINE, BACKTICK] = [100, 101, 10, 96]

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122

const hasLineEnd = (text: string, from: number, to: number): boolean => {
  const at = text.indexOf("\n", from)
  return at !== -1 && at < to
}
const codes = (signs: string): ReadonlySet<number> => new Set(Array.from(signs, (sign) => sign.charCodeAt(0)))
const ends = codes(".!?…。！？")
const quotes = codes("`\"'“”„‘’«»~")

/** A line that continues in lower case is the same sentence. */
const startsLower = (text: string, from: number): boolean => {
  let at = from
  while (text.charCodeAt(at) === 32) at++
  const code = text.charCodeAt(at)
  return (code >= 97 && code <= 122) || code > 127
}
