/**
 * Splits a text into sentences of tokens. A quotation is one token.
 *
 * Markdown is read as it is rendered: marks of emphasis are dropped, a bullet or a line that starts with a capital
 * letter starts a sentence, a ticked box is a bullet. A contraction is two words ("I've" is "i" and "'ve").
 */
import { isBlankAt, isLetterOrDigit, isWordAt } from "./characters.ts"
import { type Pasts, type ReadWord, wordsReadWith } from "./lexicon.ts"
import type { SkipIdle } from "./idle.ts"
import type { SecondWords } from "./phrasal.ts"
import { type Quotation, quotationsOf } from "./quotations.ts"
import type { Class } from "./words.ts"

export interface Token {
  readonly is: Class
  /** The base form of a past form. */
  readonly verb?: string | undefined
  /** The second words that make it another verb: "up" after "set". */
  readonly seconds?: SecondWords | undefined
  readonly lower: string
  /** As written; a quotation without its marks. */
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface Sentence {
  readonly tokens: ReadonlyArray<Token>
  readonly question: boolean
}

/** A longer sentence is cut, which bounds the cost of any text. */
const LONGEST = 400

/** Without `skipIdle` every sentence is read. The first one always is. */
export function* sentences(text: string, pasts: Pasts, skipIdle?: SkipIdle): Generator<Sentence> {
  let isFirst = true
  const readWord = wordsReadWith(pasts)
  const quotationAt = quotationsOf(text)
  let tokens: Array<Token> = []
  let lineStart = true
  let at = 0
  while (at < text.length) {
    // Most characters are of plain words, and no mark: they need no further look.
    if (isLetterOrDigit(text.charCodeAt(at)) && tokens.length < LONGEST) {
      if (skipIdle !== undefined && !isFirst && tokens.length < 3 && tokens.every(({ is }) => is === "mark")) {
        const next = skipIdle(text, at)
        if (next > at) {
          tokens = []
          lineStart = false
          at = next
          continue
        }
      }
      const plain = plainEnd(text, at)
      const end = plain === -1 ? wordEnd(text, at) : plain
      if (plain === -1) for (const token of words(text, at, end, readWord)) add(tokens, token)
      else add(tokens, word(text.slice(at, end), at, readWord))
      lineStart = false
      at = end
      continue
    }
    if (text.charCodeAt(at) === SPACE && tokens.length < LONGEST) {
      at++
      continue
    }
    const quotation = quotationAt(at, lineStart) ?? (lineStart ? titleAt(text, at) : undefined)
    const end = quotation?.end ?? pieceEnd(text, at)
    const ends = quotation === undefined ? endsSentence(text, at) : quotation.block
    if (!ends) {
      const added = quotation === undefined ? piece(text, at, end, readWord) : [quote(text, at, end)]
      for (const token of added) add(tokens, token)
    }
    if (ends || tokens.length >= LONGEST) {
      if (tokens.length > 0) {
        isFirst = false
        yield { tokens, question: "?？".includes(text[at]!) }
      }
      tokens = []
    }
    lineStart = text[at] === "\n" || (lineStart && isBlankAt(text, at))
    at = end
  }
  if (tokens.length > 0) yield { tokens, question: false }
}

/** "am" after a number is a time of the day. */
const add = (tokens: Array<Token>, token: Token): void => {
  tokens.push(token.lower === "am" && tokens.at(-1)?.is === "number" ? { ...token, is: "adverb" } : token)
}

/** The end of a word of letters of ASCII that no sign joins to another, which is most words; else -1. */
const plainEnd = (text: string, start: number): number => {
  let at = start
  let code = text.charCodeAt(at) | LOWER_CASE
  while (code >= 97 && code <= 122) code = text.charCodeAt(++at) | LOWER_CASE
  if (at === start) return -1
  const next = text.charCodeAt(at)
  const isEnd = next <= COMMA ? next !== APOSTROPHE : next === FULL_STOP && !(text.charCodeAt(at + 1) > SPACE)
  return isEnd ? at : -1
}

/** The bit that tells a small letter of ASCII from a capital one. */
const LOWER_CASE = 32

/** A heading or a row of a table: titles, which claim nothing. */
const titleAt = (text: string, at: number): Quotation | undefined => {
  let level = at
  while (text[level] === "#") level++
  if (text[at] !== "|" && (level === at || text[level] !== " ")) return undefined
  const end = text.indexOf("\n", at)
  return { end: end === -1 ? text.length : end, block: true }
}

/** A `.` inside a word is part of its token. A line that continues in lower case is the same sentence. */
const endsSentence = (text: string, at: number): boolean => {
  if (text[at] !== "\n") return ".!?…。！？".includes(text[at]!)
  let next = at + 1
  while (isBlankAt(text, next)) next++
  return !isWordAt(text, next) || text[next] !== text[next]!.toLowerCase() || isDigit(text[next])
}

const pieceEnd = (text: string, at: number): number => {
  if (text[at] === "[" && "xX✓✔".includes(text[at + 1] ?? "?") && text[at + 2] === "]") return at + 3
  return startsWord(text, at) ? wordEnd(text, at) : at + 1
}

/** `#43`, `@anna`, `$50` and `/tmp` are words that start with a sign. */
const startsWord = (text: string, at: number): boolean =>
  isWordAt(text, at) || ("#@$€£/".includes(text[at]!) && isWordAt(text, at + 1) && !isWordAt(text, at - 1))

const wordEnd = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length) {
    if (isWordAt(text, at)) at++
    else if (isWordAt(text, at + 1) && joins(text, at)) at += 2
    else if (text.startsWith("://", at)) at += 3
    else break
  }
  return at
}

const joins = (text: string, at: number): boolean =>
  "-'’./@".includes(text[at]!) || (",:".includes(text[at]!) && isDigit(text[at - 1]) && isDigit(text[at + 1]))

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= "0" && character <= "9"

const piece = (text: string, start: number, end: number, readWord: ReadWord): ReadonlyArray<Token> => {
  if (startsWord(text, start)) return words(text, start, end, readWord)
  const sign = text.slice(start, end)
  return silent.includes(sign) || isBlankAt(text, start) ? [] : [token(marks.get(sign) ?? "mark", text, start, end)]
}

/** Emphasis, brackets of a link, the end of a wrapped line, an unclosed quotation mark. */
const silent = "\n*~[]#'’\"`^%"

const marks: ReadonlyMap<string, Class> = new Map([
  ["&", "link"],
  ["+", "link"],
  ["/", "link"],
  [",", "comma"],
  ["(", "open"],
  [")", "close"]
])

/** Underscores around a word are emphasis. */
const words = (text: string, start: number, end: number, readWord: ReadWord): ReadonlyArray<Token> => {
  let [from, to] = [start, end]
  while (from < to && text[from] === "_") from++
  while (from < to && text[to - 1] === "_") to--
  if (from === to) return []
  const written = text.slice(from, to)
  if (!written.includes("'") && !written.includes("’")) return [word(written, from, readWord)]
  const lower = written.toLowerCase().replaceAll("’", "'")
  const ending = contractions.find((short) => lower.endsWith(short))
  const middle = ending === undefined ? to : to - ending.length
  return ending === undefined || middle === from
    ? [word(written, from, readWord)]
    : [word(text.slice(from, middle), from, readWord), word(text.slice(middle, to), middle, readWord)]
}

const SPACE = 32
const APOSTROPHE = 39
/** Up to it there are spaces and signs, and no letter or digit. */
const COMMA = 44
const FULL_STOP = 46

const contractions = ["n't", "'ve", "'ll", "'re", "'d", "'s", "'m"]

const word = (written: string, start: number, readWord: ReadWord): Token => {
  const { is, lower, seconds, verb } = readWord(written)
  return { is, verb, seconds, lower, text: written, start, end: start + written.length }
}

const quote = (text: string, start: number, end: number): Token => ({
  ...token("quote", text, start, end),
  text: text.slice(start + 1, end - 1)
})

const token = (is: Class, text: string, start: number, end: number): Token => {
  const written = text.slice(start, end)
  return { is, lower: written, text: written, start, end }
}
