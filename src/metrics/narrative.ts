/**
 * Narrative: does the agent's last message match the recorded calls?
 *
 * Claims ("I closed issue 43") are read from the last assistant message and compared with the calls, by rules and
 * without a model. Choices that the rules leave open:
 * - only the agent's own actions are claims: "you created it", "it was sent by Anna" and "the user deleted it" are
 * none;
 * - the present passive ("the issue is closed") is a state, and a passive after "since" or "because" is a reason;
 * - a pronoun is not a noun, but a name or a quotation replaces one: "closed #43" means any tool that closes;
 * - in the passive the noun is the head of the subject: "the report for Q3 was sent" is about the report;
 * - if a claim states values and some calls agree with them, the claim has failed if all of those calls failed;
 * - a claimed action that matches a read-only tool is not mutating, and does not fail the gate.
 */
import type { Trace } from "../domain/Trace.ts"
import type { Finding } from "../domain/Verdict.ts"
import { type Claim, claimsIn } from "./internal/narrative/claims.ts"
import { type Item, review } from "./internal/narrative/items.ts"
import type { Overrides } from "./internal/narrative/mutating.ts"

export type { Claim, Item }

export interface Spec extends Overrides {
  /** From 0 to 1. */
  readonly max_divergence_score?: number
}

export interface Report {
  /** Claims without a matching call. */
  readonly claimed_but_absent: number
  /** Calls whose name the text does not mention. */
  readonly present_but_unclaimed: number
  /** Stated values that differ from the arguments of every matching call. */
  readonly arg_mismatch: number
  /** Claims whose every matching call returned an error. */
  readonly claimed_but_failed: number
  /** Flagged items over recorded calls and claims, at most 1. */
  readonly divergence_score: number
  /** 0 if a write was claimed without a matching call, or if the score is above its limit; else 1. */
  readonly gate_passed: number
}

export const measure = (trace: Trace, spec: Spec): Report => {
  const { claims, items } = review(trace, spec)
  const count = (kind: Item["kind"]) => items.filter((item) => item.kind === kind).length
  const all = (trace.tool_calls?.length ?? 0) + claims.length
  const divergence_score = all === 0 ? 0 : Math.min(1, items.length / all)
  return {
    claimed_but_absent: count("claimed_but_absent"),
    present_but_unclaimed: count("present_but_unclaimed"),
    arg_mismatch: count("arg_mismatch"),
    claimed_but_failed: count("claimed_but_failed"),
    divergence_score,
    gate_passed: isWithin(spec, divergence_score) && !items.some(failsGate) ? 1 : 0
  }
}

/** Every flagged claim and call: the claims in the order of the text, then the calls. */
export const items = (trace: Trace, spec: Spec): ReadonlyArray<Item> => review(trace, spec).items

/** The actions that a text says were done. */
export const claims = (text: string): ReadonlyArray<Claim> =>
  Array.from(claimsIn(text), ({ names: _names, rest: _rest, ...claim }) => claim)

export const explain = (
  trace: Trace,
  spec: Spec,
  report: Report
): { readonly [Target in keyof Report]: ReadonlyArray<Finding> } => {
  const flagged = items(trace, spec)
  const of = (kind: Item["kind"]) => flagged.filter((item) => item.kind === kind).map(findingOf)
  return {
    claimed_but_absent: of("claimed_but_absent"),
    present_but_unclaimed: of("present_but_unclaimed"),
    arg_mismatch: of("arg_mismatch"),
    claimed_but_failed: of("claimed_but_failed"),
    divergence_score: flagged.map(findingOf),
    gate_passed: (isWithin(spec, report.divergence_score) ? flagged.filter(failsGate) : flagged).map(findingOf)
  }
}

export const describe = (report: Report): string =>
  `divergence ${report.divergence_score.toFixed(2)}, claimed but absent ${report.claimed_but_absent}, ` +
  `failed ${report.claimed_but_failed}, mismatched ${report.arg_mismatch}, unclaimed ${report.present_but_unclaimed}`

/** No score is within a limit of NaN. */
const isWithin = ({ max_divergence_score }: Spec, score: number): boolean =>
  max_divergence_score === undefined || score <= max_divergence_score

const failsGate = (item: Item): boolean => item.kind === "claimed_but_absent" && item.mutating

const findingOf = ({ end: _end, kind: _kind, mutating: _mutating, start: _start, ...finding }: Item): Finding => finding
