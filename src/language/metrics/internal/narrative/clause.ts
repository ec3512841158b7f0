/**
 * The state of a clause while it is read word by word: who acts, the last noun phrase, the auxiliaries that wait for their verb, and
 * whether the clause is hypothetical. A table says how each class of word changes it; past forms are judged in `reading.ts`.
 */
import type { Token } from "./sentences.ts"
import { attitudes, type Class, isGerund, looksPast, traits } from "./words.ts"

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

/** What a verb shares with the next one: the auxiliaries and the phrase of "was reviewed" in "was reviewed and sent". */
export interface VerbRead {
  readonly group: ReadonlyArray<Class>
  readonly phrase: Phrase
}

export interface Clause extends VerbRead {
  /** Who acts if nothing precedes the verb; undefined before a subject was read. */
  readonly subject: "self" | "other" | undefined
  /** What precedes the group. */
  readonly lead: "start" | "link" | "but" | "self" | "other" | "relative" | "which" | "noun" | "modifier" | "qualifier"
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

/** The clause after one more word. */
export const advance = (clause: Clause, token: Token): Clause => (rules[token.is] ?? auxiliary)(clause, token)

type Rule = (clause: Clause, token: Token) => Clause

/** "Had I deleted it" is a condition. */
const isInverted = (clause: Clause): boolean =>
  isLinked(clause) && (clause.group.includes("had") || clause.group.includes("modal"))

const isOnly = (one: Class, group: ReadonlyArray<Class>): boolean => group.length === 1 && group[0] === one

const auxiliary: Rule = (clause, { is }) =>
  clause.group.includes(is) ? clause : { ...clause, group: [...clause.group, is] }

const determiner: Rule = (clause, { is, lower }) => ({
  ...clause,
  lead: "modifier",
  group: [],
  // "Get your address updated", "have the issue closed": the noun takes the participle, and nothing was done.
  last:
    clause.group.length > 0 && !isOnly("not", clause.group) ? { group: clause.group, phrase: noPhrase } : clause.last,
  unreal: clause.unreal || isInverted(clause),
  phrase:
    clause.phrase.closed && !clause.phrase.stale
      ? clause.phrase
      : {
          ...noPhrase,
          determined: is === "determiner",
          yours: lower === "your",
          denied: clause.phrase.denied || isOnly("not", clause.group)
        }
})

/** "The issue assigned to Anna" is about the issue. */
const preposition: Rule = (clause) => {
  const { closed, names, nouns } = clause.phrase
  const isParticiple = nouns.length > 1 && looksPast(nouns.at(-1)!.lower) && !closed
  return {
    ...clause,
    prepositional: true,
    phrase: {
      ...clause.phrase,
      nouns: isParticiple ? nouns.slice(0, -1) : nouns,
      closed: nouns.length + names.length > 0
    }
  }
}

const isNamed = ({ closed, names }: Phrase): boolean => !closed && names.length > 0

/** "The created and updated files": after a participle that qualifies a noun, so does the next one. */
const link: Rule = (clause, { lower }) => ({
  ...clause,
  lead: clause.lead === "qualifier" ? "modifier" : "link",
  group: [],
  phrase: isNamed(clause.phrase)
    ? { ...clause.phrase, stale: true }
    : { ...noPhrase, denied: clause.phrase.denied && lower === "or" },
  prepositional: false,
  unreal: clause.unreal && lower !== "then"
})

const comma: Rule = (clause) => ({
  ...clause,
  lead: clause.lead === "qualifier" ? "modifier" : "link",
  group: [],
  phrase: { ...clause.phrase, stale: true, denied: false },
  prepositional: false,
  unreal: false,
  setting: undefined
})

/** Between an auxiliary and its verb a conjunction is an adverb. */
const unlessGrouped =
  (rule: Rule): Rule =>
  (clause, token) =>
    clause.group.length > 0 ? clause : rule(clause, token)

const setting: Rule = unlessGrouped((clause, token) => ({
  ...link(clause, token),
  setting: token.is as "temporal" | "reason"
}))

const relative: Rule = (clause, { is }) => ({
  ...clause,
  lead: is as "relative" | "which",
  group: [],
  phrase: { ...clause.phrase, closed: false, denied: false }
})

/** "Issue 43" is a name after a noun, "issues 43 and 44" are two; in "43 issues" the number counts. */
const named: Rule = (clause, token) => {
  const { lead, phrase } = clause
  const isAfterNoun = phrase.nouns.length > 0 && (lead === "noun" || (lead === "link" && isNamed(phrase)))
  const names = !phrase.closed && (token.is !== "number" || isAfterNoun)
  return {
    ...clause,
    lead: names || token.is !== "number" ? "noun" : "modifier",
    group: [],
    phrase: names ? { ...phrase, names: [...phrase.names.slice(-3), token] } : phrase
  }
}

const content: Rule = (clause, token) => {
  if (clause.lead === "noun" && isOnly("genitive", clause.group)) return noun({ ...clause, group: [] }, token)
  if (isOnly("to", clause.group)) {
    // Or a recipient: a capital letter makes it a name, and after a verb with auxiliaries the next verb still shares them.
    const isTarget = token.text[0] !== token.lower[0] || (clause.last !== undefined && clause.last.group.length > 0)
    return {
      ...clause,
      lead: "noun",
      group: [],
      last: isTarget ? clause.last : { group: clause.group, phrase: noPhrase }
    }
  }
  if (clause.group.length === 0 && clause.lead !== "self" && clause.lead !== "other") return noun(clause, token)
  // A verb that is not listed, or the complement of "be".
  return {
    ...clause,
    lead: "noun",
    group: [],
    phrase: noPhrase,
    unreal: clause.unreal || (clause.group.includes("not") && attitudes.has(token.lower)),
    last: { group: clause.group, phrase: clause.phrase }
  }
}

const noun: Rule = (clause, token) => {
  const isFirst = isLinked(clause)
  const phrase = clause.phrase.stale || clause.lead === "relative" ? noPhrase : clause.phrase
  const prepositional = clause.prepositional || (isFirst && isGerund(token.lower))
  const acts = isFirst && looksPast(token.lower) ? "self" : "other"
  return {
    ...clause,
    subject: clause.subject ?? (prepositional ? undefined : acts),
    lead: traits.has(token.lower) ? "qualifier" : "noun",
    prepositional,
    unreal: clause.unreal || clause.lead === "which" || (isFirst && attitudes.has(token.lower)),
    phrase: phrase.closed ? phrase : { ...phrase, nouns: [...phrase.nouns.slice(-3), token] }
  }
}

/** Every other class is an auxiliary. */
const rules: Partial<Record<Class, Rule>> = {
  self: (clause) => ({
    ...clause,
    subject: "self",
    lead: "self",
    group: isInverted(clause) ? clause.group : [],
    phrase: noPhrase,
    antecedent: clause.phrase.determined && !clause.prepositional && !clause.phrase.stale ? clause.phrase : noPhrase,
    unreal: clause.unreal || isInverted(clause)
  }),
  // After a verb a pronoun is its object, and does not change the subject.
  other: (clause) =>
    isLinked(clause)
      ? { ...clause, subject: "other", lead: "other", group: [], phrase: noPhrase }
      : { ...clause, lead: "other", group: [] },
  object: (clause) => ({ ...clause, lead: "other", group: [] }),
  relative,
  which: relative,
  determiner,
  quantifier: (clause, token) =>
    clause.group.length > 0 || clause.lead === "self" ? clause : determiner(clause, token),
  none: (clause) => ({ ...clause, lead: "modifier", group: [], phrase: { ...noPhrase, denied: true } }),
  preposition: (clause, token) => ({ ...preposition(clause, token), lead: "modifier", group: [] }),
  to: (clause, token) => auxiliary(preposition(clause, token), token),
  link: (clause, token) => (clause.group.length > 0 && token.lower === "then" ? clause : link(clause, token)),
  conjunction: unlessGrouped(link),
  temporal: setting,
  reason: setting,
  but: (clause, token) => ({ ...link(clause, token), lead: "but", unreal: false }),
  unreal: (clause, token) => ({ ...link(clause, token), unreal: true }),
  comma,
  open: (clause) => ({ ...start, outer: clause }),
  close: (clause, token) => clause.outer ?? comma(clause, token),
  mark: (clause) => ({ ...start, outer: clause.outer }),
  number: named,
  name: named,
  quote: named,
  content,
  only: (clause) => ({ ...clause, group: clause.group.filter((word) => word !== "not") }),
  interjection: (clause, token) => (clause.group.length > 0 ? content(clause, token) : clause),
  adverb: (clause) => clause,
  past: (clause) => clause
}
