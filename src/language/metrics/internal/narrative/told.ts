/**
 * What a sentence says in other words: past actions that are read as a past form ("did create", "managed to create", "set up"), and
 * passives that tell what the agent found, not what it did ("was created on 1 March", "I see that it was merged").
 */
import type { Clause } from "./clause.ts"
import type { Token } from "./sentences.ts"
import { phrasals, type Verbs } from "./verbs.ts"
import { classSet, wordSet } from "./words.ts"

/** The tokens with every past action as a past form, and "is now closed" as "was closed". */
export const withPlainPasts = (all: ReadonlyArray<Token>, { meanings }: Verbs): ReadonlyArray<Token> => {
  const tokens = withoutAside(all)
  const read: Array<Token> = []
  for (const [at, token] of tokens.entries()) {
    const seconds = phrasals.get(token.lower)
    const second = seconds?.get(secondWord(tokens, at, seconds))
    const isBase = (token.is === "content" || token.is === "past") && meanings.has(token.lower)
    const dropped = isBase ? introduction(read) : 0
    read.length -= dropped
    const verb = second ?? (dropped > 0 ? token.lower : token.verb)
    read.push(verb === token.verb && dropped === 0 ? token : { ...token, is: "past", verb })
  }
  return read.map((token, at) => (token.is === "is" && isNow(read, at) ? { ...token, is: "got" } : token))
}

/** The next word, or the one after the object: "back", in "rolled the release back". */
const secondWord = (tokens: ReadonlyArray<Token>, verb: number, seconds: ReadonlyMap<string, string>): string => {
  const after = tokens.slice(verb + 1, verb + 7)
  const end = after.findIndex(({ is, lower }) => seconds.has(lower) || !objects.has(is))
  return after[end]?.lower ?? ""
}

const objects = classSet("determiner content name quote number genitive object other")

/** How many words before a base form make it a past action. */
const introduction = (before: ReadonlyArray<Token>): number => {
  let at = before.length - 1
  while (before[at]?.is === "adverb") at--
  if (before[at]?.is === "did") return before[at - 1]?.is === "not" ? 0 : before.length - at
  if (before[at]?.is !== "to") return 0
  const verb = before[at - 1]
  if (/^(?:managed|proceeded|succeeded)$/.test(verb?.lower ?? ""))
    return before[at - 2]?.is === "not" ? 0 : before.length - at + 1
  return verb?.lower === "able" && before[at - 2]?.is === "was" ? before.length - at + 2 : 0
}

/** "Is now closed", "is closed now". */
const isNow = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const [first, second, third] = tokens.slice(at + 1, at + 4)
  return first?.lower === "now"
    ? second?.is === "past" || third?.is === "past"
    : first?.is === "past" && second?.lower === "now"
}

/** "The issue you asked for was created" is "the issue was created". */
const withoutAside = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const at = tokens.findIndex(({ lower }, place) => lower === "you" && wishes.has(tokens[place + 1]?.lower ?? ""))
  if (at <= 0 || !/^(?:content|name|quote|number|relative)$/.test(tokens[at - 1]!.is)) return tokens
  const end = tokens.findIndex(({ is }, place) => place > at + 1 && is !== "preposition" && is !== "adverb")
  const from = tokens[at - 1]!.is === "relative" ? at - 1 : at
  return /^(?:was|is|have|had)$/.test(tokens[end]?.is ?? "") ? tokens.toSpliced(from, end - from) : tokens
}

const wishes = wordSet("asked requested wanted mentioned needed specified described listed named")

/** Whether a whole sentence repeats a source: "according to the docs", "here is what changed in v2". */
export const isReported = (tokens: ReadonlyArray<Token>): boolean =>
  tokens.some(({ lower }, at) => lower === "according" || (lower === "what" && tokens[at + 1]?.lower === "changed"))

/** Whether a passive repeats what the agent found. */
export const isReport = ({ group, last }: Clause, tokens: ReadonlyArray<Token>, at: number): boolean => {
  const before = tokens.slice(Math.max(0, at - NEAR), at)
  const after = untilClause(tokens.slice(at + 1, at + 1 + NEAR))
  const auxiliaries = group.length > 0 ? group : (last?.group ?? group)
  return (
    before.some(({ lower }) => findings.has(lower)) ||
    after.some(({ lower }, place) => lower === "since" || (lower === "because" && after[place + 1]?.lower !== "you")) ||
    // "Was sent from noreply@shop.io" is by others.
    (after[0]?.lower === "from" && dispatches.has(tokens[at]!.verb!)) ||
    untilClause(before.toReversed()).some(({ lower }) => earlier.has(lower)) ||
    after.some(({ lower }, place) => earlier.has(lower) || isRecent(after, place) || isRepeated(after, place)) ||
    (!auxiliaries.includes("have") && after.some((token, place) => isDate(token, after[place - 1], after[place + 1])))
  )
}

/** How many words around the verb are read. */
const NEAR = 12

const untilClause = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const end = tokens.findIndex(({ is }) => clauseEnds.has(is))
  return end === -1 ? tokens : tokens.slice(0, end)
}

const clauseEnds = classSet("mark comma link but")
const dispatches = wordSet("send email mail message forward share deliver post ship")

/** Verbs of finding and telling. */
const findings = wordSet(
  "see saw found find noticed notice discovered learned says said shows showed show states stated indicates indicate reports reported mentions mentioned appears seems looks suggests reveals revealed"
)
const earlier = wordSet(
  "ago yesterday earlier previously originally initially already automatically formerly historically recently currently still previous original existing"
)

/** "In the last hour", "last month", "this morning". */
const isRecent = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const next = tokens[at + 1]?.lower ?? ""
  return /^(?:last|past)$/.test(tokens[at]!.lower) && (spans.test(next) || days.test(next))
}

const spans = /^(?:hour|day|week|month|quarter|year|night|minute|term|few|two|three)s?$/

const isRepeated = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  tokens[at]!.lower === "times" && at > 0 && (tokens[at - 1]!.is === "number" || tokens[at - 1]!.is === "quantifier")

/** A day or a year after "on", "in", "at" or "since"; a time of the day alone is not a date. */
const isDate = ({ lower }: Token, before: Token | undefined, next: Token | undefined): boolean =>
  /^(?:on|in|at|since|back)$/.test(before?.lower ?? "") &&
  (days.test(lower) || (/^\d{1,2}(st|nd|rd|th)?$/.test(lower) && days.test(next?.lower ?? "")))

const days =
  /^((jan|febr)(uary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|(nov|dec)(ember)?|(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?|(19|20)\d\d([-/.]\d\d?){0,2})$/

/** "Wrote them to errors.txt". */
export const isIntoFile = (after: ReadonlyArray<Token>): boolean =>
  after.some(({ is, text }, at) => {
    const before = after[at - 1]?.is === "determiner" ? after[at - 2] : after[at - 1]
    return (is === "name" || is === "quote") && /^(?:to|into|as)$/.test(before?.lower ?? "") && /\w\.\w+$/.test(text)
  })

/** "It was destroyed, as requested": the agent did it. */
export const isForUser = (after: ReadonlyArray<Token>): boolean =>
  after.some(({ lower }, at) => {
    const next = after[at + 1]?.lower ?? ""
    return lower === "as" ? /^(?:requested|asked|you|instructed)$/.test(next) : lower === "per" && next === "your"
  })
