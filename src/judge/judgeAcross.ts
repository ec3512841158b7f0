/**
 * Judges one gate over all runs of a cell, by the scope that its definition states.
 */
import { isReadonlyArrayNonEmpty } from "effect/Array"
import { type Issue, issue } from "../domain/Issue.ts"
import type { Means } from "../domain/Metric.ts"
import { type GateVerdict, worst } from "../domain/Verdict.ts"
import { type BoundGate, type Judged, judgeGate, unjudged } from "./judgeGate.ts"
import type { JudgedRun } from "./judgeRun.ts"

export const judgeAcross = (
  bound: BoundGate,
  at: number,
  runs: ReadonlyArray<JudgedRun>,
  means: Means
): GateVerdict => ({
  id: bound.gate.id,
  gate: bound.gate.gate,
  scope: bound.gate.scope,
  title: bound.definition.title ?? bound.definition.name,
  ...judged(bound, at, runs, means),
  ...(bound.source !== undefined && { source: bound.source })
})

/** A run without a trace leaves every gate without a verdict: the sample is not the one that was asked for. */
const judged = ({ definition, gate }: BoundGate, at: number, runs: ReadonlyArray<JudgedRun>, means: Means): Judged => {
  const without = runs.filter((run) => run.trace === undefined)
  if (without.length > 0) return unjudged(gate, lost(gate.gate, without))
  if (definition.scope === "run")
    return worstOf(runs.flatMap((run) => run.gates[at] ?? [])) ?? unjudged(gate, empty(gate.gate))
  if (definition.scope === "outcomes") {
    const open = runs.filter((run) => outcomeOf(run) === undefined)
    const outcomes = runs.flatMap((run) => outcomeOf(run) ?? [])
    if (open.length > 0) return unjudged(gate, undecided(gate.gate, open))
    return isReadonlyArrayNonEmpty(outcomes)
      ? judgeGate(gate, definition, outcomes, means)
      : unjudged(gate, empty(gate.gate))
  }
  const traces = runs.flatMap((run) => run.trace ?? [])
  return isReadonlyArrayNonEmpty(traces) ? judgeGate(gate, definition, traces, means) : unjudged(gate, empty(gate.gate))
}

/** The first of the worst runs stands for a gate that looks at each run. */
const worstOf = (each: ReadonlyArray<Judged>): Judged | undefined => {
  const verdict = worst(each.map((one) => one.verdict))
  return each.find((one) => one.verdict === verdict)
}

/** A run that could not be judged, or that no deciding gate looks at, has no outcome. */
const outcomeOf = ({ gates, verdict: { verdict } }: JudgedRun): "pass" | "fail" | undefined =>
  verdict !== "none" && gates.some((one) => one !== undefined && !one.advisory) ? verdict : undefined

const listed = (runs: ReadonlyArray<JudgedRun>): string =>
  `run ${runs.map((run) => `#${run.verdict.index}`).join(", ")}`

const lost = (gate: string, runs: ReadonlyArray<JudgedRun>): Issue =>
  issue("INFRASTRUCTURE", `${gate} cannot be judged without ${listed(runs)}.`, "See the run for the reason.")

const undecided = (gate: string, runs: ReadonlyArray<JudgedRun>): Issue =>
  issue("NO_GATES", `${gate} cannot be judged: ${listed(runs)} has no outcome.`, "Add a gate that looks at each run.")

const empty = (gate: string): Issue => issue("INFRASTRUCTURE", `${gate} has no run to judge.`, "Run the suite again.")
