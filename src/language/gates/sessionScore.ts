/**
 * The score of a session by `agentReliability` or `agentConsistency`, and what decided it.
 */
import type { Json } from "../../base/domain/Json.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { agentConsistency, BANDS as CONSISTENCY_BANDS } from "../metrics/agentConsistency.ts"
import { agentReliability, BANDS as RELIABILITY_BANDS } from "../metrics/agentReliability.ts"
import type { Scoring } from "../metrics/scoring.ts"
import type { Classes } from "../metrics/selectionF1.ts"
import type { Bands, Malformed, Report, SharedMetadata, Signal, Signals, Weights } from "../metrics/session.ts"
import { decidingRuns, defaultSessionFloor, type Known } from "../metrics/sessionFindings.ts"
import { sense } from "../metrics/signals.ts"

export interface SessionSpec extends Scoring {
  readonly weights: Partial<Weights>
  readonly floors?: { readonly [Name in Signal]?: number }
  readonly classes?: Classes
  readonly allow_empty: boolean
}

export interface SessionKind {
  /** As suites call it. */
  readonly gate: string
  readonly name: string
  readonly bands: Bands
  readonly score: (
    traces: ReadonlyArray<{ readonly id: string; readonly signals: Signals }>,
    options: { readonly weights: Partial<Weights> }
  ) => Scored
}

type Scored = Report<SharedMetadata> | Malformed

export const RELIABILITY: SessionKind = {
  gate: "agentReliability",
  name: "agent_reliability",
  bands: RELIABILITY_BANDS,
  score: agentReliability
}

export const CONSISTENCY: SessionKind = {
  gate: "agentConsistency",
  name: "agent_consistency",
  bands: CONSISTENCY_BANDS,
  score: agentConsistency
}

/** Reads the signals of a trace. */
export const senseOf = ({ classes, ...spec }: SessionSpec) => {
  const options = { scoring: spec, ...(classes !== undefined && { classes }) }
  return (trace: Trace): Known => sense(trace, options)
}

export const scored = ({ score }: SessionKind, runs: ReadonlyArray<Known>, { weights }: SessionSpec): Scored =>
  score(
    runs.map(({ signals }, at) => ({ id: `#${at + 1}`, signals })),
    { weights }
  )

/** Undefined if a run does not have the signal. */
export const leastOf = (runs: ReadonlyArray<Known>, name: Signal): number | undefined => {
  const values = runs.map(({ signals }) => signals[name])
  return values.every((value) => value !== undefined) ? Math.min(...values) : undefined
}

export const reasonOf = (result: Scored): string => ("malformed" in result ? result.malformed : result.reason)

/** The weights, the risks of each run and how they were put together; undefined if a signal or a weight is malformed. */
export const metadataOf = (kind: SessionKind, runs: ReadonlyArray<Known>, spec: SessionSpec): Json | undefined => {
  const result = scored(kind, runs, spec)
  return "malformed" in result ? undefined : (result.metadata as unknown as Json)
}

/** The runs that decided the score, and by which signal. */
export const deciding = (kind: SessionKind, runs: ReadonlyArray<Known>, spec: SessionSpec) => {
  const result = scored(kind, runs, spec)
  if ("malformed" in result) return []
  const { per_trace_signals, signal_weights } = result.metadata
  return decidingRuns(
    runs,
    runs.map((_, at) => per_trace_signals[`#${at + 1}`] ?? {}),
    signal_weights,
    spec
  )
}

/** With which options the runs would pass at the default floor. */
export const defaultFloor = (kind: SessionKind, runs: ReadonlyArray<Known>, spec: SessionSpec) =>
  defaultSessionFloor(kind.gate, runs, { scoring: scoringPart(spec), weights: spec.weights }, (signals, weights) => {
    const result = scored(
      kind,
      signals.map((one) => ({ signals: one })),
      { ...spec, weights }
    )
    return "malformed" in result ? 0 : result.score
  })

const scoringPart = ({ dimensions, silent_turns, tokens_per_useful_call }: SessionSpec): Scoring => ({
  ...(dimensions !== undefined && { dimensions }),
  ...(silent_turns !== undefined && { silent_turns }),
  ...(tokens_per_useful_call !== undefined && { tokens_per_useful_call })
})
