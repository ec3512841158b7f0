/**
 * The claims of a text: each past or perfect form of a known verb, active or passive, with the noun it was done to.
 * An action that is negated, offered, planned, hypothetical, asked about, quoted, reported or of another person is not
 * a claim.
 */
import { advance } from "./advance.ts"
import { type Clause, noPhrase, type Phrase, start } from "./clause.ts"
import { phrasesWith } from "./conjuncts.ts"
import { idleSentences } from "./idle.ts"
import { nounsAfter } from "./nouns.ts"
import { withPhrasalVerbs } from "./phrasal.ts"
import { isHeading, isState, type Reading, readingOf } from "./reading.ts"
import { isForUser, isIntoFile, isReport, isReported } from "./reports.ts"
import { type Sentence, sentences, type Token } from "./sentences.ts"
import { singular } from "./stem.ts"
import { type Actions, actionBits, actionsOf, isWeak, type Verbs } from "./verbs.ts"
import { withPlainPasts } from "./plainPasts.ts"
import { type Class, looksPast } from "./words.ts"

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
  /**
   * "Your flight is booked", and what may be told of the past: by a weak verb ("the booking was made"), or of a name
   * alone ("#31 was closed").
   */
  readonly vague: boolean
  /** "The issue was closed", which may be told of the past. */
  readonly told: boolean
  /** The identifiers of its noun: 43 in "closed issue 43". */
  readonly names: ReadonlyArray<Token>
  /** "Issues 43": the number counts, unless there are several. */
  readonly plural: boolean
  /** The words after it, up to the next known verb. "closed" in "set the status to closed" is not one. */
  readonly rest: ReadonlyArray<Token>
  /** "Was locked at 22:04", which in a run that only reads tells what was read. */
  readonly timed: boolean
  /** The past form as written, in lower case. */
  readonly past: string
}

/** How many words after a verb are read. */
const AHEAD = 40

export function* claimsIn(text: string, verbs: Verbs): Generator<ClaimInText> {
  let isDone: boolean | undefined
  for (const sentence of sentences(text, verbs.pasts, idleSentences(verbs.pasts))) {
    isDone ??= saysDone(sentence.tokens)
    const tokens = withPlainPasts(withPhrasalVerbs(sentence.tokens), verbs)
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
    const { verb } = token
    if (verb === undefined) {
      clause = advance(clause, token)
      if (token.is === "comma" || token.is === "mark") settled = found.length
      continue
    }
    const after = tokens.slice(at + 1, at + 1 + AHEAD)
    const reading = readingOf(clause, token, verbs, after)
    const phrase = phraseOf(clause, reading, token, after, verbs)
    // What follows a report in the same sentence reports, too: "was paid on 3 May; the next one was sent".
    const isPast = reading.is === "passive" && reading.group.includes("was")
    const isTold: boolean = reading.is === "passive" && ((isPast && isTelling) || isReport(clause, tokens, at))
    isTelling ||= isPast && isTold
    if (phrase !== undefined && !isTold) {
      const phrases = phrasesWith(phrase, reading, tokens, at)
      for (const one of phrases) {
        const others = phrases.flatMap(({ nouns }) => (nouns === one.nouns ? [] : nouns))
        const own = others.length === 0 ? after : after.filter((word) => !others.includes(word))
        const before = reading.is === "active" && !isFound(one) ? found.at(-1) : undefined
        found.push(...claim(token, one, reading, own, verbs, isDone).map((made) => withNounsOf(made, before)))
      }
    }
    clause = afterVerb(clause, reading)
  }
  return question ? found.slice(0, asksAll(tokens) ? 0 : settled) : found
}

/** "I resolved the issue and assigned it": a pronoun means what was named before. */
const withNounsOf = (made: ClaimInText, before: ClaimInText | undefined): ClaimInText =>
  before === undefined || made.candidates.length > 0 ? made : { ...made, meant: before.candidates }

/** Active verbs have their noun after them, or right before "I"; passive ones before. Undefined if nothing is claimed. */
const phraseOf = (
  clause: Clause,
  { is, phrase }: Reading,
  { verb = "" }: Token,
  after: ReadonlyArray<Token>,
  { meanings }: Verbs
): Phrase | undefined => {
  if (is !== "active") return is === "passive" && isFound(phrase) ? phrase : undefined
  const object = nounsAfter(after)
  if (object.denied || isOwnWork(after) || (clause.lead === "start" && isTitle(object, after))) return undefined
  if (isFound(object) || isMoney(after[0])) return object
  if (isPronoun(after[0]) || after.slice(1, 4).some(({ lower }) => lower === "one" || lower === "ones")) return object
  if (clause.lead === "self" && isFound(clause.antecedent)) return clause.antecedent
  const does = meanings.get(verb)?.actions ?? 0
  const needsNone = (does & (actionBits.send | actionBits.publish)) !== 0 || signUps.has(verb)
  return needsNone && clause.subject === "self" && after.length > 0 ? object : undefined
}

/** "Refunded $50". */
const isMoney = (token: Token | undefined): boolean => token !== undefined && /^[$€£]\d/.test(token.text)

/** "I signed up for it". */
const signUps = new Set(["register", "enroll", "subscribe", "unsubscribe"])

const isFound = ({ names, nouns }: Phrase): boolean => nouns.length + names.length > 0

const isPronoun = (token: Token | undefined): boolean =>
  token !== undefined && (token.is === "other" || token.is === "object" || pronouns.has(token.lower))

const pronouns = new Set("this that these those both all everything other others rest one ones thing things".split(" "))

/** "Updated Details:" is a title. */
const isTitle = ({ names, nouns }: Phrase, after: ReadonlyArray<Token>): boolean =>
  names.length === 0 && after[after.indexOf(nouns.at(-1)!) + 1]?.lower === ":" && nouns.length > 0

/** "I updated my answer" is about words. */
const isOwnWork = (after: ReadonlyArray<Token>): boolean => after[0]?.lower === "my"

const claim = (
  token: Token,
  { names, nouns }: Phrase,
  reading: Reading,
  after: ReadonlyArray<Token>,
  { meanings }: Verbs,
  isDone: boolean
): ReadonlyArray<ClaimInText> => {
  const verb = token.verb!
  const meaning = meanings.get(verb)!
  const candidates = nouns.filter(({ lower }) => !pronouns.has(lower)).map(({ lower }) => singular(lower))
  const actions = actionsOf(verb, meaning, candidates, after[0]?.lower === "a" || after[0]?.lower === "an")
  if (actions === 0) return []
  const noun = candidates.at(-1) ?? ""
  const end = after.findIndex(
    ({ is, lower }, at) =>
      (is === "past" && after[at - 1]?.is !== "to") ||
      (is === "content" && after[at - 1]?.is === "link" && looksPast(lower))
  )
  const spoken = [token, ...nouns, ...names]
  const own = isDone || reading.is === "active" || isHeading(reading) || isForUser(after)
  const told = !isDone && reading.is === "passive" && reading.group.includes("was")
  const filed = own && isIntoFile(after)
  const weak = isWeak(meaning, own) && !filed
  return [
    {
      verb,
      noun,
      action: noun === "" ? verb : `${verb}_${noun}`,
      candidates,
      meant: [],
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

/** "Was it sent, or closed?" is a question as a whole; in "I sent it, right?" only the end is. */
const asksAll = ([first]: ReadonlyArray<Token>): boolean => first !== undefined && askers.has(first.is)

const askers = new Set<Class>(["was", "is", "have", "had", "did", "do", "modal", "which", "unreal", "temporal", "not"])
