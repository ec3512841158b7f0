/**
 * Agent consistency: did the agent work smoothly throughout? Many moderate doubts cost as much as a few serious ones.
 *
 * Only traces with a confidence signal count. Low values of the other signals increase their uncertainty.
 */
import { roundHalfEven } from "./stats/numbers.ts"
import { mean, sum } from "./stats/numbers.ts"
import * as Session from "./session.ts"

/** How PandaProbe reads the score. */
export const BANDS: Session.Bands = [
  [0.9, "highly consistent"],
  [0.7, "generally consistent"],
  [0.5, "moderate instability"],
  [0.3, "high instability"],
  [0, "unstable"]
]

export interface Metadata extends Session.SharedMetadata {
  readonly raw_instability: number
  readonly per_trace_signals: {
    readonly [id: string]: Session.RiskMetadata & {
      readonly situational_penalty: number
      readonly weighted_uncertainty: number
    }
  }
  readonly aggregation: { readonly method: "weighted_rms"; readonly rms_value: number }
}

/** `Malformed` if a signal or a weight is, with a sentence that names it. */
export const agentConsistency = (
  traces: ReadonlyArray<Session.SessionTrace>,
  options: Session.Options = {}
): Session.Report<Metadata> | Session.Malformed => {
  const session = Session.readSession(traces, options)
  return "malformed" in session ? session : report(session)
}

const report = (session: Session.Session): Session.Report<Metadata> => {
  const steps = session.traces.filter(isConfident).map(stepOf(session.weights))
  const raw = rootMeanSquare(steps.map(({ uncertainty }) => uncertainty))
  const raw_instability = roundHalfEven(raw)
  return {
    ...Session.conclude(
      session,
      steps.length,
      raw,
      `Raw instability ${raw_instability}; traces evaluated: ${steps.length}.`
    ),
    metadata: {
      total_traces_in_session: session.traces.length,
      traces_evaluated: steps.length,
      raw_instability,
      signal_weights: session.weights,
      per_trace_signals: Object.fromEntries(
        steps.map(({ id, penalty, risks, uncertainty }) => [
          id,
          {
            ...Session.riskMetadata(risks),
            situational_penalty: roundHalfEven(penalty),
            weighted_uncertainty: roundHalfEven(uncertainty)
          }
        ])
      ),
      aggregation: { method: "weighted_rms", rms_value: raw_instability }
    }
  }
}

const isConfident = ({ risks }: Session.Observed): boolean => risks.some(({ signal }) => signal === "confidence")

const stepOf = (weights: Session.Weights) => (trace: Session.Observed) => {
  const weighted = (isPart: (risk: Session.Risk) => boolean) =>
    sum(trace.risks.filter(isPart).map(Session.weigh(weights)))
  const penalty = weighted(({ signal }) => signal !== "confidence")
  const doubt = weighted(({ signal }) => signal === "confidence")
  return { ...trace, penalty, uncertainty: (1 + penalty) * doubt }
}

const rootMeanSquare = (xs: ReadonlyArray<number>): number =>
  xs.length === 0 ? 0 : Math.sqrt(mean(xs.map((x) => x * x)))
