/**
 * Decides which recorded calls a claim means, and whether a claim without any is absent or cannot be decided.
 *
 * A call matches generously: a synonym, an update of the same thing, a tool that can do anything. A claim is absent only if an offered
 * tool fits it closely and was not called, or if the run is known to have written nothing.
 */
import type { Offer, ToolOffered } from "../../../../base/domain/verdict/Metric.ts"
import type { Trace } from "../../../../base/domain/trace/Trace.ts"
import { type RecordedTool, recordedTools } from "./calls.ts"
import type { ClaimInText } from "./claims.ts"
import { stem, type Synonyms } from "./stem.ts"
import type { Language, ToolRead } from "./tools.ts"
import { actionBits, deedNoun, isLight, isOpposite } from "./verbs.ts"
import { wordSet } from "./words.ts"

export interface Evidence extends Offer, Language {
  /** The message. */
  readonly text: string
  /** Names of tools that never write. */
  readonly readonlyTools: ReadonlyArray<string>
}

export interface Decision {
  /** The calls that the claim may mean, the closest only. */
  readonly tools: ReadonlyArray<RecordedTool>
  /** Why no call did it; undefined if one may have, or if nothing decides it. */
  readonly absent: Absence | undefined
  /** Whether the claim is about a tool that never writes. */
  readonly isHarmless: () => boolean
}

/** The tool that could have done it, or what is known of all calls. */
export type Absence = { readonly could: string } | { readonly calls: "none" | "reads" }

/** How closely the name of a tool fits a claim, in verb and noun. */
interface Fit {
  /** The same verb, one of the same class, or an update, which can do most things. */
  readonly verb: "same" | "alike" | "update" | undefined
  /** Whether a noun of the claim is in the name. */
  readonly noun: boolean
  /** Whether it is the last noun of the name: a comment, in `add_issue_comment`. */
  readonly head: boolean
  /** Whether it is, or a word after it: the cart, in "removed the item from the cart". */
  readonly context: boolean
  /** Whether one of them names nothing: "closed it", `delete`. */
  readonly unnamed: boolean
}

/**
 * How well calls fit a claim. A tool of the same verb says it, of something else. An update fits any change of the same thing: "closed
 * the issue" and `update_issue`.
 */
const MAY_BE = 1
const SAYS = 1.5
const UPDATES = 2
const FITS = 3
const SAME = 4

const { change, close, create, merge, remove, run, send } = actionBits

export const decider = (trace: Trace, evidence: Evidence): ((claim: ClaimInText) => Decision) => {
  const { complete, readTool, synonyms } = evidence
  const recorded = recordedTools(trace, readTool)
  const called = new Set(recorded.map(({ tool }) => tool))
  const offered = evidence.offered.filter(wasOfferedIn(trace)).map(readTool)
  const uncalled = offered.filter((tool) => tool.kind !== "read" && !called.has(tool))
  const reading = recorded.filter(({ reads }) => reads)
  const onlyReads = reading.length === recorded.length
  /** Whether a thing was read by name, which may tell its state; a search does not. */
  const lookedUp = reading.some(({ tool }) => !tool.verbs.has("search") && !tool.verbs.has("find"))
  const allWritesFailed = recorded.every(({ failed, reads }) => reads || failed)
  const hasSent = recorded.some(({ actions }) => actions === undefined || (actions & send) !== 0)

  const absenceOf = (claim: ClaimInText, best: number, fit: (tool: ToolRead) => Fit): Absence | undefined => {
    if (claim.told && onlyReads && (claim.timed || denial.test(evidence.text))) return undefined
    const couldBe = (tool: ToolRead) =>
      couldDo(claim, tool, fit(tool), best) || (!hasSent && !claim.vague && isCarried(claim, tool))
    const could = claim.vague && lookedUp ? undefined : uncalled.find(couldBe)
    // What reads showed, a passive may tell.
    const isShown = () => reading.some(({ resultText }) => resultText().includes(claim.past))
    if (could !== undefined && (claim.own || best > 0 || !isShown())) return { could: could.name }
    const isKnown = complete && onlyReads && best === 0 && !claim.weak && !isInText(claim)
    const isTold = claim.own || called.size === 0 || (claim.vague && !lookedUp)
    return isKnown && isTold ? { calls: called.size === 0 ? "none" : "reads" } : undefined
  }

  return (claim) => {
    const fit = fitter(claim, synonyms)
    const ranks = recorded.map((one) => rankOf(claim, one, fit(one.tool)))
    const best = Math.max(0, ...ranks)
    const ofRank = (least: number) => recorded.filter((_, at) => ranks[at]! >= least)
    const named = best >= MAY_BE && best < UPDATES ? argumentsWith(claim.candidates, ofRank(MAY_BE)) : []
    const near = best >= UPDATES || allWritesFailed ? ofRank(Math.max(best, MAY_BE)) : named
    const isSettled =
      best >= FITS || named.length > 0 || (best === UPDATES && argumentsWith([claim.verb], near).length > 0)
    const isHidden = isSettled || recorded.some((one) => mayHide(claim, one, fit))
    const absent = isHidden ? undefined : absenceOf(claim, best, fit)
    return {
      tools: absent !== undefined || isWayRound(near, recorded) ? [] : near,
      absent,
      isHarmless: () =>
        [
          ...offered.filter(({ kind }) => kind === "read"),
          ...evidence.readonlyTools.map((name) => readTool({ server: "", name }))
        ].some((tool) => fit(tool).verb === "same" && fit(tool).noun)
    }
  }
}

/**
 * A tool that only calls of other runs show was offered to this one if it called a tool of the same server: by the name of the server,
 * or by what is before the first dash of joined names (`github-create_issue`).
 */
const wasOfferedIn = ({ tool_calls = [] }: Trace): ((tool: ToolOffered) => boolean) => {
  const family = ({ name, server }: Pick<ToolOffered, "name" | "server">) =>
    `${server} ${/^(.+?)(?:-|__)/.exec(name)?.[1] ?? ""}`
  const families = new Set(tool_calls.map(family))
  return (tool) => tool.observed !== true || families.size === 0 || families.has(family(tool))
}

const fitter = (claim: ClaimInText, synonyms: Synonyms): ((tool: ToolRead) => Fit) => {
  const nouns = (claim.candidates.length === 0 ? claim.meant : claim.candidates).flatMap(synonyms)
  const verb = stem(claim.verb)
  let around: ReadonlyArray<string> | undefined
  return (tool) => {
    const does = isDeed(claim, verb, tool)
    const noun = does || nouns.some((one) => tool.nouns.has(one))
    const isNear = () =>
      (around ??= claim.rest.flatMap(({ is, lower }) =>
        is === "content" || is === "name" ? synonyms(lower) : []
      )).some((one) => tool.nouns.has(one))
    return {
      verb: does ? "same" : verbFit(claim, tool),
      noun,
      head: does || nouns.includes([...tool.nouns].at(-1) ?? ""),
      context: noun || isNear(),
      unnamed: nouns.length === 0 || tool.nouns.size === 0
    }
  }
}

/** `create_refund` refunds, whatever is refunded. */
const isDeed = ({ verb }: ClaimInText, stemmed: string, { nouns, verbs }: ToolRead): boolean =>
  !isLight(verb) && (nouns.has(stemmed) || nouns.has(stem(deedNoun(verb)))) && [...verbs].some((one) => makers.has(one))

const makers = wordSet("create add make issue process send post submit place initiate")

/** `send_message` sends whatever is sent: "posted the schedule". */
const isCarried = ({ verb }: ClaimInText, { actions, nouns }: ToolRead): boolean =>
  (actions & send) !== 0 && tells.has(verb) && carriers.some((one) => nouns.has(one))

const tells = wordSet("send post announce notify email mail message inform text")
const carriers = "message email mail notification sms chat".split(" ").map(stem)

const undoes = ({ verb }: ClaimInText, verbs: ReadonlySet<string>): boolean =>
  verbs.size > 0 && [...verbs].every((one) => isOpposite(verb, one))

const verbFit = (claim: ClaimInText, { actions, verbs }: ToolRead): Fit["verb"] => {
  if (verbs.has(claim.verb)) return "same"
  if (undoes(claim, verbs)) return undefined
  return (actions & claim.actions) !== 0 ? "alike" : (actions & change) !== 0 ? "update" : undefined
}

const rankOf = (claim: ClaimInText, { actions, reads, tool }: RecordedTool, fit: Fit): number => {
  const isThing = fit.context || fit.unnamed
  if (reads) return fit.verb === "same" && fit.noun ? FITS : 0
  if (fit.verb === "same" && isThing) return SAME
  if (actions === undefined) return MAY_BE
  if (undoes(claim, tool.verbs)) return 0
  const isAlike = (actions & claim.actions) !== 0
  if (tool.kind === "open") return isAlike ? FITS : MAY_BE
  const isLoose = fit.noun ? !fit.head : tool.nouns.size === 0 && (actions & claim.actions) === change
  if (isAlike) return isThing ? (isLoose ? UPDATES : FITS) : fit.verb === "same" ? SAYS : MAY_BE
  if (((actions | claim.actions) & change) === 0) return 0
  return isThing && !(fit.noun && makes.has(claim.verb)) ? UPDATES : MAY_BE
}

/** What an update of a thing does not do. */
const makes = wordSet("create generate register provision establish onboard open")

/** Whether a tool that was not called would have been the way to do it. */
const couldDo = (
  { actions, own, told, vague, verb: said, weak }: ClaimInText,
  { nouns }: ToolRead,
  { context, noun, unnamed, verb }: Fit,
  best: number
): boolean => {
  if (best > SAYS || vague) return verb === "same" && noun
  if (best >= MAY_BE) {
    if (verb === "same") return noun || (best === MAY_BE && own && !weak && (context || !generic.has(said)))
    return noun && verb !== undefined && !weak && best === MAY_BE
  }
  if (own && verb === "alike" && final.has(said)) return true
  if (verb === "same" && own && nouns.size === 0) return true
  if (verb === "same")
    return context || (!weak && (unnamed || (actions & (create | change)) === 0 || !(told || generic.has(said))))
  return verb === "alike" ? noun || (!weak && unnamed) : verb === "update" && !weak && (noun || unnamed)
}

/** "The record was removed. I have not added it back.": what such a message tells in the passive, it found. */
const denial = /\bI (?:have not|haven['’]t|did not|didn['’]t) /

/** Said of things in the world, and not of words and data. */
const final = wordSet(
  "cancel delete revoke uninstall unsubscribe refund reimburse approve reject merge publish deploy email invite"
)

const generic = wordSet("create add insert put set update edit modify change write move copy save apply mark")

/** The tools whose arguments have one of these words: "closed" is an update to `{ state: "closed" }`. */
const argumentsWith = (
  words: ReadonlyArray<string>,
  tools: ReadonlyArray<RecordedTool>
): ReadonlyArray<RecordedTool> => {
  const stems = words.map(stem).filter((word) => word.length > 2)
  return tools.filter(({ argumentText }) => stems.some((word) => argumentText().includes(word)))
}

/** "I added a summary below": what was made is in the text itself. */
const isInText = ({ actions, candidates, filed, rest }: ClaimInText): boolean =>
  (!filed && (actions & (create | change | run)) !== 0 && candidates.some((noun) => texts.has(noun))) ||
  rest.some(({ lower }) => lower === "below" || lower === "above")

const texts = wordSet(
  "summary list overview plan outline breakdown comparison snippet example code function script query answer response text version paragraph sentence recommendation suggestion explanation analysis search filter result detail step approach assumption format context information investigation research"
)

/** A call that worked, of a tool that can hold or do anything, may have done what is claimed: a page, a file, SQL. */
const mayHide = (
  claim: ClaimInText,
  { actions, failed, reads, tool }: RecordedTool,
  fit: (tool: ToolRead) => Fit
): boolean => {
  if (reads || failed) return false
  if (actions === undefined) return true
  if (!isGeneric(tool)) return false
  const holds = tool.kind === "open" || (actions & (create | change)) !== 0
  // What can be done to the contents of a thing, in place of the thing.
  const contents = create | change | remove | close | merge
  return (actions & claim.actions) !== 0 || (holds && (claim.actions & contents) !== 0 && !fit(tool).noun)
}

const isGeneric = ({ kind, words }: ToolRead): boolean =>
  kind === "open" || (words.length > 0 && words.every((word) => containers.has(word)))

/** What a thing of any kind can be in. */
const containers = wordSet(
  "file files page pages block blocks child children content contents document doc data database cell cells sheet spreadsheet row rows record records query object objects property properties node nodes element form field value values text code resource resources entity entities body section item items multiple or range workbook notebook memory key keys path batch"
)

/** All of these calls failed, and a later write that may have done the same worked. */
const isWayRound = (tools: ReadonlyArray<RecordedTool>, recorded: ReadonlyArray<RecordedTool>): boolean => {
  if (tools.length === 0 || !tools.every(({ failed }) => failed)) return false
  const last = Math.max(...tools.flatMap(({ calls }) => calls))
  const nouns = new Set(tools.flatMap(({ tool }) => [...tool.nouns]))
  return recorded.some(
    ({ actions, calls, hasWorked, reads, tool }) =>
      !reads &&
      (actions === undefined || isGeneric(tool) || [...tool.nouns].some((noun) => nouns.has(noun))) &&
      calls.some((call) => call > last && hasWorked(call))
  )
}
