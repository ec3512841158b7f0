/**
 * Decides which recorded calls a claim means, and whether a claim without any is absent or cannot be decided.
 *
 * A call matches generously: a synonym, an update of the same thing, a tool that can do anything. A claim is absent only
 * if an offered tool fits it closely and was not called, or if the run is known to have written nothing.
 */
import type { Offer, ToolOffered } from "../../../../base/domain/verdict/Metric.ts"
import type { Trace } from "../../../../base/domain/trace/Trace.ts"
import type { ClaimInText } from "./claims.ts"
import { type Fit, fitter, isCarried, undoes } from "./fit.ts"
import { isWayRound, mayHide } from "./otherWays.ts"
import { type ReadTool, type RecordedTool, recordedTools } from "./recorded.ts"
import { stem } from "./stem.ts"
import type { Synonyms } from "./synonyms.ts"
import { actionBits } from "./verbs.ts"
import { knownResults } from "../../../../base/domain/trace/oneResultPerCall.ts"

export interface Evidence extends Offer {
  /** The message. */
  readonly text: string
  readonly readTool: ReadTool
  /** Names of tools that never write. */
  readonly readonlyTools: ReadonlyArray<string>
  readonly synonyms: Synonyms
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

export const decider = (trace: Trace, evidence: Evidence): ((claim: ClaimInText) => Decision) => {
  const { complete, readTool, synonyms } = evidence
  const recorded = recordedTools(trace, readTool)
  const called = new Set(recorded.map(({ tool }) => tool))
  const offered = evidence.offered.filter(wasOfferedIn(trace)).map(readTool)
  const uncalled = offered.filter((tool) => tool.kind !== "read" && !called.has(tool))
  const harmlessTools = () => [
    ...offered.filter(({ kind }) => kind === "read"),
    ...evidence.readonlyTools.map((name) => readTool({ server: "", name }))
  ]
  const onlyReads = recorded.every(({ reads }) => reads)
  /** Whether a thing was read by name, which may tell its state; a search does not. */
  const lookedUp = recorded.some(({ reads, tool }) => reads && !tool.verbs.has("search") && !tool.verbs.has("find"))
  const allWritesFailed = recorded.every(({ failed, reads }) => reads || failed)
  const hasSent = recorded.some(({ actions }) => actions === undefined || (actions & actionBits.send) !== 0)
  let shown: string | undefined

  const absenceOf = (claim: ClaimInText, best: number, fit: ReturnType<typeof fitter>): Absence | undefined => {
    if (claim.told && onlyReads && (claim.timed || denial.test(evidence.text))) return undefined
    const isToldState = claim.vague && lookedUp
    const could = isToldState
      ? undefined
      : uncalled.find((tool) => couldDo(claim, fit(tool), best) || (!hasSent && !claim.vague && isCarried(claim, tool)))
    // What reads showed, a passive may tell.
    if (
      could !== undefined &&
      (claim.own || best > 0 || !(shown ??= readResults(trace, recorded)).includes(claim.past))
    )
      return { could: could.name }
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
    const close = best >= UPDATES || allWritesFailed ? ofRank(Math.max(best, MAY_BE)) : named
    const isSettled =
      best >= FITS || named.length > 0 || (best === UPDATES && argumentsWith([claim.verb], close).length > 0)
    const absent =
      isSettled || recorded.some((one) => mayHide(claim, one, fit)) ? undefined : absenceOf(claim, best, fit)
    // After an error the agent may have gone another way.
    const tools = isWayRound(close, recorded, trace) ? [] : close
    const isSame = ({ noun, verb }: Fit) => verb === "same" && noun
    return {
      tools: absent === undefined ? tools : [],
      absent,
      isHarmless: () => harmlessTools().some((tool) => isSame(fit(tool)))
    }
  }
}

/**
 * A tool that only calls of other runs show was offered to this one if it called a tool of the same server: by the name of
 * the server, or by what is before the first dash of joined names (`github-create_issue`).
 */
const wasOfferedIn = ({ tool_calls }: Trace): ((tool: ToolOffered) => boolean) => {
  const family = ({ name, server }: Pick<ToolOffered, "name" | "server">) =>
    `${server} ${/^(.+?)(?:-|__)/.exec(name)?.[1] ?? ""}`
  const families = new Set(tool_calls.map(family))
  return (tool) => tool.observed !== true || families.size === 0 || families.has(family(tool))
}

/**
 * How well calls fit a claim. A tool of the same verb says it, of something else. An update fits any change of the same
 * thing: "closed the issue" and `update_issue`.
 */
const MAY_BE = 1
const SAYS = 1.5
const UPDATES = 2
const FITS = 3
const SAME = 4

const rankOf = (claim: ClaimInText, { actions, reads, tool }: RecordedTool, fit: Fit): number => {
  const isThing = fit.context || fit.unnamed
  if (reads) return fit.verb === "same" && fit.noun ? FITS : 0
  if (fit.verb === "same" && isThing) return SAME
  if (actions === undefined) return MAY_BE
  if (undoes(claim, tool.verbs)) return 0
  const isAlike = (actions & claim.actions) !== 0
  if (tool.kind === "open") return isAlike ? FITS : MAY_BE
  const isLoose = fit.noun ? !fit.head : tool.nouns.size === 0 && (actions & claim.actions) === actionBits.change
  if (isAlike) return isThing ? (isLoose ? UPDATES : FITS) : fit.verb === "same" ? SAYS : MAY_BE
  const isUpdate = ((actions | claim.actions) & actionBits.change) !== 0
  if (!isUpdate) return 0
  return isThing && !(fit.noun && makes.has(claim.verb)) ? UPDATES : MAY_BE
}

/** What an update of a thing does not do. */
const makes = new Set("create generate register provision establish onboard open".split(" "))

/** Whether a tool that was not called would have been the way to do it. */
const couldDo = (
  { actions, own, told, vague, verb: said, weak }: ClaimInText,
  { bare, context, noun, unnamed, verb }: Fit,
  best: number
): boolean => {
  if (best > SAYS || vague) return verb === "same" && noun
  if (best >= MAY_BE) {
    if (verb === "same") return noun || (best === MAY_BE && own && !weak && (context || !generic.has(said)))
    return noun && verb !== undefined && !weak && best === MAY_BE
  }
  if (own && verb === "alike" && final.has(said)) return true
  if (verb === "same" && own && bare) return true
  if (verb === "same") return context || (!weak && (unnamed || (actions & plain) === 0 || !(told || generic.has(said))))
  if (verb === "alike") return noun || (!weak && unnamed)
  return verb === "update" && !weak && (noun || unnamed)
}

/** "The record was removed. I have not added it back.": what such a message tells in the passive, it found. */
const denial = /\bI (?:have not|haven['’]t|did not|didn['’]t) /

/** Said of things in the world, and not of words and data. */
const final = new Set(
  "cancel delete revoke uninstall unsubscribe refund reimburse approve reject merge publish deploy email invite".split(
    " "
  )
)

/** Actions that say little without their noun. */
const plain = actionBits.create | actionBits.change

const generic = new Set(
  "create add insert put set update edit modify change write move copy save apply mark".split(" ")
)

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
  (!filed && (actions & (plain | actionBits.run)) !== 0 && candidates.some((noun) => texts.has(noun))) ||
  rest.some(({ lower }) => lower === "below" || lower === "above")

const texts = new Set(
  (
    "summary list overview plan outline breakdown comparison snippet example code function script query answer response " +
    "text version paragraph sentence recommendation suggestion explanation analysis search filter result detail step " +
    "approach assumption format context information investigation research"
  ).split(" ")
)

const readResults = (trace: Trace, recorded: ReadonlyArray<RecordedTool>): string => {
  const reads = recorded.filter(({ reads: isRead }) => isRead).flatMap(({ calls }) => calls)
  const ids = new Set(reads.map((call) => trace.tool_calls[call]!.id))
  return knownResults(trace)
    .filter(({ call_id }) => ids.has(call_id))
    .map(({ content = [], structured }) => JSON.stringify([content, structured]))
    .join("\n")
    .toLowerCase()
}
