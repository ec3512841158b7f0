/**
 * What a text says was done: each past or perfect form of one of our verbs, active or passive, with the noun it was
 * done to. What is denied, offered, planned, imagined, asked, quoted, or told of others is no claim.
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
  /** The last candidate; empty where a name stands alone ("closed #43"). */
  readonly noun: string
  /** `create_issue`. */
  readonly action: string
  /** The words any of which may name what it was done to, in the singular. */
  readonly candidates: ReadonlyArray<string>
  /** Where it stands in the text, in code units. */
  readonly start: number
  readonly end: number
}

/** A claim with the words around it that may state values. */
export interface Told extends Claim {
  /** What identifies its noun: 43 in "closed issue 43". */
  readonly names: ReadonlyArray<Token>
  /** What follows it, up to the next verb of ours ("closed" is none in "set the status to closed"). */
  readonly rest: ReadonlyArray<Token>
}

/** How far a reader looks ahead. */
const AHEAD = 40

export function* told(text: string): Generator<Told> {
  if (!mayHavePast(text)) return
  for (const sentence of sentences(text)) yield* toldIn(sentence)
}

const toldIn = ({ question, tokens }: Sentence): ReadonlyArray<Told> => {
  const found: Array<Told> = []
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

const claim = (verb: Verb, token: Token, { names, nouns }: Phrase, after: ReadonlyArray<Token>): Told => {
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

/** "Was it sent, or closed?" asks it all; of "I sent it, right?" only the end is asked. */
const asksAll = ([first]: ReadonlyArray<Token>): boolean => first !== undefined && askers.has(first.is)

const askers = new Set<Class>(["was", "is", "have", "had", "did", "do", "modal", "which", "unreal", "temporal", "not"])
