/**
 * Judges one run on the gates that look at each run.
 */
import { issue } from "../domain/Issue.ts"
import type { Means } from "../domain/Metric.ts"
import type { RunResult } from "../domain/Run.ts"
import type { Trace } from "../domain/Trace.ts"
import { type RunVerdict, worst } from "../domain/Verdict.ts"
import { type BoundGate, type Judged, judgeGate } from "./judgeGate.ts"

export interface JudgedRun {
  readonly verdict: RunVerdict
  /** None of a run that could not be observed. */
  readonly trace?: Trace
  /** By the gate's place in the cell; only gates that look at each run have one. */
  readonly gates: ReadonlyArray<Judged | undefined>
}

/** A run that was observed passes when nothing looks at it. */
export const judgeRun = (
  index: number,
  result: RunResult = { index, issue: unfinished(index) },
  bound: ReadonlyArray<BoundGate>,
  means: Means
): JudgedRun => {
  if ("issue" in result) {
    return { verdict: { index, verdict: "none", report: {}, checks: [], issues: [result.issue] }, gates: [] }
  }
  const { issues = [], trace } = result
  const gates = bound.map(({ definition, gate }) =>
    definition.scope === "run" ? judgeGate(gate, definition, trace, means, index) : undefined
  )
  const looked = gates.filter((one) => one !== undefined)
  const deciding = looked.filter((one) => !one.advisory)
  return {
    verdict: {
      index,
      verdict: deciding.length === 0 ? "pass" : worst(deciding.map((one) => one.verdict)),
      report: Object.assign({}, ...looked.map((one) => one.report)),
      checks: bound.flatMap(({ gate }, at) => (gates[at]?.checks ?? []).map((check) => ({ ...check, gate: gate.id }))),
      issues: [...issues, ...looked.flatMap((one) => one.issues)]
    },
    trace,
    gates
  }
}

const unfinished = (index: number) => issue("INTERRUPTED", `Run #${index} was not finished.`, "Run the suite again.")
