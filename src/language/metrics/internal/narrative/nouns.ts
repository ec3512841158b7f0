/**
 * The noun phrase after a verb: what the action was done to.
 *
 * Content words up to punctuation, a preposition or another verb, at most four. A name (`#43`, `report.txt`, a
 * quotation) can replace the noun. A pronoun cannot.
 */
import { noPhrase, type Phrase } from "./clause.ts"
import type { Token } from "./sentences.ts"
import { type Class, looksPast } from "./words.ts"

const MOST = 4

export const nounsAfter = (after: ReadonlyArray<Token>): Phrase => {
  const nouns: Array<Token> = []
  const names: Array<Token> = []
  for (const [at, token] of after.entries()) {
    const isFirst = nouns.length + names.length === 0
    const next = after.slice(at + 1).find(({ is }) => is !== "adverb")
    // "I closed it and emailed Anna": the pronoun is the object.
    if (isFirst && (token.is === "other" || token.is === "object") && (next === undefined || ends.has(next.is))) break
    if (token.is === "none" && isFirst) return { ...noPhrase, denied: true }
    if (nouns.length > 0 && (token.lower === "one" || token.lower === "ones")) return { ...noPhrase, names }
    if (isName(token) && nouns.length > 0) return { ...noPhrase, nouns, names: [...names, ...list(after.slice(at))] }
    if (isName(token)) names.push(...(token.is === "number" ? [] : [token]))
    else if (token.is === "content" && !isParticiple(token, next, nouns)) nouns.push(token)
    else if (!isSkipped(token, next, isFirst)) break
    if (nouns.length === MOST && (next === undefined || !isName(next))) break
  }
  return { ...noPhrase, nouns, names }
}

const ends = new Set<Class>(["link", "comma", "but", "mark", "preposition", "to", "close", "open"])

const isName = ({ is }: Token): boolean => is === "name" || is === "number" || is === "quote"

/** "43", "43 and 44"; but not "43 times". */
const list = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const end = tokens.findIndex((token) => !isName(token) && token.is !== "comma" && token.is !== "link")
  const names = tokens.slice(0, end === -1 ? tokens.length : end)
  return tokens[end]?.is === "content" && isName(names.at(-1)!) ? [] : names.filter(isName)
}

/** "The issue assigned to Anna" is about the issue. */
const isParticiple = (token: Token, next: Token | undefined, nouns: ReadonlyArray<Token>): boolean =>
  nouns.length > 0 && looksPast(token.lower) && next?.is !== "content"

const isSkipped = ({ is, lower }: Token, next: Token | undefined, isFirst: boolean): boolean =>
  skipped.has(is) ||
  (is === "past" && (isFirst || next?.is === "content")) ||
  (isFirst && (is === "other" || lower === "of" || lower === "that")) ||
  (isFirst && (is === "link" || is === "comma") && next?.is === "past")

const skipped = new Set<Class>(["determiner", "quantifier", "object", "adverb", "only", "genitive", "interjection"])
