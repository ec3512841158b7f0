/**
 * What a reader has in mind in the middle of a sentence: who acts, which noun phrase stands last, which auxiliaries
 * wait for their verb, and whether any of it is real.
 */
import type { Token } from "./sentences.ts"
import type { Class } from "./words.ts"

/** A noun with what names it: "the weekly report", "issue 43". */
export interface Phrase {
  readonly nouns: ReadonlyArray<Token>
  readonly names: ReadonlyArray<Token>
  /** "The report", not "report". */
  readonly determined: boolean
  /** "No report". */
  readonly denied: boolean
  /** A preposition follows: "the report for Q3" is about the report. */
  readonly closed: boolean
  /** A comma follows: the phrase stands until another one begins. */
  readonly stale: boolean
}

/** A verb that was read, as far as one coordinated with it needs to know. */
export interface VerbRead {
  readonly group: ReadonlyArray<Class>
  readonly phrase: Phrase
}

export interface Clause {
  /** Whose deeds an unled verb tells of; nobody was named yet while undefined. */
  readonly subject: "self" | "other" | undefined
  /** What stands before the group. */
  readonly lead: "start" | "link" | "but" | "self" | "other" | "relative" | "which" | "noun" | "modifier" | "qualifier"
  /** The auxiliaries and negations that wait for their verb. */
  readonly group: ReadonlyArray<Class>
  readonly phrase: Phrase
  /** What "I" follows directly: the issue, in "the issue I closed". */
  readonly antecedent: Phrase
  /** Inside a prepositional phrase nobody acts. */
  readonly prepositional: boolean
  /** Under a condition, a wish or a doubt. */
  readonly unreal: boolean
  /** After "once" the perfect tells the future; after "since" the passive tells how things stood. */
  readonly setting: "temporal" | "reason" | undefined
  readonly last: VerbRead | undefined
  /** The clause around this parenthesis. */
  readonly outer: Clause | undefined
}

export const noPhrase: Phrase = {
  nouns: [],
  names: [],
  determined: false,
  denied: false,
  closed: false,
  stale: false
}

export const start: Clause = {
  subject: undefined,
  lead: "start",
  group: [],
  phrase: noPhrase,
  antecedent: noPhrase,
  prepositional: false,
  unreal: false,
  setting: undefined,
  last: undefined,
  outer: undefined
}

export const isLinked = ({ lead }: Clause): boolean => lead === "start" || lead === "link" || lead === "but"
