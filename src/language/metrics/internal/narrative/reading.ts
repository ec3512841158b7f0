/**
 * Whether a past form of a listed verb is an action of the agent: it is in "I deleted it" and "it was deleted", and not
 * in "the deleted file", "you deleted it", "it would have been deleted" and "once it has been deleted".
 */
import { type Clause, isLinked, type Phrase, type VerbRead } from "./clause.ts"
import type { Token } from "./sentences.ts"
import type { Verbs } from "./verbs.ts"
import { type Class, isManner, isParticle, looksFinite, looksPast, namesSelf } from "./words.ts"

export interface Reading extends VerbRead {
  /** The agent's action (active: the noun follows; passive: it precedes), one of others, no real action, or no verb. */
  readonly is: "active" | "passive" | "others" | "void" | "adjective"
}

export const readingOf = (clause: Clause, token: Token, { pasts }: Verbs, after: ReadonlyArray<Token>): Reading => {
  const verb: Past = { isTimeless: pasts.get(token.lower) === token.lower, token }
  const isPhrasal = token.verb === token.lower && verb.isTimeless && isParticle(after[0]?.lower ?? "")
  if (clause.unreal || isPhrasal) return read(clause, "void")
  if (clause.group.length > 0) return grouped(clause, verb, after)
  switch (clause.lead) {
    case "self":
      return read(clause, "active")
    case "noun":
      return afterNoun(clause, verb, after)
    case "modifier":
    case "qualifier":
      return first(after)?.is === "determiner" ? coordinated(clause, verb, after) : read(clause, "adjective")
    case "start":
    case "link":
    case "but":
      return coordinated(clause, verb, after)
    default:
      return read(clause, "others")
  }
}

interface Past {
  readonly token: Token
  /** Whether present and past are the same word, so that only the context shows a past action. */
  readonly isTimeless: boolean
}

const read = ({ group, phrase }: Clause, is: Reading["is"]): Reading => ({ is, group, phrase })

/** A verb with auxiliaries. */
const grouped = (clause: Clause, verb: Past, after: ReadonlyArray<Token>): Reading => {
  const has = (...classes: ReadonlyArray<Class>) => classes.some((one) => clause.group.includes(one))
  const isFuture = clause.setting === "temporal" && has("have")
  const isWould = has("would") && (has("have", "is") || verb.isTimeless)
  if (clause.phrase.denied || isFuture || isWould || has("not", "to", "modal", "being", "do"))
    return read(clause, "void")
  if (has("was", "been", "got") || (clause.phrase.yours && isState(clause)))
    return read(clause, isByOthers(after) ? "others" : clause.setting === "reason" ? "void" : "passive")
  const isPast = has("have", "had", "having", "would") || (has("did") && verb.isTimeless)
  return read(clause, has("is") || !isPast ? "void" : actor(clause) === "self" ? "active" : "others")
}

const actor = (clause: Clause): "self" | "other" => {
  if (clause.lead === "self") return "self"
  if (clause.lead === "noun") return namesSelf(clause.phrase.nouns.map(({ lower }) => lower)) ? "self" : "other"
  return isLinked(clause) ? (clause.subject ?? "self") : "other"
}

/** "It was created by Anna", also after another verb: "created and sent by Anna". */
const isByOthers = (after: ReadonlyArray<Token>): boolean => {
  const by = after.findIndex(
    ({ is, lower }, at) =>
      lower === "by" || (is === "content" && looksPast(lower)) || (endsPhrase(is) && after[at + 1]?.is !== "past")
  )
  const who = after[by]?.lower === "by" ? after.slice(by + 1).find(({ is }) => is !== "determiner") : undefined
  if (who === undefined || who.is === "adverb" || /^\d/.test(who.lower)) return false
  return (
    who.lower !== "me" && who.lower !== "us" && !namesSelf([who.lower]) && !isManner(who.lower, after[by + 1] === who)
  )
}

/**
 * A verb without auxiliaries: it shares those of the verb before it ("was reviewed and sent"), or is an action of the
 * subject. A past form cannot share "will" or "to", so it is an action in "tried to fix it and closed it".
 */
const coordinated = (clause: Clause, verb: Past, after: ReadonlyArray<Token>): Reading => {
  if (qualifies(after)) return read(clause, "adjective")
  const { group: borrowed, phrase } = clause.last ?? clause
  const group = clause.lead === "but" ? borrowed.filter((word) => word !== "not") : borrowed
  if (isPassive(group) ? !isObject(first(after)) : group.some((word) => perfects.has(word)))
    return grouped({ ...clause, group, phrase }, verb, after)
  const isBase = clause.lead === "start" || clause.subject !== "self" || group.length > 0
  return read(clause, verb.isTimeless && isBase ? "void" : actor(clause) === "self" ? "active" : "others")
}

const isPassive = (group: ReadonlyArray<Class>): boolean => group.some((word) => passives.has(word))
const passives = new Set<Class>(["was", "been", "got", "is", "being"])
const perfects = new Set<Class>(["have", "had", "having", "would"])

/** "Closed issues are listed below". */
const qualifies = (after: ReadonlyArray<Token>): boolean => after[0]?.is === "content" && hasFinite(after)

/** Whether a finite verb follows before the phrase ends. */
const hasFinite = (after: ReadonlyArray<Token>): boolean => {
  const end = after.findIndex(({ is }) => endsPhrase(is))
  return after.slice(0, end === -1 ? after.length : end).some(({ is, lower }) => finites.has(is) || looksFinite(lower))
}

const finites = new Set<Class>(["was", "is", "have", "had", "did", "do", "modal"])

/**
 * A verb after a noun: another person's action ("the user deleted the file"), a heading ("Issue created.", and not the
 * title "Issue Created"), a passive
 * that shares the auxiliary of the one before ("the issue was closed and the label removed"), or part of the noun
 * phrase ("the report sent to the team").
 */
const afterNoun = (clause: Clause, verb: Past, after: ReadonlyArray<Token>): Reading => {
  const next = first(after)
  const { last, phrase, subject } = clause
  if (isObject(next)) {
    if (phrase.nouns.length === 0 || (next?.is === "content" && subject === "self")) return read(clause, "adjective")
    return read(clause, actor(clause) === "self" ? "active" : "others")
  }
  if (last !== undefined) {
    const isShared = isPassive(last.group) && (next === undefined || endsPhrase(next.is))
    return isShared ? grouped({ ...clause, group: last.group }, verb, after) : read(clause, "void")
  }
  const isTold =
    subject !== "self" &&
    !clause.prepositional &&
    endsHeading(next, phrase, verb, after[0]?.lower === "successfully") &&
    !hasFinite(after)
  return isTold ? grouped({ ...clause, group: HEADING }, verb, after) : read(clause, "void")
}

/** "Is closed". */
export const isState = ({ group }: VerbRead): boolean => group.length === 1 && group[0] === "is"

/** The group of a passive without an auxiliary. */
const HEADING: ReadonlyArray<Class> = ["been"]

export const isHeading = ({ group }: Reading): boolean => group.length === 1 && group[0] === "been"

const endsHeading = (next: Token | undefined, { determined }: Phrase, verb: Past, isSuccess: boolean): boolean => {
  if (verb.isTimeless) return !determined && (next?.is === "to" || isSuccess)
  if (refusals.has(verb.token.lower)) return false
  if (verb.token.text[0] !== verb.token.lower[0]) return false
  return !determined && (next === undefined || (headingEnds.has(next.is) && next.lower !== ":" && next.lower !== "|"))
}

/** "Permission denied" tells an error. */
const refusals = new Set(["denied", "rejected", "declined"])

const headingEnds = new Set<Class>(["comma", "link", "but", "preposition", "to", "open", "close", "mark"])

const first = (after: ReadonlyArray<Token>): Token | undefined => after.find(({ is }) => is !== "adverb")

const isObject = (token: Token | undefined): boolean => token !== undefined && objects.has(token.is)

const objects = new Set<Class>([
  "determiner",
  "quantifier",
  "none",
  "content",
  "name",
  "number",
  "quote",
  "object",
  "other",
  "past"
])

const endsPhrase = (is: Class): boolean => phraseEnds.has(is)

const phraseEnds = new Set<Class>([
  "comma",
  "link",
  "but",
  "conjunction",
  "temporal",
  "reason",
  "relative",
  "which",
  "self",
  "other",
  "open",
  "close",
  "mark",
  "unreal"
])
