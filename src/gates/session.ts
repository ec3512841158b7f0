/**
 * `agentReliability` and `agentConsistency`: the runs of a cell as one session, scored on signals of each run.
 *
 * If no run could be evaluated the score is 1 for want of evidence, and the gate has no verdict unless `allowEmpty` is true.
 */
import type { Expectations } from "../domain/Matcher.ts"
import { type DigestDefinition, digested } from "../domain/Metric.ts"
import type { Trace } from "../domain/Trace.ts"
import type { Finding } from "../domain/Verdict.ts"
import { type Gate, gate } from "../dsl/gate.ts"
import { atLeast } from "../dsl/matchers.ts"
import { agentConsistency as consistency } from "../metrics/agentConsistency.ts"
import { agentReliability as reliability } from "../metrics/agentReliability.ts"
import {
  type Malformed,
  type Report as SessionReport,
  type SharedMetadata,
  type Signals,
  type Weights,
  weightProblems
} from "../metrics/session.ts"
import type { Classes } from "../metrics/selectionF1.ts"
import { signals as modelFree } from "../metrics/signals.ts"
import { type ToolClasses, toolClasses } from "./toolData.ts"

export interface SessionOptions {
  /** Replaces the default weights that it names. */
  readonly weights?: Partial<Weights>
  /** Named sets of interchangeable tools; with them the choice of tools is a signal. */
  readonly classes?: ToolClasses
  /** Own signals, each from 0 to 1. Without it they are computed from the trace, without a model. */
  readonly signals?: (trace: Trace, run: number) => Signals
  /** Whether a session in which no run could be evaluated passes; default false. */
  readonly allowEmpty?: boolean
}

interface Report {
  readonly score: number | undefined
}

interface Spec {
  readonly weights: Partial<Weights>
  readonly classes?: Classes
  readonly allow_empty: boolean
}

/**
 * Scores the runs as one session by their worst signals: did the agent ever fail badly?
 *
 * ```ts
 * asks.pipe(runs(5), agentReliability({ score: atLeast(0.7) }))
 * ```
 */
export const agentReliability = (expect?: Expectations<Report>, options: SessionOptions = {}): Gate<never> =>
  session("agent_reliability", reliability, expect, options)

/**
 * Scores the runs as one session by all of their signals: did it go smoothly throughout?
 *
 * ```ts
 * asks.pipe(runs(5), agentConsistency({ score: atLeast(0.7) }, { weights: { confidence: 0.4 } }))
 * ```
 */
export const agentConsistency = (expect?: Expectations<Report>, options: SessionOptions = {}): Gate<never> =>
  session("agent_consistency", consistency, expect, options)

type Score = (
  traces: ReadonlyArray<{ readonly id: string; readonly signals: Signals }>,
  options: { readonly weights: Partial<Weights> }
) => Scored

type Scored = SessionReport<SharedMetadata> | Malformed

const session = (
  name: string,
  score: Score,
  expect: Expectations<Report> | undefined,
  { allowEmpty = false, classes, signals, weights = {} }: SessionOptions
): Gate<never> => {
  const scored = (runs: ReadonlyArray<Signals>, spec: Spec) =>
    score(
      runs.map((one, at) => ({ id: `#${at + 1}`, signals: one })),
      { weights: spec.weights }
    )
  const definition: DigestDefinition<Spec, Report, Signals> = {
    name,
    targets: { score: "fraction" },
    digest: (trace, spec, run) => (signals ?? modelFreeOf(spec))(trace, run),
    measure: (runs, spec) => {
      const report = scored(runs, spec)
      const isMeasured = !("malformed" in report) && (report.metadata.traces_evaluated > 0 || spec.allow_empty)
      return { score: isMeasured ? report.score : undefined }
    },
    expect: { score: atLeast(0.5) },
    check: (spec) => weightProblems(spec.weights),
    explain: (runs, spec) => ({
      score: [{ reason: reasonOf(scored(runs, spec)) }, ...riskiest(scored(runs, spec))]
    }),
    describe: (report, spec, runs) => `score ${report.score ?? "undefined"}, ${reasonOf(scored(runs, spec))}`
  }
  return gate(
    digested(definition),
    { weights, ...(classes !== undefined && { classes: toolClasses(classes) }), allow_empty: allowEmpty },
    expect
  )
}

const reasonOf = (scored: Scored): string => ("malformed" in scored ? scored.malformed : scored.reason)

/** The runs with the largest risk of any signal, largest first. */
const riskiest = (scored: Scored): ReadonlyArray<Finding> =>
  Object.entries("malformed" in scored ? {} : scored.metadata.per_trace_signals)
    .flatMap(([id, risks]) =>
      Object.entries(risks).map(([signal, risk]) => ({ run: Number(id.slice(1)), signal, risk }))
    )
    .filter(({ risk, signal }) => risk > 0 && signal in RISKS)
    .toSorted((a, b) => b.risk - a.risk || a.run - b.run)
    .slice(0, 3)
    .map(({ risk, run, signal }) => ({ run, reason: `${signal} ${risk}` }))

const RISKS = { confidence_risk: true, loop_risk: true, tool_risk: true, coherence_risk: true }

const modelFreeOf =
  ({ classes }: Spec) =>
  (trace: Trace): Signals =>
    modelFree(trace, classes === undefined ? {} : { classes })
