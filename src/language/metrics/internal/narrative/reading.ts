/**
 * Whether a past form of a known verb is an action of the agent: it is in "I deleted it" and "it was deleted", and not in "the deleted
 * file", "you deleted it", "it would have been deleted" and "once it has been deleted".
 */
import { type Clause, isLinked, type VerbRead } from "./clause.ts"
import type { Token } from "./sentences.ts"
import type { Verbs } from "./verbs.ts"
import { agents, type Class, classSet, looksPast, manners, particles, presents } from "./words.ts"

export interface Reading extends VerbRead {
  /** The agent's action (active: the noun follows; passive: it precedes), one of others, no real action, or no verb. */
  readonly is: "active" | "passive" | "others" | "void" | "adjective"
}

interface Past {
  readonly token: Token
  /** Whether present and past are the same word, so that only the context shows a past action. */
  readonly isTimeless: boolean
}

export const readingOf = (clause: Clause, token: Token, { pasts }: Verbs, after: ReadonlyArray<Token>): Reading => {
  const verb: Past = { isTimeless: pasts.get(token.lower) === token.lower, token }
  const isPhrasal = token.verb === token.lower && verb.isTimeless && particles.has(after[0]?.lower ?? "")
  if (clause.unreal || isPhrasal) return read(clause, "void")
  if (clause.group.length > 0) return grouped(clause, verb, after)
  if (clause.lead === "self") return read(clause, "active")
  if (clause.lead === "noun") return afterNoun(clause, verb, after)
  if (isLinked(clause)) return coordinated(clause, verb, after)
  if (clause.lead !== "modifier" && clause.lead !== "qualifier") return read(clause, "others")
  return first(after)?.is === "determiner" ? coordinated(clause, verb, after) : read(clause, "adjective")
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
  return has("is") || !isPast ? read(clause, "void") : acted(clause)
}

const acted = (clause: Clause): Reading => read(clause, isActor(clause) ? "active" : "others")

/** Whether the agent acts. */
const isActor = (clause: Clause): boolean =>
  clause.lead === "noun"
    ? isAgent(clause.phrase.nouns.map(({ lower }) => lower))
    : clause.lead === "self" || (isLinked(clause) && clause.subject !== "other")

const isAgent = (nouns: ReadonlyArray<string>): boolean => nouns.length === 1 && agents.has(nouns[0]!)

/** "It was created by Anna", also after another verb: "created and sent by Anna". */
const isByOthers = (after: ReadonlyArray<Token>): boolean => {
  const by = after.findIndex(
    ({ is, lower }, at) =>
      lower === "by" || (is === "content" && looksPast(lower)) || (phraseEnds.has(is) && after[at + 1]?.is !== "past")
  )
  const who = after[by]?.lower === "by" ? after.slice(by + 1).find(({ is }) => is !== "determiner") : undefined
  if (who === undefined || who.is === "adverb" || /^(?:\d|me$|us$)/.test(who.lower) || isAgent([who.lower]))
    return false
  return !manners.has(who.lower) && !(after[by + 1] === who && who.lower.endsWith("ing"))
}

/**
 * A verb without auxiliaries: it shares the auxiliaries of the verb before it ("was reviewed and sent"), or is an action of the subject.
 * A past form cannot share "will" or "to", so it is an action in "tried to fix it and closed it".
 */
const coordinated = (clause: Clause, verb: Past, after: ReadonlyArray<Token>): Reading => {
  // "Closed issues are listed below".
  if (after[0]?.is === "content" && hasFinite(after)) return read(clause, "adjective")
  const { group: borrowed, phrase } = clause.last ?? clause
  const group = clause.lead === "but" ? borrowed.filter((word) => word !== "not") : borrowed
  if (isPassive(group) ? !isObject(first(after)) : group.some((word) => perfects.has(word)))
    return grouped({ ...clause, group, phrase }, verb, after)
  const isBase = clause.lead === "start" || clause.subject !== "self" || group.length > 0
  return verb.isTimeless && isBase ? read(clause, "void") : acted(clause)
}

const perfects = classSet("have had having would")
const passives = classSet("was been got is being")
const finites = classSet("was is have had did do modal")
const objects = classSet("determiner quantifier none content name number quote object other past")
const phraseEnds = classSet(
  "comma link but conjunction temporal reason relative which self other open close mark unreal"
)
const headingEnds = classSet("comma link but preposition to open close mark")

const isPassive = (group: ReadonlyArray<Class>): boolean => group.some((word) => passives.has(word))

/** Whether a finite verb follows before the phrase ends. */
const hasFinite = (after: ReadonlyArray<Token>): boolean => {
  const end = after.findIndex(({ is }) => phraseEnds.has(is))
  return after.slice(0, end === -1 ? after.length : end).some(({ is, lower }) => finites.has(is) || presents.has(lower))
}

/**
 * A verb after a noun: another person's action ("the user deleted the file"), a heading ("Issue created.", and not the title "Issue
 * Created"), a passive that shares the auxiliary of the one before ("the issue was closed and the label removed"), or part of the noun
 * phrase ("the report sent to the team").
 */
const afterNoun = (clause: Clause, verb: Past, after: ReadonlyArray<Token>): Reading => {
  const next = first(after)
  const { last, phrase, subject } = clause
  if (isObject(next)) {
    const isTrait = phrase.nouns.length === 0 || (next?.is === "content" && subject === "self")
    return isTrait ? read(clause, "adjective") : acted(clause)
  }
  if (last !== undefined) {
    const isShared = isPassive(last.group) && (next === undefined || phraseEnds.has(next.is))
    return isShared ? grouped({ ...clause, group: last.group }, verb, after) : read(clause, "void")
  }
  const isHeaded = subject !== "self" && !clause.prepositional && !phrase.determined && !hasFinite(after)
  return isHeaded && endsHeading(next, verb, after[0]?.lower === "successfully")
    ? grouped({ ...clause, group: ["been"] }, verb, after)
    : read(clause, "void")
}

/** "Is closed". */
export const isState = ({ group }: VerbRead): boolean => group.length === 1 && group[0] === "is"

/** "Issue closed", which is read as "has been closed". */
export const isHeading = ({ group }: Reading): boolean => group.length === 1 && group[0] === "been"

/** "Permission denied" tells an error. */
const endsHeading = (next: Token | undefined, { isTimeless, token }: Past, isSuccess: boolean): boolean => {
  if (isTimeless) return next?.is === "to" || isSuccess
  if (/^(?:denied|rejected|declined)$/.test(token.lower) || token.text[0] !== token.lower[0]) return false
  return next === undefined || (headingEnds.has(next.is) && next.lower !== ":" && next.lower !== "|")
}

export const first = (after: ReadonlyArray<Token>): Token | undefined => after.find(({ is }) => is !== "adverb")

const isObject = (token: Token | undefined): boolean => token !== undefined && objects.has(token.is)
