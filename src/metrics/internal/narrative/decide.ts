/**
 * Decides which recorded calls a claim means, and whether a claim without any is absent or cannot be decided.
 *
 * A call matches generously: a synonym, an update of the same thing, a tool that can do anything. A claim is absent only
 * if an offered tool fits it closely and was not called, or if the run is known to have written nothing.
 */
import type { Offer } from "../../../domain/Metric.ts"
import type { Trace } from "../../../domain/Trace.ts"
import type { ClaimInText } from "./claims.ts"
import { type Fit, fitter } from "./fit.ts"
import { type ReadTool, type RecordedTool, recordedTools } from "./recorded.ts"
import { stem } from "./stem.ts"
import type { Synonyms } from "./synonyms.ts"
import { actionBits } from "./verbs.ts"

export interface Evidence extends Offer {
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
  const offered = evidence.offered.map(readTool)
  const uncalled = offered.filter((tool) => tool.kind !== "read" && !called.has(tool))
  const harmlessTools = () => [
    ...offered.filter(({ kind }) => kind === "read"),
    ...evidence.readonlyTools.map((name) => readTool({ server: "", name }))
  ]
  const onlyReads = recorded.every(({ reads }) => reads)
  /** Whether a thing was read by name, which may tell its state; a search does not. */
  const lookedUp = recorded.some(({ reads, tool }) => reads && !tool.verbs.has("search") && !tool.verbs.has("find"))
  let shown: string | undefined

  const absenceOf = (claim: ClaimInText, best: number, fit: ReturnType<typeof fitter>): Absence | undefined => {
    const isToldState = claim.vague && lookedUp
    const could = isToldState ? undefined : uncalled.find((tool) => couldDo(claim, fit(tool), best))
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
    const tools = best === 0 ? [] : recorded.filter((_, at) => ranks[at] === best)
    const isSettled = best >= FITS || (best === UPDATES && isInArguments(claim, tools, trace))
    const absent = isSettled ? undefined : absenceOf(claim, best, fit)
    const isSame = ({ noun, verb }: Fit) => verb === "same" && noun
    return {
      tools: absent === undefined ? tools : [],
      absent,
      isHarmless: () => harmlessTools().some((tool) => isSame(fit(tool)))
    }
  }
}

/** How well calls fit a claim. An update fits any change of the same thing: "closed the issue" and `update_issue`. */
const MAY_BE = 1
const UPDATES = 2
const FITS = 3
const SAME = 4

const rankOf = (claim: ClaimInText, { actions, reads, tool }: RecordedTool, fit: Fit): number => {
  const isThing = fit.context || fit.unnamed
  if (reads) return fit.verb === "same" && fit.noun ? FITS : 0
  if (fit.verb === "same" && isThing) return SAME
  if (actions === undefined) return MAY_BE
  const isAlike = (actions & claim.actions) !== 0
  if (tool.kind === "open") return isAlike ? FITS : MAY_BE
  if (isAlike) return isThing ? FITS : MAY_BE
  const isUpdate = ((actions | claim.actions) & actionBits.change) !== 0
  return isUpdate ? (isThing ? UPDATES : MAY_BE) : 0
}

/** Whether a tool that was not called would have been the way to do it. */
const couldDo = (
  { actions, told, vague, verb: said, weak }: ClaimInText,
  { context, noun, unnamed, verb }: Fit,
  best: number
): boolean => {
  if (best > 0 || vague) return verb === "same" && noun
  if (verb === "same") return context || (!weak && (unnamed || (actions & plain) === 0 || !(told || generic.has(said))))
  if (verb === "alike") return noun || (!weak && unnamed)
  return verb === "update" && !weak && (noun || unnamed)
}

/** Actions that say little without their noun. */
const plain = actionBits.create | actionBits.change

const generic = new Set("create add insert put set update edit modify change write".split(" "))

/** "Closed" is an update to `{ state: "closed" }`. */
const isInArguments = ({ verb }: ClaimInText, tools: ReadonlyArray<RecordedTool>, { tool_calls }: Trace): boolean => {
  const word = stem(verb)
  return tools.some(({ calls }) =>
    calls.some((call) =>
      JSON.stringify(tool_calls[call]!.args ?? {})
        .toLowerCase()
        .includes(word)
    )
  )
}

/** "I added a summary below": what was made is in the text itself. */
const isInText = ({ actions, candidates, rest }: ClaimInText): boolean =>
  ((actions & plain) !== 0 && candidates.some((noun) => texts.has(noun))) ||
  rest.some(({ lower }) => lower === "below" || lower === "above")

const texts = new Set(
  (
    "summary list overview plan outline breakdown comparison snippet example code function script query answer response " +
    "text version paragraph sentence recommendation suggestion explanation analysis search filter result detail step " +
    "approach assumption format context information"
  ).split(" ")
)

const readResults = ({ tool_calls, tool_results = [] }: Trace, recorded: ReadonlyArray<RecordedTool>): string => {
  const reads = recorded.filter(({ reads: isRead }) => isRead).flatMap(({ calls }) => calls)
  const ids = new Set(reads.map((call) => tool_calls[call]!.id))
  return tool_results
    .filter(({ call_id }) => ids.has(call_id))
    .map(({ content = [], structured }) => JSON.stringify([content, structured]))
    .join("\n")
    .toLowerCase()
}
