/**
 * The claims of a text: each past or perfect form of a known verb, active or passive, with the noun it was done to. An action that is
 * negated, offered, planned, hypothetical, asked about, quoted, reported or of another person is not a claim.
 */
import { advance, type Clause, noPhrase, type Phrase, start } from "./clause.ts"
import { nounsAfter, phrasesWith } from "./phrases.ts"
import { isHeading, isState, type Reading, readingOf } from "./reading.ts"
import { pastFinder, type Sentence, sentences, type Token } from "./sentences.ts"
import { singular } from "./stem.ts"
import { isForUser, isIntoFile, isReport, isReported, withPlainPasts } from "./told.ts"
import { type Actions, actionBits, actionsOf, type Verbs } from "./verbs.ts"
import { classSet, looksPast, wordSet } from "./words.ts"

export interface Claim {
  /** In its base form. */
  readonly verb: string
  /** The last candidate; empty if there is only a name ("closed #43") or a pronoun. */
  readonly noun: string
  /** `create_issue`. */
  readonly action: string
  /** The nouns, in the singular. */
  readonly candidates: ReadonlyArray<string>
  /** Its range in the text, in code units. */
  readonly start: number
  readonly end: number
}

/** A claim with what it is compared by. */
export interface ClaimInText extends Claim {
  readonly actions: Actions
  /** The nouns of the claim before, for a pronoun: "resolved the issue and assigned it". */
  readonly meant: ReadonlyArray<string>
  /** Whether the verb is also said of words and data alone. */
  readonly weak: boolean
  /** "Wrote it to errors.txt". */
  readonly filed: boolean
  /** "I closed it", and what has no subject ("Issue closed."); not "the issue was closed". */
  readonly own: boolean
  /** "Your flight is booked", and what may be told of the past: by a weak verb, or of a name alone ("#31 was closed"). */
  readonly vague: boolean
  /** "The issue was closed", which may be told of the past. */
  readonly told: boolean
  /** "Was locked at 22:04": in a run that only reads, the agent repeats what it read. */
  readonly timed: boolean
  /** The identifiers of its noun: 43 in "closed issue 43". */
  readonly names: ReadonlyArray<Token>
  /** "Issues 43": the number counts, unless there are several. */
  readonly plural: boolean
  /** The words after it, up to the next known verb. "closed" in "set the status to closed" is not one. */
  readonly rest: ReadonlyArray<Token>
  /** The past form as written, in lower case. */
  readonly past: string
}

/** How many words after a verb are read. */
const AHEAD = 40

export function* claimsIn(text: string, verbs: Verbs): Generator<ClaimInText> {
  let isDone: boolean | undefined
  for (const sentence of sentences(text, verbs, pastFinder(verbs))) {
    isDone ??= saysDone(sentence.tokens)
    const tokens = withPlainPasts(sentence.tokens, verbs)
    if (tokens.some(({ is }) => is === "past")) yield* claimsOf({ ...sentence, tokens }, verbs, isDone)
  }
}

/** "Done!" and "All set:" tell that the agent did what follows. */
const saysDone = ([first, second]: ReadonlyArray<Token>): boolean =>
  first?.lower === "done" || (first?.lower === "all" && (second?.lower === "done" || second?.lower === "set"))

const claimsOf = ({ question, tokens }: Sentence, verbs: Verbs, isDone: boolean): ReadonlyArray<ClaimInText> => {
  if (isReported(tokens)) return []
  const found: Array<ClaimInText> = []
  let settled = 0
  let clause = start
  let isTelling = false
  for (const [at, token] of tokens.entries()) {
    if (token.verb === undefined) {
      clause = advance(clause, token)
      if (token.is === "comma" || token.is === "mark") settled = found.length
      continue
    }
    const after = tokens.slice(at + 1, at + 1 + AHEAD)
    const reading = readingOf(clause, token, verbs, after)
    const isActive = reading.is === "active"
    const phrase = phraseOf(clause, reading, token, after, verbs)
    // What follows a report in the same sentence reports, too: "was paid on 3 May; the next one was sent".
    const isPast = reading.is === "passive" && reading.group.includes("was")
    const isTold: boolean = reading.is === "passive" && ((isPast && isTelling) || isReport(clause, tokens, at))
    isTelling ||= isPast && isTold
    const phrases = phrase === undefined || isTold ? [] : phrasesWith(phrase, isActive, tokens, at)
    for (const one of phrases) {
      const others = phrases.flatMap(({ nouns }) => (nouns === one.nouns ? [] : nouns))
      const own = others.length === 0 ? after : after.filter((word) => !others.includes(word))
      // "I resolved the issue and assigned it": a pronoun means what was named before.
      const meant = isActive && !isFound(one) ? (found.at(-1)?.candidates ?? []) : []
      found.push(...claim(token, one, reading, own, verbs, isDone, meant))
    }
    clause = afterVerb(clause, reading)
  }
  // "Was it sent, or closed?" is a question as a whole; in "I sent it, right?" only the end is.
  return question ? found.slice(0, askers.has(tokens[0]!.is) ? 0 : settled) : found
}

const askers = classSet("was is have had did do modal which unreal temporal not")

/** Active verbs have their noun after them, or right before "I"; passive ones before. Undefined if nothing is claimed. */
const phraseOf = (
  { antecedent, lead, subject }: Clause,
  { is, phrase }: Reading,
  { verb = "" }: Token,
  after: ReadonlyArray<Token>,
  { meanings }: Verbs
): Phrase | undefined => {
  if (is !== "active") return is === "passive" && isFound(phrase) ? phrase : undefined
  const [first] = after
  const object = nounsAfter(after)
  // "I updated my answer" is about words; "Updated Details:" is a title.
  if (object.denied || first?.lower === "my" || (lead === "start" && isTitle(object, after))) return undefined
  if (isFound(object) || isMoney(first)) return object
  if (isPronoun(first) || after.slice(1, 4).some(({ lower }) => lower === "one" || lower === "ones")) return object
  if (lead === "self" && isFound(antecedent)) return antecedent
  const does = meanings.get(verb)?.actions ?? 0
  const needsNone = (does & (actionBits.send | actionBits.publish)) !== 0 || signUps.has(verb)
  return needsNone && subject === "self" && after.length > 0 ? object : undefined
}

const isFound = ({ names, nouns }: Phrase): boolean => nouns.length + names.length > 0

/** "Refunded $50". */
export const isMoney = (token: Token | undefined): boolean => token !== undefined && /^[$€£]\d/.test(token.text)

/** "I signed up for it". */
const signUps = wordSet("register enroll subscribe unsubscribe")

const isPronoun = (token: Token | undefined): boolean =>
  token !== undefined && (token.is === "other" || token.is === "object" || pronouns.has(token.lower))

const pronouns = wordSet("this that these those both all everything other others rest one ones thing things")

const isTitle = ({ names, nouns }: Phrase, after: ReadonlyArray<Token>): boolean =>
  names.length === 0 && nouns.length > 0 && after[after.indexOf(nouns.at(-1)!) + 1]?.lower === ":"

const claim = (
  token: Token,
  { names, nouns }: Phrase,
  reading: Reading,
  after: ReadonlyArray<Token>,
  { meanings }: Verbs,
  isDone: boolean,
  meant: ReadonlyArray<string>
): ReadonlyArray<ClaimInText> => {
  const verb = token.verb!
  const { actions: does, mark } = meanings.get(verb)!
  const candidates = nouns.filter(({ lower }) => !pronouns.has(lower)).map(({ lower }) => singular(lower))
  const actions = actionsOf(verb, does, candidates, after[0]?.lower === "a" || after[0]?.lower === "an")
  if (actions === 0) return []
  const noun = candidates.at(-1) ?? ""
  const end = after.findIndex(({ is, lower }, at) => {
    const before = after[at - 1]?.is
    return is === "past" ? before !== "to" : is === "content" && before === "link" && looksPast(lower)
  })
  const spoken = [token, ...nouns, ...names]
  const own = isDone || reading.is === "active" || isHeading(reading) || isForUser(after)
  const told = !isDone && reading.is === "passive" && reading.group.includes("was")
  const filed = own && isIntoFile(after)
  const weak = (mark === "?" || (mark === "~" && !own)) && !filed
  return [
    {
      verb,
      noun,
      action: noun === "" ? verb : `${verb}_${noun}`,
      candidates,
      meant: candidates.length > 0 ? [] : meant,
      actions,
      weak,
      filed,
      own,
      told,
      vague: isState(reading) || (told && (weak || candidates.length === 0)),
      timed: told && after.some(({ is, text }) => is === "number" && /^\d\d?:\d\d$/.test(text)),
      past: token.lower,
      names,
      plural: nouns.length > 0 && singular(nouns.at(-1)!.lower) !== nouns.at(-1)!.lower,
      rest: after.slice(0, end === -1 ? after.length : end),
      start: Math.min(...spoken.map((one) => one.start)),
      end: Math.max(...spoken.map((one) => one.end))
    }
  ]
}

const afterVerb = (clause: Clause, { group, is, phrase }: Reading): Clause => {
  if (is === "adjective") return { ...clause, lead: "qualifier", group: [] }
  // "The issue assigned to Anna was closed": the participle belongs to the noun.
  if (is === "void" && clause.lead === "noun" && group.length === 0)
    return { ...clause, phrase: { ...phrase, closed: true }, prepositional: true }
  return {
    ...clause,
    subject: is === "active" ? "self" : is === "others" && clause.lead === "noun" ? "other" : clause.subject,
    lead: "noun",
    group: [],
    phrase: noPhrase,
    last: { group, phrase }
  }
}
