/**
 * `passhat/metrics`: every metric as a plain function over plain JSON traces, for programs that already have traces.
 *
 * A missing field of a trace counts as not recorded, and never throws. A malformed expectation is an error, never a
 * pass.
 */
import * as Result from "effect/Result"
import type { Matcher, MatcherData } from "./base/domain/matching/Matcher.ts"
import type { Outcomes, Runs, ToolOffered } from "./base/domain/verdict/Metric.ts"
import * as Consistency from "./language/metrics/agentConsistency.ts"
import * as AgentReliability from "./language/metrics/agentReliability.ts"
import * as Confusion from "./language/metrics/stats/confusion.ts"
import * as GoldenPath from "./language/metrics/goldenPath.ts"
import { jsonSchema } from "./language/metrics/jsonSchema.ts"
import * as Match from "./language/metrics/match.ts"
import * as Narrative from "./language/metrics/narrative.ts"
import * as Orchestration from "./language/metrics/orchestration.ts"
import { readTrace } from "./language/metrics/readTrace.ts"
import * as Reliability from "./language/metrics/reliability.ts"
import * as Resolve from "./language/metrics/resolveTarget.ts"
import * as Selection from "./language/metrics/selectionF1.ts"
import type { Malformed, Options as SessionOptions, Report as SessionReport, SessionTrace } from "./language/metrics/session.ts"
import { type ScoringOptions, scoringOf } from "./language/metrics/scoring.ts"
import * as Stability from "./language/metrics/stability.ts"
import * as ToolSelection from "./language/metrics/toolSelection.ts"
import * as Trajectory from "./language/metrics/trajectory.ts"
import * as TrajectoryAxes from "./language/metrics/trajectoryAxes.ts"

export { driftFlags } from "./language/metrics/driftFlags.ts"
export { fisherExact, mcnemar, stratifiedExact } from "./language/metrics/stats/exactTests.ts"
export { holm } from "./language/metrics/stats/holm.ts"
export { clopperPearson, newcombe, wilson } from "./language/metrics/stats/intervals.ts"
export { passAtK, passHatK } from "./language/metrics/passAtK.ts"
export { recovery } from "./language/metrics/recovery.ts"
export { confidenceBand, recommendRuns, runsForFloor } from "./language/metrics/runCounts.ts"
export { summary } from "./language/metrics/stability.ts"

/** A trace as plain JSON. */
export type PlainTrace = unknown

/**
 * The four stability sub-scores of one trace, and the weakest of them, by default of all four.
 *
 * ```ts
 * import { stability } from "passhat/metrics"
 *
 * stability({ tool_calls: [{ name: "search" }, { name: "search" }] }).redundancy // 0.5
 * ```
 */
export const stability = (trace: PlainTrace, options: ScoringOptions = {}): Stability.TraceReport =>
  Stability.stability(readTrace(trace), scoringOf(options))

/**
 * How stable and how similar the runs of one agent are: the targets of the `stability` gate.
 *
 * ```ts
 * import { stabilityAcross } from "passhat/metrics"
 *
 * const runs = [{ tool_calls: [{ name: "search" }] }, { tool_calls: [{ name: "search" }, { name: "open" }] }]
 * stabilityAcross(runs).tool_sequence_similarity // 0.5
 * ```
 */
export const stabilityAcross = (
  traces: ReadonlyArray<PlainTrace>,
  options: ScoringOptions = {}
): Stability.AcrossReport => Stability.measure(runsOf(traces).map(Stability.digest), scoringOf(options))

export interface ToolSelectionOptions {
  readonly expectedTool: string
  /** Default: the tool of any server. */
  readonly server?: string
  readonly minSelectionRate: number
  readonly maxTotalTokens?: number
  readonly k?: number
}

/**
 * How often the runs called the expected tool. Passes only if the rate is reached and every run is known to be within
 * the cap.
 *
 * ```ts
 * import { toolSelection } from "passhat/metrics"
 *
 * const runs = [{ tool_calls: [{ name: "get_weather" }] }, { tool_calls: [{ name: "search" }] }]
 * toolSelection(runs, { expectedTool: "get_weather", minSelectionRate: 0.9 }) // selection_rate 0.5, passed false
 * ```
 */
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

/**
 * Precision, recall and F1 of the classes of tools that were used. A class is a set of interchangeable tools.
 *
 * ```ts
 * import { selectionF1 } from "passhat/metrics"
 *
 * const run = { tool_calls: [{ name: "get_weather" }, { name: "search" }] }
 * selectionF1(run, { classes: { weather: ["get_weather", "get_forecast"] } }) // precision 0.5, recall 1
 * ```
 */
export const selectionF1 = (
  traces: PlainTrace | ReadonlyArray<PlainTrace>,
  options: { readonly classes: Selection.Classes }
): Selection.SelectionF1 => Selection.selectionF1(Array.isArray(traces) ? runsOf(traces) : readTrace(traces), options)

/**
 * Which class of tools the runs chose, by the class that was expected. Each rate has its Wilson interval.
 *
 * ```ts
 * import { confusion } from "passhat/metrics"
 *
 * const runs = [{ expected: "weather", trace: { tool_calls: [{ name: "search" }] } }]
 * confusion(runs, { classes: { weather: ["get_weather"], web: ["search"] } })[0]?.chosen // "web"
 * ```
 */
export const confusion = (
  runs: ReadonlyArray<{ readonly expected: string; readonly trace: PlainTrace }>,
  options: Confusion.Options
): ReadonlyArray<Confusion.Confusion> =>
  Confusion.confusion(
    runs.map(({ expected, trace }) => ({ expected, trace: readTrace(trace) })),
    options
  )

/**
 * Whether the recorded calls are the expected ones. If the expectation is malformed, the numbers are undefined and
 * `error` says why.
 *
 * ```ts
 * import { trajectory } from "passhat/metrics"
 *
 * const trace = { tool_calls: [{ name: "search" }, { name: "book", args: { city: "Rome" } }] }
 * trajectory(trace, { mode: "subsequence", calls: [{ name: "book", args: { subset: { city: "Rome" } } }] }).passed // 1
 * ```
 */
export const trajectory = (trace: PlainTrace, spec: Trajectory.Spec): Trajectory.Report =>
  Trajectory.measure(readTrace(trace), spec, jsonSchema)

/**
 * The percents of dependencies and of order edges between tools that the recorded calls satisfy.
 *
 * ```ts
 * import { trajectoryAxes } from "passhat/metrics"
 *
 * const trace = { tool_calls: [{ name: "book" }, { name: "search" }] }
 * trajectoryAxes(trace, { order: [{ first: "search", second: "book" }] }).order_satisfaction // 0
 * ```
 */
export const trajectoryAxes = (trace: PlainTrace, spec: TrajectoryAxes.Spec): TrajectoryAxes.Report =>
  TrajectoryAxes.measure(readTrace(trace), spec)

/**
 * How far the recorded calls differ from an ideal sequence of tools.
 *
 * ```ts
 * import { goldenPath } from "passhat/metrics"
 *
 * const trace = { tool_calls: [{ name: "search" }, { name: "search" }, { name: "book" }] }
 * goldenPath(trace, { calls: ["search", "book"] }).repeated_tools // 1
 * ```
 */
export const goldenPath = (trace: PlainTrace, spec: GoldenPath.Spec): GoldenPath.Report =>
  GoldenPath.measure(readTrace(trace), spec)

/**
 * Pass@k, pass^k and the trend of the ordered outcomes of the runs, given as `"pass"` and `"fail"` or as booleans.
 *
 * ```ts
 * import { reliability } from "passhat/metrics"
 *
 * reliability([true, true, true, false]).decay_curve // [100, 100, 100, 31]
 * ```
 */
export const reliability = (outcomes: ReadonlyArray<boolean | "pass" | "fail">): Reliability.Report =>
  Reliability.measure(outcomes.map((one) => (one === true || one === "pass" ? "pass" : "fail")) as unknown as Outcomes)

export interface NarrativeOptions {
  readonly mutatingTools?: ReadonlyArray<string>
  readonly readonlyTools?: ReadonlyArray<string>
  readonly maxDivergenceScore?: number
  /** The tools that the agent could call, with the hints of their server. Default: those that the trace has calls of. */
  readonly offered?: ReadonlyArray<ToolOffered>
  /** False for an agent that may have tools which the trace does not show. Default: true. */
  readonly complete?: boolean
  /** Verbs and nouns of the agent's domain. */
  readonly vocabulary?: Narrative.Vocabulary
}

/**
 * Whether the agent's last message matches the recorded calls: the counts, the flagged items, the score and
 * `gate_passed`.
 *
 * ```ts
 * import { narrative } from "passhat/metrics"
 *
 * narrative({ final_response: "I closed issue 43.", tool_calls: [] }).claimed_but_absent // 1
 * ```
 */
export const narrative = (
  trace: PlainTrace,
  { complete = true, maxDivergenceScore, mutatingTools, offered = [], readonlyTools, vocabulary }: NarrativeOptions = {}
): Narrative.Report & { readonly items: ReadonlyArray<Narrative.NarrativeItem> } =>
  Narrative.reportWithItems(
    readTrace(trace),
    {
      ...(mutatingTools !== undefined && { mutating_tools: mutatingTools }),
      ...(readonlyTools !== undefined && { readonly_tools: readonlyTools }),
      ...(maxDivergenceScore !== undefined && { max_divergence_score: maxDivergenceScore }),
      ...(vocabulary !== undefined && { vocabulary })
    },
    { offered, complete }
  )

/**
 * The share of errors that a later call of the same tool made good, and their numbers. Errors of injected faults do not count.
 *
 * ```ts
 * import { orchestration } from "passhat/metrics"
 *
 * const run = {
 *   tool_calls: [{ id: "1", name: "search" }, { id: "2", name: "search" }],
 *   tool_results: [{ call_id: "1", is_error: true }, { call_id: "2", is_error: false }]
 * }
 * orchestration(run).error_recovery // 1
 * ```
 */
export const orchestration = (
  trace: PlainTrace,
  options: { readonly classes?: Selection.Classes } = {}
): Orchestration.Report => Orchestration.measure(readTrace(trace), options)

/**
 * Whether any trace of a session failed badly. Throws a TypeError that names all malformed signals and weights.
 *
 * ```ts
 * import { agentReliability } from "passhat/metrics"
 *
 * agentReliability([{ id: "1", signals: { confidence: 0.9, loop_detection: 0.2 } }]).score // 0.2
 * ```
 */
export const agentReliability = (
  traces: ReadonlyArray<SessionTrace>,
  options: SessionOptions = {}
): SessionReport<AgentReliability.Metadata> => wellFormed(AgentReliability.agentReliability(traces, options))

/**
 * Whether the agent was steady throughout a session. Throws a TypeError that names all malformed signals and weights.
 *
 * ```ts
 * import { agentConsistency } from "passhat/metrics"
 *
 * agentConsistency([{ id: "1", signals: { confidence: 0.88, coherence: 0.97 } }]).score // 0.8764
 * ```
 */
export const agentConsistency = (
  traces: ReadonlyArray<SessionTrace>,
  options: SessionOptions = {}
): SessionReport<Consistency.Metadata> => wellFormed(Consistency.agentConsistency(traces, options))

/**
 * Compares a value with a matcher. `diffs` says where they differ, `error` why the comparison could not be made.
 *
 * ```ts
 * import { match } from "passhat/metrics"
 *
 * match({ op: "atLeast", value: 3 }, 2).passed // false
 * ```
 */
export const match = (matcher: MatcherData | Matcher<never>, value: unknown): Match.Matched =>
  Match.match(matcher as MatcherData, value, jsonSchema)

/**
 * The value at a path, or undefined if there is none.
 *
 * ```ts
 * import { resolveTarget } from "passhat/metrics"
 *
 * resolveTarget({ tool_calls: [{ name: "search" }] }, "tool_calls[*].name") // ["search"]
 * ```
 */
export const resolveTarget = (value: unknown, path: string): unknown => Resolve.resolveTarget(value, path)?.value

/** The metrics accept an empty list, although the type of the gates' runs excludes it. */
const runsOf = (traces: ReadonlyArray<PlainTrace>): Runs => traces.map(readTrace) as unknown as Runs

const wellFormed = <Scored extends object>(scored: Scored | Malformed): Scored =>
  Result.getOrThrowWith(
    "malformed" in scored ? Result.fail(scored.malformed) : Result.succeed(scored),
    (problems) => new TypeError(`${problems}.`)
  )
