/**
 * The claims of a text: each past or perfect form of a listed verb, active or passive, with the noun it was done to.
 * An action that is negated, offered, planned, hypothetical, asked about, quoted or of another person is not a claim.
 */
import { advance } from "./advance.ts"
import { type Clause, noPhrase, type Phrase, start } from "./clause.ts"
import { nounsAfter } from "./nouns.ts"
import { type Reading, readingOf } from "./reading.ts"
import { type Sentence, sentences, type Token } from "./sentences.ts"
import { singular } from "./stem.ts"
import { mayHavePast, pastOf, type Verb } from "./verbs.ts"
import type { Class } from "./words.ts"

export interface Claim {
  readonly verb: Verb
  /** The last candidate; empty if there is only a name ("closed #43"). */
  readonly noun: string
  /** `create_issue`. */
  readonly action: string
  /** The nouns, in the singular. The claim matches a tool if any of them does. */
  readonly candidates: ReadonlyArray<string>
  /** Its range in the text, in code units. */
  readonly start: number
  readonly end: number
}

/** A claim with the words after it that may state values. */
export interface ClaimInText extends Claim {
  /** The identifiers of its noun: 43 in "closed issue 43". */
  readonly names: ReadonlyArray<Token>
  /** The words after it, up to the next listed verb. "closed" in "set the status to closed" is not one. */
  readonly rest: ReadonlyArray<Token>
}

/** How many words after a verb are read. */
const AHEAD = 40

export function* claimsIn(text: string): Generator<ClaimInText> {
  if (!mayHavePast(text)) return
  for (const sentence of sentences(text)) yield* claimsOf(sentence)
}

const claimsOf = ({ question, tokens }: Sentence): ReadonlyArray<ClaimInText> => {
  const found: Array<ClaimInText> = []
  let settled = 0
  let clause = start
  for (const [at, token] of tokens.entries()) {
    const verb = token.is === "past" ? pastOf(token.lower) : undefined
    if (verb === undefined) {
      clause = advance(clause, token)
      if (token.is === "comma" || token.is === "mark") settled = found.length
      continue
    }
    const after = tokens.slice(at + 1, at + 1 + AHEAD)
    const reading = readingOf(clause, verb, after)
    const phrase = phraseOf(clause, reading, after)
    if (phrase.nouns.length + phrase.names.length > 0) found.push(claim(verb, token, phrase, after))
    clause = afterVerb(clause, reading)
  }
  return question ? found.slice(0, asksAll(tokens) ? 0 : settled) : found
}

/** Active verbs have their noun after them, or right before "I"; passive ones before. */
const phraseOf = (clause: Clause, { is, phrase }: Reading, after: ReadonlyArray<Token>): Phrase => {
  if (is !== "active") return is === "passive" ? phrase : noPhrase
  const object = nounsAfter(after)
  const isPronoun = after[0]?.is === "other" || after[0]?.is === "object"
  const isFound = object.denied || object.nouns.length + object.names.length > 0
  return isFound || isPronoun || clause.lead !== "self" ? object : clause.antecedent
}

const claim = (verb: Verb, token: Token, { names, nouns }: Phrase, after: ReadonlyArray<Token>): ClaimInText => {
  const candidates = nouns.map(({ lower }) => singular(lower))
  const noun = candidates.at(-1) ?? ""
  const end = after.findIndex(({ is }, at) => is === "past" && after[at - 1]?.is !== "to")
  const spoken = [token, ...nouns, ...names]
  return {
    verb,
    noun,
    action: noun === "" ? verb : `${verb}_${noun}`,
    candidates,
    names,
    rest: after.slice(0, end === -1 ? after.length : end),
    start: Math.min(...spoken.map((one) => one.start)),
    end: Math.max(...spoken.map((one) => one.end))
  }
}

const afterVerb = (clause: Clause, { group, is, phrase }: Reading): Clause =>
  is === "adjective"
    ? { ...clause, lead: "qualifier", group: [] }
    : {
        ...clause,
        subject: is === "active" ? "self" : is === "others" && clause.lead === "noun" ? "other" : clause.subject,
        lead: "noun",
        group: [],
        phrase: noPhrase,
        last: { group, phrase }
      }

/** "Was it sent, or closed?" is a question as a whole; in "I sent it, right?" only the end is. */
const asksAll = ([first]: ReadonlyArray<Token>): boolean => first !== undefined && askers.has(first.is)

const askers = new Set<Class>(["was", "is", "have", "had", "did", "do", "modal", "which", "unreal", "temporal", "not"])
