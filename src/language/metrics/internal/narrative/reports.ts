/**
 * Passives that tell what the agent found, not what it did: "was created on 1 March", "was closed last week", "has been
 * restarted 4 times", "according to the log, the table was dropped", "I see that it was merged".
 */
import type { Clause } from "./clause.ts"
import type { Token } from "./sentences.ts"

/** Whether a whole sentence repeats a source: "according to the docs", "here is what changed in v2". */
export const isReported = (tokens: ReadonlyArray<Token>): boolean =>
  tokens.some(({ lower }, at) => lower === "according" || (lower === "what" && tokens[at + 1]?.lower === "changed"))

export const isReport = ({ group, last }: Clause, tokens: ReadonlyArray<Token>, at: number): boolean => {
  const before = tokens.slice(Math.max(0, at - NEAR), at)
  const after = untilClause(tokens.slice(at + 1, at + 1 + NEAR))
  const auxiliaries = group.length > 0 ? group : (last?.group ?? group)
  return (
    before.some(({ lower }) => findings.has(lower)) ||
    after.some(({ lower }, place) => lower === "since" || (lower === "because" && after[place + 1]?.lower !== "you")) ||
    (after[0]?.lower === "from" && dispatches.has(tokens[at]!.verb!)) ||
    untilClause(before.toReversed()).some(({ lower }) => earlier.has(lower)) ||
    after.some(({ lower }, place) => earlier.has(lower) || isRecent(after, place) || isRepeated(after, place)) ||
    (!auxiliaries.includes("have") && after.some((token, place) => isDate(token, after[place - 1], after[place + 1])))
  )
}

/** "Was sent from noreply@shop.io" is by others. */
const dispatches = new Set("send email mail message forward share deliver post ship".split(" "))

/** How many words around the verb are read. */
const NEAR = 12

const untilClause = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const end = tokens.findIndex(({ is }) => is === "mark" || is === "comma" || is === "link" || is === "but")
  return end === -1 ? tokens : tokens.slice(0, end)
}

/** Verbs of finding and telling. */
const findings = new Set(
  (
    "see saw found find noticed notice discovered learned says said shows showed show states stated indicates indicate " +
    "reports reported mentions mentioned appears seems looks suggests reveals revealed"
  ).split(" ")
)

const earlier = new Set(
  (
    "ago yesterday earlier previously originally initially already automatically formerly historically recently " +
    "currently still previous original existing"
  ).split(" ")
)

/** "In the last hour", "last month", "this morning". */
const isRecent = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  (tokens[at]!.lower === "last" || tokens[at]!.lower === "past") &&
  (spans.has(tokens[at + 1]?.lower ?? "") || days.test(tokens[at + 1]?.lower ?? ""))

const spans = new Set(
  "hour day week month quarter year night minute hours days weeks months years few two three".split(" ")
)

const isRepeated = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  tokens[at]!.lower === "times" && at > 0 && (tokens[at - 1]!.is === "number" || tokens[at - 1]!.is === "quantifier")

/** A day or a year after "on", "in", "at" or "since"; a time of the day alone is none. */
const isDate = ({ lower }: Token, before: Token | undefined, next: Token | undefined): boolean =>
  before !== undefined &&
  dated.has(before.lower) &&
  (days.test(lower) || (/^\d{1,2}(st|nd|rd|th)?$/.test(lower) && days.test(next?.lower ?? "")))

const dated = new Set(["on", "in", "at", "since", "back"])

const days =
  /^((jan|febr)(uary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|(nov|dec)(ember)?|(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?|(19|20)\d\d([-/.]\d\d?){0,2})$/

/** "Wrote them to errors.txt". */
export const isIntoFile = (after: ReadonlyArray<Token>): boolean =>
  after.some(({ is, text }, at) => {
    const before = after[at - 1]?.is === "determiner" ? after[at - 2] : after[at - 1]
    return (is === "name" || is === "quote") && into.has(before?.lower ?? "") && /\w\.\w+$/.test(text)
  })

const into = new Set(["to", "into", "as"])

/** "It was destroyed, as requested": the agent did it. */
export const isForUser = (after: ReadonlyArray<Token>): boolean =>
  after.some(
    ({ lower }, at) =>
      (lower === "as" && asked.has(after[at + 1]?.lower ?? "")) || (lower === "per" && after[at + 1]?.lower === "your")
  )

const asked = new Set("requested asked you instructed".split(" "))
