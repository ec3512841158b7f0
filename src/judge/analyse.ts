/**
 * What reports show of a suite beside its verdicts, from the traces that it was judged on. It changes no verdict.
 *
 * Everything is read from traces, outcomes and what gates' definitions offer, never from a gate's name.
 */
import { isReadonlyArrayNonEmpty } from "effect/Array"
import * as Result from "effect/Result"
import type { CellAnalysis, ExpectedCalls, RunAnalysis } from "../domain/Analysis.ts"
import { type Alignment, type AnyDefinition, fullTarget, type Capabilities } from "../domain/Metric.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Trace } from "../domain/Trace.ts"
import type { CellVerdict, RunVerdict, SuiteVerdict } from "../domain/Verdict.ts"
import { wilson } from "../metrics/intervals.ts"
import { annotate } from "../metrics/internal/narrative/annotate.ts"
import { measure as reliability } from "../metrics/reliability.ts"
import { subScores } from "../metrics/stability.ts"
import type { Case } from "./judge.ts"
import type { BoundGate } from "./judgeGate.ts"

const CONFIDENCE = 0.95

/** The same suite with what is made of each run's trace, for reporters that show it. */
export const analyse = (
  suite: SuiteVerdict,
  { definitions, means = {}, plan }: Pick<Case, "definitions" | "means" | "plan">
): SuiteVerdict => {
  const planned = new Map(plan.cells.map((cell) => [cell.id, cell]))
  return {
    ...suite,
    cells: suite.cells.map((cell) => {
      const bound = boundGates(planned.get(cell.id), definitions.get(cell.id) ?? [])
      const runs = cell.runs.map((run) => (run.trace === undefined ? run : analyseRun(run, run.trace, bound, means)))
      const first = runs.find((run) => run.trace !== undefined)?.trace
      return { ...cell, runs, analysis: analyseCell(cell, bound, first, means) }
    })
  }
}

const boundGates = (cell: Cell | undefined, definitions: ReadonlyArray<AnyDefinition>): ReadonlyArray<BoundGate> =>
  definitions.flatMap((definition, at) => {
    const gate = cell?.gates[at]
    return gate === undefined ? [] : [{ gate, definition }]
  })

const analyseRun = (
  run: RunVerdict,
  trace: Trace,
  bound: ReadonlyArray<BoundGate>,
  means: Capabilities
): RunVerdict => ({
  ...run,
  analysis: {
    stability: scores(trace),
    narrative: annotate(trace),
    alignments: bound.flatMap((one) => {
      const alignment = alignmentOf(one, trace, means)
      return alignment === undefined ? [] : [{ gate: one.gate.id, steps: alignment.steps }]
    })
  }
})

const scores = (trace: Trace): RunAnalysis["stability"] => {
  const { cost_per_progress, redundancy, response_consistency, tool_usage_stability } = subScores(trace)
  return {
    tool_usage_stability,
    response_consistency,
    redundancy: redundancy ?? null,
    cost_per_progress: cost_per_progress ?? null
  }
}

const analyseCell = (
  cell: CellVerdict,
  bound: ReadonlyArray<BoundGate>,
  trace: Trace | undefined,
  means: Capabilities
): CellAnalysis => {
  const token_cap = least(bound.flatMap(tokenCaps))
  const detection_ms = least(bound.flatMap(({ definition, gate }) => definition.patience?.(gate.spec) ?? []))
  return {
    ...passRate(cell),
    ...(token_cap !== undefined && { token_cap }),
    ...(detection_ms !== undefined && { detection_ms }),
    expected: trace === undefined ? [] : bound.flatMap((one) => expectedCalls(one, trace, means))
  }
}

/** Only where a gate decided on each run: a run that nothing looked at has no outcome. */
const passRate = ({ gates, runs }: CellVerdict): Pick<CellAnalysis, "pass_rate"> => {
  const outcomes = runs.flatMap(({ verdict }) => (verdict === "none" ? [] : [verdict]))
  const decided = gates.some((gate) => gate.scope === "run" && !gate.advisory) && outcomes.length === runs.length
  if (!decided || !isReadonlyArrayNonEmpty(outcomes)) return {}
  const passes = outcomes.filter((outcome) => outcome === "pass").length
  const interval = wilson(passes, outcomes.length, CONFIDENCE)
  if (interval === undefined) return {}
  const { decay_curve } = reliability(outcomes)
  return { pass_rate: { passes, runs: outcomes.length, ...interval, confidence: CONFIDENCE, decay_curve } }
}

const tokenCaps = ({ definition, gate }: BoundGate): ReadonlyArray<number> =>
  Object.entries(definition.targets).flatMap(([target, unit]) => {
    const matcher = gate.expectations[fullTarget(definition, target)]
    return unit === "tokens" && matcher?.op === "atMost" ? [matcher.value] : []
  })

const expectedCalls = (bound: BoundGate, trace: Trace, means: Capabilities): ReadonlyArray<ExpectedCalls> => {
  const alignment = alignmentOf(bound, trace, means)
  return alignment === undefined ? [] : [{ gate: bound.gate.id, calls: alignment.expected }]
}

/** A gate that throws here has nothing to show; its verdict stands. */
const alignmentOf = ({ definition, gate }: BoundGate, trace: Trace, means: Capabilities): Alignment | undefined =>
  Result.getOrElse(
    Result.try(() => definition.align?.(trace, gate.spec, means)),
    () => undefined
  )

const least = (numbers: ReadonlyArray<number>): number | undefined =>
  numbers.length === 0 ? undefined : Math.min(...numbers)
