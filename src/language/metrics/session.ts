/**
 * A session: the signals of each of its traces, in 0..1, higher is better.
 *
 * A malformed signal or weight is an error and the session gets no score, not even from its other signals.
 */
import { roundHalfEven } from "./stats/numbers.ts"

/** All signals with their default weights. */
export const DEFAULT_WEIGHTS = { confidence: 1, loop_detection: 1, tool_correctness: 0.8, coherence: 1 } as const

export type Signal = keyof typeof DEFAULT_WEIGHTS
export type Weights = { readonly [Name in Signal]: number }
export type Signals = { readonly [Name in Signal]?: number | undefined }

export interface SessionTrace {
  readonly id: string
  /** An absent signal was not observed. It is skipped, never read as 0. */
  readonly signals?: Signals
}

export interface Options {
  /** Merged over the default weights. */
  readonly weights?: Partial<Weights>
}

export interface Report<Metadata> {
  readonly score: number
  readonly reason: string
  readonly metadata: Metadata
}

/** The fields that both session metrics have in their metadata. */
export interface SharedMetadata {
  readonly total_traces_in_session: number
  readonly traces_evaluated: number
  readonly signal_weights: Weights
  /** By the ids of the evaluated traces. The four risks are not weighted. */
  readonly per_trace_signals: { readonly [id: string]: RiskMetadata }
}

export interface Session {
  readonly weights: Weights
  readonly traces: ReadonlyArray<Observed>
}

/** A trace and the risks of the signals it has, confidence first. */
export interface Observed {
  readonly id: string
  readonly risks: ReadonlyArray<Risk>
}

export interface Risk {
  readonly signal: Signal
  /** One minus the signal, not weighted. */
  readonly risk: number
}

/** All problems of the signals and weights, in one text. */
export interface Malformed {
  readonly malformed: string
}

/** The session, or all problems of its signals and weights. */
export const readSession = (traces: ReadonlyArray<SessionTrace>, { weights = {} }: Options): Session | Malformed => {
  const problems = [...weightProblems(weights), ...repeatedIds(traces), ...traces.flatMap(signalProblems)]
  return problems.length > 0
    ? { malformed: problems.join("; ") }
    : { weights: { ...DEFAULT_WEIGHTS, ...weights }, traces: traces.map(observe) }
}

/** The problems of the weights, as sentences. */
export const weightProblems = (weights: Partial<Weights>): ReadonlyArray<string> =>
  Object.entries(weights).flatMap(([name, weight]) => {
    if (!isSignal(name)) return [unknown("weight", name)]
    return Number.isFinite(weight) && weight >= 0 ? [] : [`weight ${name} is ${weight}, expected 0 or more`]
  })

/** A score and the name that PandaProbe gives to it and the scores above, up to the next one. */
export type Bands = ReadonlyArray<readonly [from: number, name: string]>

/** "high risk, below 0.3": the band that a score is in. The bands begin with the highest. */
export const bandOf = (score: number, bands: Bands): string => {
  const at = bands.findIndex(([from]) => score >= from)
  const [from = 0, name = ""] = bands[at] ?? []
  return `${name}, ${from === 0 ? `below ${bands[at - 1]?.[0]}` : `${from} to ${bands[at - 1]?.[0] ?? 1}`}`
}

/** The risk times the weight of its signal. */
export const weigh =
  (weights: Weights) =>
  ({ risk, signal }: Risk): number =>
    weights[signal] * risk

/** The score is 1 if no trace could be evaluated, and the reason says so: a gate must not read that as a pass. */
export const conclude = (session: Session, evaluated: number, raw: number, reason: string) => {
  const score = roundHalfEven(Math.min(1, Math.max(0, 1 - raw)))
  if (evaluated > 0) return { score, reason }
  const anySignal = session.traces.some(({ risks }) => risks.length > 0)
  return { score, reason: anySignal ? "No evaluable traces." : "No traces or signals to evaluate." }
}

export const RISK_NAMES = {
  confidence: "confidence_risk",
  loop_detection: "loop_risk",
  tool_correctness: "tool_risk",
  coherence: "coherence_risk"
} as const

export type RiskMetadata = { readonly [Name in (typeof RISK_NAMES)[Signal]]?: number }

/** The risks under the names they have in metadata. */
export const riskMetadata = (risks: ReadonlyArray<Risk>): RiskMetadata =>
  Object.fromEntries(risks.map(({ risk, signal }) => [RISK_NAMES[signal], roundHalfEven(risk)]))

/** The signals, confidence first. */
export const SIGNALS = Object.keys(DEFAULT_WEIGHTS) as ReadonlyArray<Signal>

const isSignal = (name: string): name is Signal => SIGNALS.some((signal) => signal === name)

const unknown = (what: string, name: string): string => `unknown ${what} ${name}, expected ${SIGNALS.join(", ")}`

/** Metadata is keyed by id, so one of two traces with the same id would be lost. */
const repeatedIds = (traces: ReadonlyArray<SessionTrace>): ReadonlyArray<string> => {
  const ids = traces.map(({ id }) => id)
  return new Set(ids).size === ids.length ? [] : ["two traces have the same id"]
}

/** A misspelt signal is an error too: if it were ignored, it could not lower the score. */
const signalProblems = ({ id, signals = {} }: SessionTrace): ReadonlyArray<string> =>
  Object.entries(signals).flatMap(([name, value]) => {
    if (!isSignal(name)) return [`trace ${id}: ${unknown("signal", name)}`]
    if (value === undefined || (Number.isFinite(value) && value >= 0 && value <= 1)) return []
    return [`trace ${id}: ${name} is ${value}, expected 0 to 1`]
  })

const observe = ({ id, signals = {} }: SessionTrace): Observed => ({
  id,
  risks: SIGNALS.flatMap((signal) => {
    const value = signals[signal]
    return value === undefined ? [] : [{ signal, risk: 1 - value }]
  })
})
