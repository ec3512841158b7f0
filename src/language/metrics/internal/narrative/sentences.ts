/**
 * Splits a text into sentences of tokens. A quotation is one token.
 *
 * Markdown is read as it is rendered: marks of emphasis are dropped, a bullet or a line that starts with a capital letter starts a
 * sentence, a ticked box is a bullet. A contraction is two words ("I've" is "i" and "'ve"). The text is scanned once, and tokens are
 * made of sentences with a past form only: most sentences of a long message have none.
 */
import { isBlankAt, isWordAt, keptFor } from "./stem.ts"
import { phrasals, type Verbs } from "./verbs.ts"
import { type Class, signClass } from "./words.ts"

export interface Token {
  readonly is: Class
  /** The base form of a past form. */
  readonly verb?: string | undefined
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

/** The first sentence, and each one that `isWanted` says of any of its words; all of them without it. */
export function* sentences(text: string, verbs: Verbs, isWanted?: ReturnType<typeof pastFinder>): Generator<Sentence> {
  const quotationAt = quotationsOf(text)
  /** Where each piece starts and ends; a quotation is kept as `~start`. */
  const pieces: Array<number> = []
  let isRead = true
  let lineStart = true
  for (let at = 0; at < text.length;) {
    if (isBlankAt(text, at)) {
      at++
      continue
    }
    const isWord = isWordAt(text, at)
    const quotation = isWord ? undefined : (quotationAt(at, lineStart) ?? (lineStart ? titleAt(text, at) : undefined))
    const end = quotation?.end ?? pieceEnd(text, at, isWord)
    const ends = quotation === undefined ? !isWord && endsSentence(text, at) : quotation.block
    if (!ends && (isWord || !isSilent(text, at, end))) {
      pieces.push(quotation === undefined ? at : ~at, end)
      isRead ||= isWanted === undefined || (quotation === undefined && isWanted(text, at, end))
    }
    if ((ends && pieces.length > 0) || pieces.length >= 2 * LONGEST) {
      if (isRead) yield { tokens: tokensOf(text, pieces, verbs), question: "?？".includes(text[at]!) }
      pieces.length = 0
      isRead = isWanted === undefined
    }
    lineStart = text[at] === "\n"
    at = end
  }
  if (isRead && pieces.length > 0) yield { tokens: tokensOf(text, pieces, verbs), question: false }
}

/** Says whether a word may be a past form. All of them end in "ed" but for a few, whose first letters and lengths are known. */
export const pastFinder = keptFor((verbs: Verbs): ((text: string, start: number, end: number) => boolean) => {
  const words = new Set([...verbs.pasts.keys(), ...phrasals.keys(), "did", "able"])
  if ([...words].some((word) => !/^[a-z]+$/.test(word))) return () => true
  const lengths = new Int32Array(32)
  for (const word of words)
    if (!word.endsWith("ed")) lengths[word.charCodeAt(0) & 31]! |= 1 << Math.min(word.length, 31)
  return (text, from, to) => {
    let start = from
    let end = to
    while (text.charCodeAt(start) === UNDERSCORE) start++
    while (text.charCodeAt(end - 1) === UNDERSCORE) end--
    const isRegular = (text.charCodeAt(end - 1) | 32) === 100 && (text.charCodeAt(end - 2) | 32) === 101
    const isLength = (lengths[text.charCodeAt(start) & 31]! & (1 << Math.min(end - start, 31))) !== 0
    return (isRegular || isLength) && words.has(text.slice(start, end).toLowerCase())
  }
})

const UNDERSCORE = 95

/** A heading or a row of a table: titles, which claim nothing. */
const titleAt = (text: string, at: number): Quotation | undefined => {
  let level = at
  while (text[level] === "#") level++
  return text[at] === "|" || (level > at && text[level] === " ") ? { end: lineEnd(text, at), block: true } : undefined
}

/** A `.` inside a word is part of its piece. A line that continues in lower case is the same sentence. */
const endsSentence = (text: string, at: number): boolean => {
  if (text[at] !== "\n") return ".!?…。！？".includes(text[at]!)
  const next = skipBlanks(text, at + 1)
  return !isWordAt(text, next) || text[next] !== text[next]!.toLowerCase() || isDigit(text[next])
}

/** `#43`, `@anna`, `$50` and `/tmp` are words that start with a sign. */
const pieceEnd = (text: string, start: number, isWord: boolean): number => {
  if (!isWord && text[start] === "[" && "xX✓✔".includes(text[start + 1] ?? "?") && text[start + 2] === "]")
    return start + 3
  const isSigned = !isWord && "#@$€£/".includes(text[start]!) && isWordAt(text, start + 1) && !isWordAt(text, start - 1)
  let at = start + 1
  if (!isWord && !isSigned) return at
  for (;;) {
    if (isWordAt(text, at)) at++
    else if (isBlankAt(text, at)) return at
    else if (isWordAt(text, at + 1) && joins(text, at)) at += 2
    else if (text.startsWith("://", at)) at += 3
    else return at
  }
}

const joins = (text: string, at: number): boolean =>
  "-'’./@".includes(text[at]!) || (",:".includes(text[at]!) && isDigit(text[at - 1]) && isDigit(text[at + 1]))

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= "0" && character <= "9"

/** Emphasis, brackets of a link, the end of a wrapped line, an unclosed quotation mark. */
const isSilent = (text: string, at: number, end: number): boolean =>
  end === at + 1 && "\n*~[]#'’\"`^%".includes(text[at]!)

const tokensOf = (text: string, pieces: ReadonlyArray<number>, verbs: Verbs): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  for (let at = 0; at < pieces.length; at += 2) {
    const [start, end] = [pieces[at]!, pieces[at + 1]!]
    if (start < 0) tokens.push({ ...sign(text, ~start, end), is: "quote", text: text.slice(~start + 1, end - 1) })
    else if (text[start] !== "[" && end > start + 1) addWords(tokens, text, start, end, verbs)
    else if (isWordAt(text, start)) addWords(tokens, text, start, end, verbs)
    else tokens.push(sign(text, start, end))
  }
  return tokens
}

const sign = (text: string, start: number, end: number): Token => {
  const written = text.slice(start, end)
  return { is: signClass(written), lower: written, text: written, start, end }
}

/** Underscores around a word are emphasis. "am" after a number is a time of the day. */
const addWords = (tokens: Array<Token>, text: string, start: number, end: number, { read }: Verbs): void => {
  let [from, to] = [start, end]
  while (from < to && text[from] === "_") from++
  while (from < to && text[to - 1] === "_") to--
  const written = text.slice(from, to)
  const isShort = written.includes("'") || written.includes("’")
  const small = isShort ? written.toLowerCase().replaceAll("’", "'") : ""
  const middle = to - (contractions.find((ending) => small.endsWith(ending)) ?? "").length
  const add = (first: number, last: number): void => {
    const word = text.slice(first, last)
    const { is, lower, verb } = read(word)
    const isTime = lower === "am" && tokens.at(-1)?.is === "number"
    if (first < last) tokens.push({ is: isTime ? "adverb" : is, verb, lower, text: word, start: first, end: last })
  }
  add(from, middle)
  if (isShort) add(middle, to)
}

const contractions = ["n't", "'ve", "'ll", "'re", "'d", "'s", "'m"]

interface Quotation {
  readonly end: number
  /** Whole lines end the sentence around them; words within a line are part of it. */
  readonly block: boolean
}

/**
 * Says whether a quotation starts at a position: block quotes, code, straight and curly quotation marks. A mark that is not closed
 * within its paragraph (a fence: within the text) starts none, so that a stray mark cannot hide the rest of the text. Positions must
 * increase from call to call: failed searches are remembered, so that all calls together read the text a bounded number of times.
 */
const quotationsOf = (text: string): ((at: number, lineStart: boolean) => Quotation | undefined) => {
  const unclosed = new Map<string, number>()
  const fence = (at: number): Quotation | undefined => {
    const opener = text.slice(at, at + 3)
    if ((opener !== "```" && opener !== "~~~") || at < (unclosed.get(opener) ?? 0)) return undefined
    for (let end = text.indexOf("\n", at); end !== -1; end = text.indexOf("\n", end + 1))
      if (isLine(text, end + 1, opener)) return { end: lineEnd(text, end + 1), block: true }
    unclosed.set(opener, text.length)
    return undefined
  }
  return (at, lineStart) => {
    if (lineStart && text[at] === ">") return { end: lineEnd(text, at), block: true }
    const fenced = lineStart ? fence(at) : undefined
    const opener = text[at]!
    const closer = closers.get(opener)
    if (fenced !== undefined || closer === undefined || !opensAt(text, at)) return fenced
    const from = runEnd(text, at)
    if (from < (unclosed.get(opener) ?? 0)) return undefined
    let end = from
    for (; end < text.length && !(text[end] === "\n" && isLine(text, end + 1, "\n")); end++)
      if (text[end] === closer && closesAt(text, end)) return { end: runEnd(text, end), block: false }
    unclosed.set(opener, end)
    return undefined
  }
}

const closers = new Map(["``", '""', "''", "“”", "„“", "‘’", "«»"].map((pair) => [pair[0]!, pair[1]!]))

/** A straight mark may be an apostrophe: it opens a quotation if a word follows it and none precedes it. */
const opensAt = (text: string, at: number): boolean =>
  (text[at] !== '"' && text[at] !== "'") || (!isWordAt(text, at - 1) && !isSpace(text, at + 1))

const closesAt = (text: string, at: number): boolean =>
  (text[at] !== "'" && text[at] !== "’") || (!isWordAt(text, at + 1) && !isSpace(text, at - 1))

const isSpace = (text: string, at: number): boolean => at >= text.length || text[at] === "\n" || isBlankAt(text, at)

const isLine = (text: string, from: number, start: string): boolean => text.startsWith(start, skipBlanks(text, from))

const skipBlanks = (text: string, from: number): number => {
  let at = from
  while (isBlankAt(text, at)) at++
  return at
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf("\n", from)
  return end === -1 ? text.length : end
}

/** Code may be marked by several backticks at once. */
const runEnd = (text: string, at: number): number => {
  let end = at + 1
  while (text[at] === "`" && text[end] === "`") end++
  return end
}
