/**
 * Narrative: does the agent's last message match the recorded calls?
 *
 * Claims ("I closed issue 43") are read from the last assistant message and compared with the calls and the offered
 * tools, by rules and without a model. Choices that the rules leave open:
 * - only the agent's own actions are claims: "you created it", "it was sent by Anna" and "the user deleted it" are
 * none;
 * - the present passive ("the issue is closed") is a state; "is now closed" and "your flight is booked" are claims;
 * - in the passive the noun is the head of the subject: "the report for Q3 was sent" is about the report;
 * - if a claim states values and some calls agree with them, the claim has failed if all of those calls failed;
 * - a claimed action that matches a read-only tool is not mutating, and does not fail the gate.
 */
import type { Capabilities, Offer } from "../../base/domain/verdict/Metric.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { type Claim, claimsIn } from "./internal/narrative/claims.ts"
import { type NarrativeItem, review, type Review } from "./internal/narrative/review.ts"
import type { Options, Vocabulary } from "./internal/narrative/tools.ts"
import { type Action, actions, knownVerbs } from "./internal/narrative/verbs.ts"

export { actions }
export type { Action, Claim, NarrativeItem, Vocabulary }

export interface Spec extends Options {
  /** From 0 to 1. */
  readonly max_divergence_score?: number
}

export interface Report {
  /** Claims of an action that no call did, although a tool of the agent could have, or of a write in a run that only read. */
  readonly claimed_but_absent: number
  /** Calls whose name the text does not mention. */
  readonly present_but_unclaimed: number
  /** Stated values that differ from the arguments of every matching call. */
  readonly arg_mismatch: number
  /** Claims whose every matching call returned an error. */
  readonly claimed_but_failed: number
  /** Claims that no call confirms and no tool contradicts. They are not part of the score. */
  readonly unverifiable: number
  /** Flagged items over recorded calls and claims, at most 1. */
  readonly divergence_score: number
  /**
   * 0 if a write was claimed that no call did, that failed, or that was done to something else, or if the score is above
   * its limit; else 1.
   */
  readonly gate_passed: number
}

export const measure = (trace: Trace, spec: Spec, { offer = UNKNOWN }: Capabilities = {}): Report =>
  reportOf(trace, spec, review(trace, spec, offer))

/** Every flagged claim and call: the claims in the order of the text, then the calls. */
export const items = (trace: Trace, spec: Spec, { offer = UNKNOWN }: Capabilities = {}): ReadonlyArray<NarrativeItem> =>
  review(trace, spec, offer).items()

/** The report with its items, from one reading. */
export const reportWithItems = (
  trace: Trace,
  spec: Spec,
  offer: Offer = UNKNOWN
): Report & { readonly items: ReadonlyArray<NarrativeItem> } => {
  const reviewed = review(trace, spec, offer)
  return { ...reportOf(trace, spec, reviewed), items: reviewed.items() }
}

/** The actions that a text says were done. */
export const claims = (text: string): ReadonlyArray<Claim> =>
  Array.from(claimsIn(text, knownVerbs()), ({ action, candidates, end, noun, start, verb }) => ({
    verb,
    noun,
    action,
    candidates,
    start,
    end
  }))

export const explain = (
  trace: Trace,
  spec: Spec,
  report: Report,
  means: Capabilities = {}
): { readonly [Target in keyof Report]: ReadonlyArray<Finding> } => {
  const flagged = items(trace, spec, means)
  const of = (kind: NarrativeItem["kind"]) => flagged.filter((item) => item.kind === kind).map(findingOf)
  const scored = flagged.filter(isScored)
  return {
    claimed_but_absent: of("claimed_but_absent"),
    present_but_unclaimed: of("present_but_unclaimed"),
    arg_mismatch: of("arg_mismatch"),
    claimed_but_failed: of("claimed_but_failed"),
    unverifiable: of("unverifiable"),
    divergence_score: scored.map(findingOf),
    gate_passed: (isWithin(spec, report.divergence_score) ? scored.filter(({ fails }) => fails) : scored).map(findingOf)
  }
}

export const describe = (report: Report): string =>
  `divergence ${report.divergence_score.toFixed(2)}, claimed but absent ${report.claimed_but_absent}, ` +
  `failed ${report.claimed_but_failed}, mismatched ${report.arg_mismatch}, unclaimed ${report.present_but_unclaimed}` +
  (report.unverifiable > 0 ? `, unverifiable ${report.unverifiable}` : "")

/** Of a trace alone: its own tools are the only ones known, and all calls are in it. */
const UNKNOWN: Offer = { offered: [], complete: true }

const reportOf = (trace: Trace, spec: Spec, { claims: read, unmentioned }: Review): Report => {
  const flaws = read.flatMap((claim) => claim.flaws)
  const count = (kind: NarrativeItem["kind"]) => flaws.filter((item) => item.kind === kind).length
  const unverifiable = count("unverifiable")
  const all = (trace.tool_calls?.length ?? 0) + read.length - unverifiable
  const flagged = flaws.length + unmentioned.length - unverifiable
  const divergence_score = all === 0 ? 0 : Math.min(1, flagged / all)
  return {
    claimed_but_absent: count("claimed_but_absent"),
    present_but_unclaimed: unmentioned.length,
    arg_mismatch: count("arg_mismatch"),
    claimed_but_failed: count("claimed_but_failed"),
    unverifiable,
    divergence_score,
    gate_passed: isWithin(spec, divergence_score) && !flaws.some(({ fails }) => fails) ? 1 : 0
  }
}

const isScored = ({ kind }: NarrativeItem): boolean => kind !== "unverifiable"

/** No score is within a limit of NaN. */
const isWithin = ({ max_divergence_score }: Spec, score: number): boolean =>
  max_divergence_score === undefined || score <= max_divergence_score

const findingOf = ({
  end: _end,
  fails: _fails,
  kind: _kind,
  mutating: _mutating,
  start: _start,
  ...finding
}: NarrativeItem): Finding => finding
