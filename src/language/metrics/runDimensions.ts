/**
 * The values of a single run that a gate can set a floor or a cap for without knowing the task.
 */
import type { Offer } from "../../base/domain/verdict/Metric.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { twoDecimalsDown, twoDecimalsUp, twoDigitsUp } from "./stats/numbers.ts"
import { DIMENSIONS } from "./scoring.ts"
import { measure as narrative } from "./narrative.ts"
import { subScores } from "./stability.ts"

export interface RunDimension {
  readonly gate: "stability" | "narrative" | "expect"
  /** As a suite writes it. */
  readonly target: string
  readonly isMoreBetter: boolean
  /** Undefined if it was not recorded. */
  readonly value: (trace: Trace, offer: Offer) => number | undefined
  /** Loosens a limit to a number that a person would write. */
  readonly round: (limit: number) => number
}

export const runDimensions: ReadonlyArray<RunDimension> = [
  ...DIMENSIONS.map((name): RunDimension => ({
    gate: "stability",
    target: name,
    isMoreBetter: true,
    value: (trace) => subScores(trace)[name],
    round: twoDecimalsDown
  })),
  {
    gate: "narrative",
    target: "divergence_score",
    isMoreBetter: false,
    value: (trace, offer) => narrative(trace, {}, { offer }).divergence_score,
    round: twoDecimalsUp
  },
  {
    gate: "expect",
    target: "conversation.tokens.total",
    isMoreBetter: false,
    value: ({ conversation: { tokens } }) => tokens?.total,
    round: twoDigitsUp
  }
]
