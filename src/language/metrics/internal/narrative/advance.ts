/**
 * How each class of word changes the state of the clause being read.
 */
import { type Clause, isLinked, noPhrase, type Phrase, start } from "./clause.ts"
import type { Token } from "./sentences.ts"
import { type Class, isAttitude, isGerund, isTrait, looksPast } from "./words.ts"

/** The clause after one more word. Past forms of the listed verbs are handled in `reading.ts` instead. */
export const advance = (clause: Clause, token: Token): Clause => {
  switch (token.is) {
    case "self":
      return self(clause)
    case "other":
      return other(clause)
    case "object":
      return { ...clause, lead: "other", group: [] }
    case "relative":
    case "which":
      return { ...clause, lead: token.is, group: [], phrase: { ...clause.phrase, closed: false, denied: false } }
    case "determiner":
      return determiner(clause, true, token.lower === "your")
    case "quantifier":
      return clause.group.length > 0 || clause.lead === "self" ? clause : determiner(clause, false)
    case "none":
      return { ...clause, lead: "modifier", group: [], phrase: { ...noPhrase, denied: true } }
    case "preposition":
      return { ...preposition(clause), lead: "modifier", group: [] }
    case "to":
      return auxiliary(preposition(clause), token)
    case "link":
      return clause.group.length > 0 && token.lower === "then" ? clause : link(clause, token)
    case "conjunction":
      return clause.group.length > 0 ? clause : link(clause, token)
    case "temporal":
    case "reason":
      return clause.group.length > 0 ? clause : { ...link(clause, token), setting: token.is }
    case "but":
      return { ...link(clause, token), lead: "but", unreal: false }
    case "unreal":
      return { ...link(clause, token), unreal: true }
    case "comma":
      return comma(clause)
    case "open":
      return { ...start, outer: clause }
    case "close":
      return clause.outer ?? comma(clause)
    case "mark":
      return { ...start, outer: clause.outer }
    case "number":
    case "name":
    case "quote":
      return named(clause, token)
    case "content":
      return content(clause, token)
    case "only":
      return { ...clause, group: clause.group.filter((word) => word !== "not") }
    case "interjection":
      return clause.group.length > 0 ? content(clause, token) : clause
    case "adverb":
    case "past":
      return clause
    default:
      return auxiliary(clause, token)
  }
}

/** "Had I deleted it" is a condition. */
const self = (clause: Clause): Clause => ({
  ...clause,
  subject: "self",
  lead: "self",
  group: isInverted(clause) ? clause.group : [],
  phrase: noPhrase,
  antecedent: clause.phrase.determined && !clause.prepositional && !clause.phrase.stale ? clause.phrase : noPhrase,
  unreal: clause.unreal || isInverted(clause)
})

/** After a verb a pronoun is its object, and does not change the subject. */
const other = (clause: Clause): Clause =>
  isLinked(clause)
    ? { ...clause, subject: "other", lead: "other", group: [], phrase: noPhrase }
    : { ...clause, lead: "other", group: [] }

const determiner = (clause: Clause, determined = true, yours = false): Clause => ({
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
      : { ...noPhrase, determined, yours, denied: clause.phrase.denied || isOnly("not", clause.group) }
})

const isInverted = (clause: Clause): boolean =>
  isLinked(clause) && (clause.group.includes("had") || clause.group.includes("modal"))

/** "The issue assigned to Anna" is about the issue. */
const preposition = (clause: Clause): Clause => {
  const { names, nouns } = clause.phrase
  const isParticiple = nouns.length > 1 && looksPast(nouns.at(-1)!.lower)
  return {
    ...clause,
    prepositional: true,
    phrase: {
      ...clause.phrase,
      nouns: isParticiple && !clause.phrase.closed ? nouns.slice(0, -1) : nouns,
      closed: nouns.length + names.length > 0
    }
  }
}

const auxiliary = (clause: Clause, { is }: Token): Clause =>
  clause.group.includes(is) ? clause : { ...clause, group: [...clause.group, is] }

/** "The created and updated files": after a participle that qualifies a noun, so does the next one. */
const link = (clause: Clause, { lower }: Token): Clause => ({
  ...clause,
  lead: clause.lead === "qualifier" ? "modifier" : "link",
  group: [],
  phrase: isNamed(clause.phrase)
    ? { ...clause.phrase, stale: true }
    : { ...noPhrase, denied: clause.phrase.denied && lower === "or" },
  prepositional: false,
  unreal: clause.unreal && lower !== "then"
})

const comma = (clause: Clause): Clause => ({
  ...clause,
  lead: clause.lead === "qualifier" ? "modifier" : "link",
  group: [],
  phrase: { ...clause.phrase, stale: true, denied: false },
  prepositional: false,
  unreal: false,
  setting: undefined
})

const isNamed = ({ closed, names }: Phrase): boolean => !closed && names.length > 0

/** "Issue 43" is a name after a noun, "issues 43 and 44" are two; in "43 issues" the number counts. */
const named = (clause: Clause, token: Token): Clause => {
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

const content = (clause: Clause, token: Token): Clause => {
  if (clause.lead === "noun" && isOnly("genitive", clause.group)) return noun({ ...clause, group: [] }, token)
  if (isOnly("to", clause.group)) return infinitive(clause, token)
  const isVerb = clause.group.length > 0 || clause.lead === "self" || clause.lead === "other"
  return isVerb ? verb(clause, token) : noun(clause, token)
}

const isOnly = (one: Class, group: ReadonlyArray<Class>): boolean => group.length === 1 && group[0] === one

/**
 * Or a recipient: a capital letter makes it a name, and after a verb with auxiliaries the next verb still shares them.
 */
const infinitive = (clause: Clause, { lower, text }: Token): Clause => {
  const isTarget = text[0] !== lower[0] || (clause.last !== undefined && clause.last.group.length > 0)
  return {
    ...clause,
    lead: "noun",
    group: [],
    last: isTarget ? clause.last : { group: clause.group, phrase: noPhrase }
  }
}

/** A verb that is not listed, or the complement of "be". */
const verb = (clause: Clause, { lower }: Token): Clause => ({
  ...clause,
  lead: "noun",
  group: [],
  phrase: noPhrase,
  unreal: clause.unreal || (clause.group.includes("not") && isAttitude(lower)),
  last: { group: clause.group, phrase: clause.phrase }
})

const noun = (clause: Clause, token: Token): Clause => {
  const isFirst = isLinked(clause)
  const phrase = clause.phrase.stale || clause.lead === "relative" ? noPhrase : clause.phrase
  const prepositional = clause.prepositional || (isFirst && isGerund(token.lower))
  const acts = isFirst && looksPast(token.lower) ? "self" : "other"
  return {
    ...clause,
    subject: clause.subject ?? (prepositional ? undefined : acts),
    lead: isTrait(token.lower) ? "qualifier" : "noun",
    prepositional,
    unreal: clause.unreal || clause.lead === "which" || (isFirst && isAttitude(token.lower)),
    phrase: phrase.closed ? phrase : { ...phrase, nouns: [...phrase.nouns.slice(-3), token] }
  }
}
