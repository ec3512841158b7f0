/**
 * The noun phrases that an action was done to: "the issue and the branch", after an active verb or before a passive one.
 *
 * A phrase is content words up to punctuation, a preposition or another verb, at most four. A name (`#43`, `report.txt`, a quotation)
 * can replace the noun. A pronoun cannot.
 */
import { noPhrase, type Phrase } from "./clause.ts"
import type { Token } from "./sentences.ts"
import { classSet, looksPast } from "./words.ts"

const MOST = 4

const ends = classSet("link comma but mark preposition to close open")
const skipped = classSet("determiner quantifier object adverb only genitive interjection")
const opens = classSet("determiner quantifier")
const starts = classSet("comma link mark interjection adverb")

/** What shows that a noun is the subject of what follows. */
const predicates = classSet("was is have had did do modal past genitive content being")

export const nounsAfter = (after: ReadonlyArray<Token>): Phrase => {
  const nouns: Array<Token> = []
  const names: Array<Token> = []
  for (const [at, token] of after.entries()) {
    const { is, lower } = token
    const isFirst = nouns.length + names.length === 0
    const next = after.slice(at + 1).find((one) => one.is !== "adverb")
    // "I closed it and emailed Anna": the pronoun is the object.
    if (isFirst && (is === "other" || is === "object") && (next === undefined || ends.has(next.is))) break
    if (is === "none" && isFirst) return { ...noPhrase, denied: true }
    if (nouns.length > 0 && (lower === "one" || lower === "ones")) return { ...noPhrase, names }
    if (isName(token) && nouns.length > 0)
      return { ...noPhrase, nouns, names: [...names, ...namesFrom(after.slice(at))] }
    if (isName(token)) names.push(...(is === "number" ? [] : [token]))
    // "The issue assigned to Anna" is about the issue.
    else if (is === "content" && !(nouns.length > 0 && looksPast(lower) && next?.is !== "content")) nouns.push(token)
    else if (!isSkipped(token, next, isFirst)) break
    if (nouns.length === MOST && (next === undefined || !isName(next))) break
  }
  return { ...noPhrase, nouns, names }
}

const isName = ({ is }: Token): boolean => is === "name" || is === "number" || is === "quote"

/** "43", "43 and 44"; but not "43 times". */
const namesFrom = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const end = tokens.findIndex((token) => !isName(token) && token.is !== "comma" && token.is !== "link")
  const names = tokens.slice(0, end === -1 ? tokens.length : end)
  return tokens[end]?.is === "content" && isName(names.at(-1)!) ? [] : names.filter(isName)
}

const isSkipped = ({ is, lower }: Token, next: Token | undefined, isFirst: boolean): boolean =>
  skipped.has(is) ||
  (is === "past" && (isFirst || next?.is === "content")) ||
  (isFirst && (is === "other" || lower === "of" || lower === "that")) ||
  (isFirst && (is === "link" || is === "comma") && next?.is === "past")

/** Each of the things that the action was done to. */
export const phrasesWith = (
  phrase: Phrase,
  isActive: boolean,
  tokens: ReadonlyArray<Token>,
  verb: number
): ReadonlyArray<Phrase> => {
  const at = phrase.nouns.length === 0 ? -1 : tokens.indexOf(phrase.nouns[0]!)
  if (at === -1 || (isActive && at < verb)) return [phrase]
  if (isActive) return [phrase, ...objectsAfter(tokens.slice(verb + 1), phrase)]
  const isPlural = tokens.slice(at, verb).some(({ lower }) => lower === "were" || lower === "have" || lower === "are")
  return isPlural ? [...subjectsBefore(tokens, at), phrase] : [phrase]
}

/** The further objects of a verb: the label and the branch, in "created the issue, the label and the branch". */
const objectsAfter = (after: ReadonlyArray<Token>, last: Phrase): ReadonlyArray<Phrase> => {
  const joint = after.indexOf([...last.nouns, ...last.names].at(-1)!) + 1
  let at = joint
  while (at > 0 && (after[at]?.is === "comma" || after[at]?.is === "link")) at++
  if (at === joint || !opens.has(after[at]?.is ?? "past")) return []
  const next = nounsAfter(after.slice(at))
  const end = after[after.indexOf([...next.nouns, ...next.names].at(-1)!) + 1]
  if (next.nouns.length === 0 || next.denied || (end !== undefined && predicates.has(end.is))) return []
  return [next, ...objectsAfter(after.slice(at), next)]
}

/** The further subjects of a passive: the issue, in "the issue and the branch were closed". */
const subjectsBefore = (tokens: ReadonlyArray<Token>, from: number): ReadonlyArray<Phrase> => {
  let at = from - 1
  const back = (isPart: (token: Token) => boolean) => {
    while (at >= 0 && isPart(tokens[at]!)) at--
    return at
  }
  const joint = back(({ is }) => opens.has(is))
  const last = back(({ is }) => is === "comma" || is === "link")
  const first = back(({ is }) => is === "content")
  const isFirst = at < 0 || opens.has(tokens[at]!.is)
  const before = tokens[back(({ is }) => opens.has(is))]
  if (first === last || last === joint || !isFirst || (before !== undefined && !starts.has(before.is))) return []
  return [...subjectsBefore(tokens, first + 1), { ...noPhrase, nouns: tokens.slice(first + 1, last + 1) }]
}
