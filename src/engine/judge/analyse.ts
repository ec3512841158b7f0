/**
 * Adds to a suite's verdict what reports show beside it, made from the traces. It changes no verdict.
 *
 * It reads traces, outcomes and the gates' definitions, never a gate's name.
 */
import { decidesRuns } from "../../base/domain/verdict/decidesRuns.ts"
import { isReadonlyArrayNonEmpty } from "effect/Array"
import * as Result from "effect/Result"
import type { CellAnalysis, ExpectedCalls, RunAnalysis } from "../../base/domain/verdict/Analysis.ts"
import { conditionsOf } from "../../base/domain/verdict/conditions.ts"
import { type Alignment, fullTarget, type Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { CellVerdict, RunVerdict, SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { annotateNarrative } from "../../language/metrics/annotateNarrative.ts"
import { wilson } from "../../language/metrics/stats/intervals.ts"
import { measure as latency } from "../../language/metrics/latency.ts"
import { measure as reliability } from "../../language/metrics/reliability.ts"
import { subScores } from "../../language/metrics/stability.ts"
import { boundGates, type Case } from "./judge.ts"
import type { BoundGate } from "./judgeGate.ts"
import { offerOf } from "./skippedCell.ts"

const CONFIDENCE = 0.95

/** The same verdict with an `analysis` of every cell, and of every run that carries its trace. */
export const analyse = (
  suite: SuiteVerdict,
  { definitions, means = {}, plan }: Pick<Case, "definitions" | "means" | "plan">
): SuiteVerdict => {
  const planned = new Map(plan.cells.map((cell) => [cell.id, cell]))
  return {
    ...suite,
    cells: suite.cells.map((cell) => {
      const plannedCell = planned.get(cell.id)
      const bound = plannedCell === undefined ? [] : boundGates(plannedCell, { definitions })
      const cellMeans = plannedCell === undefined ? means : { ...means, offer: offerOf(plannedCell) }
      const runs = cell.runs.map((run) =>
        run.trace === undefined ? run : analyseRun(run, run.trace, bound, cellMeans)
      )
      const first = runs.find((run) => run.trace !== undefined)?.trace
      const analysis = analyseCell(cell, bound, first, cellMeans)
      return { ...cell, runs, analysis: plannedCell === undefined ? analysis : { ...analysis, ...under(plannedCell) } }
    })
  }
}

/** What the agent was asked, and what else it was run under. */
const under = ({ behaviour: parts, fingerprint, gates }: Cell): Partial<CellAnalysis> => ({
  prompt: parts.prompt,
  ...(parts.system !== undefined && { system: parts.system }),
  ...(parts.turns !== undefined && { turns: parts.turns.map(turnText) }),
  conditions: conditionsOf({ fingerprint, parts }, gates)
})

const turnText = (turn: NonNullable<Cell["behaviour"]["turns"]>[number]): string =>
  typeof turn === "string" ? turn : "text" in turn ? turn.text : "A function of the trace so far."

const analyseRun = (
  run: RunVerdict,
  trace: Trace,
  bound: ReadonlyArray<BoundGate>,
  means: Capabilities
): RunVerdict => ({
  ...run,
  analysis: {
    stability: scores(trace),
    narrative: annotateNarrative(trace, means.offer),
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
    response_consistency: response_consistency ?? null,
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
    ...latencyOf(cell),
    ...(token_cap !== undefined && { token_cap }),
    ...(detection_ms !== undefined && { detection_ms }),
    expected: trace === undefined ? [] : bound.flatMap((one) => expectedCalls(one, trace, means))
  }
}

/** Empty unless a deciding gate judged every run: other runs have no outcome. */
const passRate = ({ gates, runs }: CellVerdict): Pick<CellAnalysis, "pass_rate"> => {
  const outcomes = runs.flatMap(({ verdict }) => (verdict === "none" ? [] : [verdict]))
  const decided = decidesRuns(gates) && outcomes.length === runs.length
  if (!decided || !isReadonlyArrayNonEmpty(outcomes)) return {}
  const passes = outcomes.filter((outcome) => outcome === "pass").length
  const interval = wilson(passes, outcomes.length, CONFIDENCE)
  if (interval === undefined) return {}
  const { decay_curve } = reliability(outcomes)
  return { pass_rate: { passes, runs: outcomes.length, ...interval, confidence: CONFIDENCE, decay_curve } }
}

const latencyOf = ({ runs }: CellVerdict): Pick<CellAnalysis, "latency"> => {
  const { max_ms, p50_ms, p90_ms, p95_ms, p99_ms } = latency(runs.map(({ trace }) => trace?.clock.recorded_ms))
  return max_ms === undefined ||
    p50_ms === undefined ||
    p90_ms === undefined ||
    p95_ms === undefined ||
    p99_ms === undefined
    ? {}
    : { latency: { p50_ms, p90_ms, p95_ms, p99_ms, max_ms } }
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

/** Undefined if the gate throws: an alignment is only shown, and the gate's verdict does not depend on it. */
const alignmentOf = ({ definition, gate }: BoundGate, trace: Trace, means: Capabilities): Alignment | undefined =>
  Result.getOrElse(
    Result.try(() => definition.align?.(trace, gate.spec, means)),
    () => undefined
  )

const least = (numbers: ReadonlyArray<number>): number | undefined =>
  numbers.length === 0 ? undefined : Math.min(...numbers)
