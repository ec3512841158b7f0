/**
 * `passhat/metrics`: every metric as a plain function over plain JSON traces, for programs that already have traces.
 *
 * Traces are read tolerantly: what is missing was not recorded. A malformed expectation is an error, never a pass.
 */
import * as Result from "effect/Result"
import type { Matcher, MatcherData } from "../domain/Matcher.ts"
import type { Outcomes, Runs } from "../domain/Metric.ts"
import * as Consistency from "./agentConsistency.ts"
import * as AgentReliability from "./agentReliability.ts"
import * as Confusion from "./confusion.ts"
import * as GoldenPath from "./goldenPath.ts"
import { readTrace } from "./internal/readTrace.ts"
import { jsonSchema } from "./jsonSchema.ts"
import * as Match from "./match.ts"
import * as Narrative from "./narrative.ts"
import * as Reliability from "./reliability.ts"
import * as Resolve from "./resolveTarget.ts"
import * as Selection from "./selectionF1.ts"
import type { Malformed, Options as SessionOptions, Report as SessionReport, SessionTrace } from "./session.ts"
import * as Stability from "./stability.ts"
import * as ToolSelection from "./toolSelection.ts"
import * as Trajectory from "./trajectory.ts"
import * as TrajectoryAxes from "./trajectoryAxes.ts"

export { passAtK, passHatK } from "./internal/binomial.ts"
export { clopperPearson, wilson } from "./intervals.ts"
export { driftFlags } from "./driftFlags.ts"
export { recovery } from "./recovery.ts"
export { confidenceBand, recommendRuns, runsForFloor } from "./runCounts.ts"
export { summary } from "./stability.ts"

/** A trace as any program may have it: plain JSON. */
export type PlainTrace = unknown

export const stability = (trace: PlainTrace): Stability.TraceReport => Stability.stability(readTrace(trace))

export const stabilityAcross = (traces: ReadonlyArray<PlainTrace>): Stability.AcrossReport =>
  Stability.measure(runsOf(traces).map(Stability.digest))

export interface ToolSelectionOptions {
  readonly expectedTool: string
  /** Left out, the tool may be any server's. */
  readonly server?: string
  readonly minSelectionRate: number
  readonly maxTotalTokens?: number
  readonly k?: number
}

/** Passes only when the rate is met and every run is known to have stayed within the cap. */
export const toolSelection = (
  traces: ReadonlyArray<PlainTrace>,
  { expectedTool, k, maxTotalTokens, minSelectionRate, server }: ToolSelectionOptions
): ToolSelection.Report & { readonly passed: boolean } => {
  const spec: ToolSelection.Spec = {
    expected_tool: expectedTool,
    min_selection_rate: minSelectionRate,
    ...(server !== undefined && { server }),
    ...(maxTotalTokens !== undefined && { max_total_tokens: maxTotalTokens }),
    ...(k !== undefined && { k })
  }
  const runs = runsOf(traces).map((trace) => ToolSelection.digest(trace, spec))
  const report = ToolSelection.measure(runs, spec)
  const within = maxTotalTokens === undefined || (report.max_tokens ?? Infinity) <= maxTotalTokens
  return { ...report, passed: traces.length > 0 && report.selection_rate >= minSelectionRate && within }
}

export const selectionF1 = (
  traces: PlainTrace | ReadonlyArray<PlainTrace>,
  options: { readonly classes: Selection.Classes }
): Selection.SelectionF1 => Selection.selectionF1(Array.isArray(traces) ? runsOf(traces) : readTrace(traces), options)

export const confusion = (
  runs: ReadonlyArray<{ readonly expected: string; readonly trace: PlainTrace }>,
  options: Confusion.Options
): ReadonlyArray<Confusion.Confusion> =>
  Confusion.confusion(
    runs.map(({ expected, trace }) => ({ expected, trace: readTrace(trace) })),
    options
  )

/** Where the expectation itself is malformed the numbers are undefined, and `error` says why. */
export const trajectory = (trace: PlainTrace, spec: Trajectory.Spec): Trajectory.Report =>
  Trajectory.measure(readTrace(trace), spec, jsonSchema)

export const trajectoryAxes = (trace: PlainTrace, spec: TrajectoryAxes.Spec): TrajectoryAxes.Report =>
  TrajectoryAxes.measure(readTrace(trace), spec)

export const goldenPath = (trace: PlainTrace, spec: GoldenPath.Spec): GoldenPath.Report =>
  GoldenPath.measure(readTrace(trace), spec)

/** From the ordered outcomes of the runs, as `"pass"` and `"fail"` or as booleans. */
export const reliability = (outcomes: ReadonlyArray<boolean | "pass" | "fail">): Reliability.Report =>
  Reliability.measure(outcomes.map((one) => (one === true || one === "pass" ? "pass" : "fail")) as unknown as Outcomes)

export interface NarrativeOptions {
  readonly mutatingTools?: ReadonlyArray<string>
  readonly readonlyTools?: ReadonlyArray<string>
  readonly maxDivergenceScore?: number
}

export const narrative = (
  trace: PlainTrace,
  { maxDivergenceScore, mutatingTools, readonlyTools }: NarrativeOptions = {}
): Narrative.Report & { readonly items: ReadonlyArray<Narrative.Item> } => {
  const spec = {
    ...(mutatingTools !== undefined && { mutating_tools: mutatingTools }),
    ...(readonlyTools !== undefined && { readonly_tools: readonlyTools }),
    ...(maxDivergenceScore !== undefined && { max_divergence_score: maxDivergenceScore })
  }
  const read = readTrace(trace)
  return { ...Narrative.measure(read, spec), items: Narrative.items(read, spec) }
}

/** Malformed signals or weights are a TypeError that names them all. */
export const agentReliability = (
  traces: ReadonlyArray<SessionTrace>,
  options: SessionOptions = {}
): SessionReport<AgentReliability.Metadata> => wellFormed(AgentReliability.agentReliability(traces, options))

/** Malformed signals or weights are a TypeError that names them all. */
export const agentConsistency = (
  traces: ReadonlyArray<SessionTrace>,
  options: SessionOptions = {}
): SessionReport<Consistency.Metadata> => wellFormed(Consistency.agentConsistency(traces, options))

export const match = (matcher: MatcherData | Matcher<never>, value: unknown): Match.Matched =>
  Match.match(matcher as MatcherData, value, jsonSchema)

/** The value at a path, or undefined where there is none. */
export const resolveTarget = (value: unknown, path: string): unknown => Resolve.resolveTarget(value, path)?.value

/** No runs at all are runs that show nothing: every metric says so itself. */
const runsOf = (traces: ReadonlyArray<PlainTrace>): Runs => traces.map(readTrace) as unknown as Runs

const wellFormed = <Scored extends object>(scored: Scored | Malformed): Scored =>
  Result.getOrThrowWith(
    "malformed" in scored ? Result.fail(scored.malformed) : Result.succeed(scored),
    (problems) => new TypeError(`${problems}.`)
  )
