/**
 * When each answer of a run came, from the recorded durations: the model answers, then the calls that it asked for are made at
 * the same time, and so on.
 */
import type { RecordedStep } from "../../base/domain/recording/RecordedStep.ts"
import type { RunVerdict } from "../../base/domain/verdict/Verdict.ts"

/** One answer, in milliseconds from the start of the run. */
export interface StepSpan {
  readonly step: RecordedStep
  readonly from: number
  /** Equal to `from` for an answer that was not timed. */
  readonly to: number
}

export const spansOf = (steps: ReadonlyArray<RecordedStep>): ReadonlyArray<StepSpan> => {
  let [start, end] = [0, 0]
  return steps.map((step, at) => {
    const isBeside = step.by === "tool" && steps[at - 1]?.by === "tool"
    if (!isBeside) start = end
    const to = start + (step.ms ?? 0)
    end = Math.max(end, to)
    return { step, from: start, to }
  })
}

/** How long a run took: undefined unless every answer was timed, or the run has a clock of its own. */
export const durationOf = ({ recorded, trace }: RunVerdict): number | undefined => {
  if (recorded !== undefined && recorded.length > 0 && recorded.every(({ ms }) => ms !== undefined))
    return spansOf(recorded).reduce((end, { to }) => Math.max(end, to), 0)
  return trace?.clock.kind === "wall" ? trace.clock.virtual_ms : undefined
}

/** The snapshots that answered, each once, where they have another name than the model that was asked for. */
export const snapshotsOf = (runs: ReadonlyArray<RunVerdict>): ReadonlyArray<string> => [
  ...new Set(
    runs.flatMap(({ recorded = [] }) => recorded.flatMap((step) => (step.by === "model" ? (step.model ?? []) : [])))
  )
]
