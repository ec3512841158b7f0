/**
 * The further things that an action was done to: "created the issue and the branch", "the issue and the branch were closed".
 */
import { noPhrase, type Phrase } from "./clause.ts"
import { nounsAfter } from "./nouns.ts"
import type { Reading } from "./reading.ts"
import type { Token } from "./sentences.ts"
import type { Class } from "./words.ts"

/** Each of the things that the action was done to. */
export const phrasesWith = (
  phrase: Phrase,
  { is }: Pick<Reading, "is">,
  tokens: ReadonlyArray<Token>,
  verb: number
): ReadonlyArray<Phrase> => {
  const [first] = phrase.nouns
  if (first === undefined) return [phrase]
  const at = tokens.indexOf(first)
  if (is === "active") return at < verb ? [phrase] : [phrase, ...objectsAfter(tokens.slice(verb + 1), phrase)]
  const isPlural = tokens.slice(at, verb).some(({ lower }) => lower === "were" || lower === "have" || lower === "are")
  return isPlural ? [...subjectsBefore(tokens, phrase), phrase] : [phrase]
}

/** The further objects of a verb: the label and the branch, in "created the issue, the label and the branch". */
const objectsAfter = (after: ReadonlyArray<Token>, first: Phrase): ReadonlyArray<Phrase> => {
  const found: Array<Phrase> = []
  for (let last: Phrase = first; ;) {
    let at = after.indexOf([...last.nouns, ...last.names].at(-1)!) + 1
    const joint = at
    while (at > 0 && (after[at]?.is === "comma" || after[at]?.is === "link")) at++
    if (at === joint || !opens.has(after[at]?.is ?? "past")) return found
    const next = nounsAfter(after.slice(at))
    const end = after[after.indexOf([...next.nouns, ...next.names].at(-1)!) + 1]
    if (next.nouns.length === 0 || next.denied || (end !== undefined && follows.has(end.is))) return found
    found.push(next)
    last = next
  }
}

/** The further subjects of a passive: the issue, in "the issue and the branch were closed". */
const subjectsBefore = (tokens: ReadonlyArray<Token>, { nouns }: Phrase): ReadonlyArray<Phrase> => {
  const found: Array<Phrase> = []
  for (let at = tokens.indexOf(nouns[0]!) - 1; ;) {
    while (at >= 0 && opens.has(tokens[at]!.is)) at--
    const joint = at
    while (at >= 0 && (tokens[at]!.is === "comma" || tokens[at]!.is === "link")) at--
    const last = at
    while (at >= 0 && tokens[at]!.is === "content") at--
    const isFirst = at < 0 || opens.has(tokens[at]!.is)
    const before = tokens[tokens.slice(0, at + 1).findLastIndex(({ is }) => !opens.has(is))]
    if (at === last || last === joint || !isFirst || (before !== undefined && !starts.has(before.is))) return found
    found.unshift({ ...noPhrase, nouns: tokens.slice(at + 1, last + 1) })
  }
}

const opens = new Set<Class>(["determiner", "quantifier"])
const starts = new Set<Class>(["comma", "link", "mark", "interjection", "adverb"])

/** What shows that a noun is the subject of what follows. */
const follows = new Set<Class>([
  "was",
  "is",
  "have",
  "had",
  "did",
  "do",
  "modal",
  "past",
  "genitive",
  "content",
  "being"
])
