/**
 * Agent reliability: did the agent ever fail badly? The riskiest traces decide, however many good ones there are.
 *
 * The risk of a trace is its worst weighted signal; the session is scored on its riskiest traces.
 */
import { roundHalfEven } from "./stats/numbers.ts"
import { mean } from "./stats/numbers.ts"
import * as Session from "./session.ts"

/** The share of traces, and at least one, that make up the tail. */
const TAIL = 0.15

/** The weight of the single worst trace; the tail has the rest. */
const WORST = 0.1

/** A trace with a risk above it is flagged. */
const FLAGGED = 0.5

/** How PandaProbe reads the score. */
export const BANDS: Session.Bands = [
  [0.9, "highly reliable"],
  [0.7, "generally reliable"],
  [0.5, "moderate risk"],
  [0.3, "elevated risk"],
  [0, "high risk"]
]

export interface Metadata extends Session.SharedMetadata {
  readonly raw_risk: number
  readonly per_trace_signals: {
    readonly [id: string]: Session.RiskMetadata & {
      /** The worst of the risks once they are weighted. */
      readonly step_risk: number
    }
  }
  readonly flagged_traces: ReadonlyArray<string>
  readonly aggregation: {
    readonly method: "max_compose_top_k"
    readonly top_k_percentile: number
    readonly ensemble_weight: number
    readonly mean_top_k_risk: number
    readonly max_risk: number
  }
}

/** `Malformed` if a signal or a weight is, with a sentence that names it. */
export const agentReliability = (
  traces: ReadonlyArray<Session.SessionTrace>,
  options: Session.Options = {}
): Session.Report<Metadata> | Session.Malformed => {
  const session = Session.readSession(traces, options)
  return "malformed" in session ? session : report(session)
}

const report = (session: Session.Session): Session.Report<Metadata> => {
  const steps = session.traces.filter(({ risks }) => risks.length > 0).map(stepOf(session.weights))
  const tail = tailOf(steps.map(({ step_risk }) => step_risk))
  const raw = (1 - WORST) * tail.mean + WORST * tail.worst
  const flagged = steps.filter(({ step_risk }) => step_risk > FLAGGED).map(({ id }) => id)
  const raw_risk = roundHalfEven(raw)
  return {
    ...Session.conclude(session, steps.length, raw, `Raw risk ${raw_risk}; flagged traces: ${flagged.length}.`),
    metadata: {
      total_traces_in_session: session.traces.length,
      traces_evaluated: steps.length,
      raw_risk,
      signal_weights: session.weights,
      per_trace_signals: Object.fromEntries(
        steps.map(({ id, risks, step_risk }) => [
          id,
          { ...Session.riskMetadata(risks), step_risk: roundHalfEven(step_risk) }
        ])
      ),
      flagged_traces: flagged,
      aggregation: {
        method: "max_compose_top_k",
        top_k_percentile: TAIL,
        ensemble_weight: WORST,
        mean_top_k_risk: roundHalfEven(tail.mean),
        max_risk: roundHalfEven(tail.worst)
      }
    }
  }
}

const stepOf = (weights: Session.Weights) => (trace: Session.Observed) => ({
  ...trace,
  step_risk: Math.max(...trace.risks.map(Session.weigh(weights)))
})

const tailOf = (risks: ReadonlyArray<number>): { readonly mean: number; readonly worst: number } => {
  const top = risks.toSorted((a, b) => b - a).slice(0, Math.ceil(TAIL * risks.length))
  return { mean: top.length === 0 ? 0 : mean(top), worst: top[0] ?? 0 }
}
