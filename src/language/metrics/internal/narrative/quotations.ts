/**
 * Finds the quotations of a text, which make no claims: words of others, values, and code.
 *
 * Block quotes, fenced and inline code, straight and curly quotation marks. A mark that is not closed within its
 * paragraph (a fence: within the text) starts no quotation, so that a stray mark cannot hide the rest of the text.
 */
import { isBlankAt, isWordAt } from "./characters.ts"

export interface Quotation {
  readonly end: number
  /** Whole lines end the sentence around them; words within a line are part of it. */
  readonly block: boolean
}

/**
 * Returns a function that says whether a quotation starts at a position. Positions must increase from call to call.
 * Failed searches are remembered, so that all calls together read the text a bounded number of times.
 */
export const quotationsOf = (text: string): ((at: number, lineStart: boolean) => Quotation | undefined) => {
  const unclosed = new Map<string, number>()

  const find = (opener: string, from: number, closes: (at: number) => boolean): number | undefined => {
    if (from < (unclosed.get(opener) ?? 0)) return undefined
    let at = from
    for (; at < text.length && !endsParagraph(text, at); at++) if (closes(at)) return at
    unclosed.set(opener, at)
    return undefined
  }

  const fence = (at: number): Quotation | undefined => {
    const opener = text.slice(at, at + 3)
    if (opener !== "```" && opener !== "~~~") return undefined
    if (at < (unclosed.get(opener) ?? 0)) return undefined
    for (let end = text.indexOf("\n", at); end !== -1; end = text.indexOf("\n", end + 1)) {
      if (isLine(text, end + 1, opener)) return { end: lineEnd(text, end + 1), block: true }
    }
    unclosed.set(opener, text.length)
    return undefined
  }

  const inline = (at: number): Quotation | undefined => {
    const opener = text[at]!
    const closer = closers.get(opener)
    if (closer === undefined || !opensAt(text, at)) return undefined
    const end = find(opener, runEnd(text, at), (place) => text[place] === closer && closesAt(text, place))
    return end === undefined ? undefined : { end: runEnd(text, end), block: false }
  }

  return (at, lineStart) => {
    if (lineStart && text[at] === ">") return { end: lineEnd(text, at), block: true }
    return (lineStart ? fence(at) : undefined) ?? inline(at)
  }
}

const closers: ReadonlyMap<string, string> = new Map([
  ["`", "`"],
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"]
])

/** A straight mark may be an apostrophe: it opens a quotation if a word follows it and none precedes it. */
const opensAt = (text: string, at: number): boolean =>
  (text[at] !== '"' && text[at] !== "'") || (!isWordAt(text, at - 1) && !isSpace(text, at + 1))

const closesAt = (text: string, at: number): boolean =>
  (text[at] !== "'" && text[at] !== "’") || (!isWordAt(text, at + 1) && !isSpace(text, at - 1))

const isSpace = (text: string, at: number): boolean => at >= text.length || text[at] === "\n" || isBlankAt(text, at)

const endsParagraph = (text: string, at: number): boolean => text[at] === "\n" && isLine(text, at + 1, "\n")

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
