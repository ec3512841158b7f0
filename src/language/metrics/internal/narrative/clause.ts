/**
 * The state of a clause while it is read word by word: who acts, the last noun phrase, the auxiliaries that wait for
 * their verb, and whether the clause is hypothetical.
 */
import type { Token } from "./sentences.ts"
import type { Class } from "./words.ts"

/** A noun with what names it: "the weekly report", "issue 43". */
export interface Phrase {
  readonly nouns: ReadonlyArray<Token>
  readonly names: ReadonlyArray<Token>
  /** "The report", not "report". */
  readonly determined: boolean
  /** "Your report": its state is worded as an action, "your flight is booked". */
  readonly yours: boolean
  /** "No report". */
  readonly denied: boolean
  /** A preposition follows: "the report for Q3" is about the report. */
  readonly closed: boolean
  /** A comma follows: the phrase is replaced when another one begins. */
  readonly stale: boolean
}

/**
 * What a verb shares with the next one: the auxiliaries and the phrase of "was reviewed" in "was reviewed and sent".
 */
export interface VerbRead {
  readonly group: ReadonlyArray<Class>
  readonly phrase: Phrase
}

export interface Clause {
  /** Who acts if nothing precedes the verb; undefined before a subject was read. */
  readonly subject: "self" | "other" | undefined
  /** What precedes the group. */
  readonly lead: "start" | "link" | "but" | "self" | "other" | "relative" | "which" | "noun" | "modifier" | "qualifier"
  /** The auxiliaries and negations that wait for their verb. */
  readonly group: ReadonlyArray<Class>
  readonly phrase: Phrase
  /** The phrase right before "I": the issue, in "the issue I closed". */
  readonly antecedent: Phrase
  /** Whether it is in a prepositional phrase, whose nouns are not subjects. */
  readonly prepositional: boolean
  /** Whether it is a condition, a wish or a doubt. */
  readonly unreal: boolean
  /** After "once" the perfect is about the future; after "since" the passive is a state. */
  readonly setting: "temporal" | "reason" | undefined
  readonly last: VerbRead | undefined
  /** The clause around this parenthesis. */
  readonly outer: Clause | undefined
}

export const noPhrase: Phrase = {
  nouns: [],
  names: [],
  determined: false,
  yours: false,
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
