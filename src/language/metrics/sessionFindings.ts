/**
 * Why a session has its score: the runs that decided, the sub-score behind a low confidence, and the options with which
 * the runs would pass the default floor.
 */
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { calibrate, optionsText } from "./stabilityCaps.ts"
import { twoDecimalsDown } from "./stats/numbers.ts"
import type { Scoring } from "./internal/stability/subScores.ts"
import { weakestText } from "./internal/stability/weakestRuns.ts"
import { scoringOf } from "./scoring.ts"
import { RISK_NAMES, type RiskMetadata, type Signal, type Signals, type Weights } from "./session.ts"
import { confidenceOf, type Sensed } from "./signals.ts"

/** How many findings name a run. */
const SHOWN = 3

/** What is known of one run: its signals, and the counts behind them unless the suite gave the signals. */
export type Known = Pick<Sensed, "signals"> & Partial<Sensed>

interface Risks extends RiskMetadata {
  /** How much the run adds to the instability, if the metric weighs whole runs. */
  readonly weighted_uncertainty?: number
}

/** The largest risks once they are weighted; for a metric that weighs whole runs, the runs that weigh most. */
export const decidingRuns = (
  runs: ReadonlyArray<Known>,
  risks: ReadonlyArray<Risks>,
  weights: Weights,
  scoring: Scoring
): ReadonlyArray<Finding> => {
  const signals = Object.entries(RISK_NAMES) as ReadonlyArray<readonly [Signal, keyof RiskMetadata]>
  const entries = risks.flatMap((own, at) => {
    const weighed = signals.flatMap(([signal, name]) => {
      const risk = own[name] ?? 0
      return risk * weights[signal] > 0 ? [{ signal, name, risk, weighted: risk * weights[signal] }] : []
    })
    const uncertainty = own.weighted_uncertainty
    return uncertainty === undefined
      ? weighed.map((one) => ({ ...one, at, others: [] as typeof weighed }))
      : weighed
          .filter(({ signal }) => signal === "confidence")
          .map((one) => ({
            ...one,
            at,
            weighted: uncertainty,
            others: weighed.filter((other) => other !== one && other.signal !== "confidence")
          }))
  })
  return entries
    .toSorted((a, b) => b.weighted - a.weighted || a.at - b.at)
    .slice(0, SHOWN)
    .map(({ at, name, others, risk, signal }) => ({
      run: at + 1,
      reason: [
        `${name} ${risk}`,
        ...(weights[signal] === 1 ? [] : [`weight ${weights[signal]}`]),
        ...others.map((other) => `amplified by ${other.name} ${other.risk}`),
        ...(signal === "confidence" ? made(runs[at], scoring) : [])
      ].join(", ")
    }))
}

const made = (run: Known | undefined, scoring: Scoring): ReadonlyArray<string> => {
  const text = run?.session && weakestText(run.session, scoring)
  return text === undefined ? [] : [text]
}

/**
 * Says that the floor is the default, and with which options these runs would pass: what `stability` would need for
 * `confidence`, no weight for `coherence` if the closing messages do not mention the calls, and the score that is left.
 */
export const defaultSessionFloor = (
  gate: string,
  runs: ReadonlyArray<Known>,
  { scoring, weights }: { readonly scoring: Scoring; readonly weights: Partial<Weights> },
  scoreOf: (signals: ReadonlyArray<Signals>, weights: Partial<Weights>) => number
): ReadonlyArray<Finding> => {
  const sessions = runs.flatMap(({ session }) => session ?? [])
  const isOwn = sessions.length < runs.length
  const { floors: _, ...settings } = (isOwn ? undefined : calibrate(sessions, scoring)) ?? {}
  const adapted = { ...scoring, ...scoringOf(settings) }
  const isUnmentioned = !isOwn && runs.some(({ signals }) => (signals.coherence ?? 1) < 0.5)
  const weighed = isUnmentioned ? { ...weights, coherence: 0 } : weights
  const score = twoDecimalsDown(
    scoreOf(
      runs.map(({ session, signals }) =>
        session ? { ...signals, confidence: confidenceOf(session, adapted) } : signals
      ),
      weighed
    )
  )
  if (score === 0) return [{ reason: "the floor 0.5 is the default" }]
  const options = { ...settings, ...(Object.keys(weighed).length > 0 && { weights: weighed }) }
  const floor = score < 0.5 ? `{ score: atLeast(${score}) }` : "{}"
  const call = `${gate}(${floor}${Object.keys(options).length === 0 ? "" : `, ${optionsText(options)}`})`
  return [{ reason: `the floor 0.5 is the default; if these runs are good, set it from them: ${call}` }]
}
