/**
 * Stability: does a session get worse while it goes on, and do the runs agree with each other?
 *
 * Each trace gets four sub-scores in 0..1, higher is steadier. The targets are made of each run's weakest sub-score and
 * of the similarity between runs.
 *
 * If the tokens of a run were not recorded, its `cost_per_progress` is undefined, and so is every target made of it.
 * `redundancy`, `cost_per_progress` and `argument_consistency` are undefined if two calls look the same and hold an
 * integer beyond 2^53: it has lost digits in JSON, so the calls may have been different. A run without progression
 * (fewer than two answers and fewer than two calls) scores 1 in either case. `response_consistency` is undefined for a
 * driver that did not report its turns.
 */
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { callKeys } from "../../base/domain/trace/callKey.ts"
import { shortNumber } from "./internal/text.ts"
import { mean, variance } from "./stats/numbers.ts"
import { calibrate, optionsText } from "./stabilityCaps.ts"
import {
  type Digest,
  digest,
  DIMENSIONS,
  type Dimension,
  scoresOf,
  type Scoring,
  sessionOf,
  type SubScores,
  weakestOf
} from "./internal/stability/subScores.ts"
import { unusualArguments, unusualBeginnings, unusualSequences } from "./internal/stability/unusualRuns.ts"
import { weakestRuns } from "./internal/stability/weakestRuns.ts"
import { type Similarity, similarity } from "./similarity.ts"

export { type Digest, digest, type SubScores }

type Runs = ReadonlyArray<Digest>

export interface TraceReport extends SubScores {
  /** The least of the judged sub-scores, by default of all four. */
  readonly weakest_score: number | undefined
}

/** The targets of the `stability` gate. */
export interface AcrossReport extends Similarity {
  /** The average run: mean of the runs' weakest sub-scores. */
  readonly score: number | undefined
  /** The worst run: minimum of the runs' weakest sub-scores. */
  readonly weakest_score: number | undefined
  /** Population variance of the runs' weakest sub-scores. */
  readonly variance: number | undefined
}

/** Each sub-score of the run that has the least of it. Undefined if it is unknown of a run. */
export type Least = { readonly [name in Dimension]: number | undefined }

export const measure = (runs: Runs, scoring: Scoring = {}): AcrossReport => {
  const key = callKeys()
  const weakest = runs.map((run) => weakestOf(scoresOf(sessionOf(run, key), scoring), scoring))
  return { ...spread(weakest), ...similarity(runs, key) }
}

export const measureLeast = (runs: Runs, scoring: Scoring): Least => {
  const scores = runs.map((run) => scoresOf(sessionOf(run), scoring))
  return Object.fromEntries(DIMENSIONS.map((name) => [name, least(scores.map((one) => one[name]))])) as Least
}

export const stability = (trace: Trace, scoring: Scoring = {}): TraceReport => {
  const report = scoresOf(sessionOf(digest(trace)), scoring)
  return { ...report, weakest_score: weakestOf(report, scoring) }
}

export const subScores = (trace: Trace): SubScores => scoresOf(sessionOf(digest(trace)))

/**
 * All four sub-scores on one line.
 *
 * ```ts
 * import { stability, summary } from "passhat/metrics"
 *
 * summary(stability({ tool_calls: [{ name: "search" }] })) // "tool_usage_stability 1, response_consistency 1, ..."
 * ```
 */
export const summary = (report: SubScores): string =>
  listed(report, ["tool_usage_stability", "response_consistency", "redundancy", "cost_per_progress"])

/** The targets over all runs on one line. */
export const describe = (report: AcrossReport): string =>
  listed(report, [
    "weakest_score",
    "score",
    "variance",
    "tool_sequence_similarity",
    "argument_consistency",
    "early_divergence"
  ])

/** Which runs have the weakest scores and why, and which differ from most runs. */
export const explain = (
  runs: Runs,
  scoring: Scoring = {}
): { readonly [Target in keyof AcrossReport]: ReadonlyArray<Finding> } => {
  const weakest = weakestRuns(
    runs.map((run) => sessionOf(run)),
    scoring
  )
  return {
    score: weakest,
    weakest_score: weakest,
    variance: weakest,
    tool_sequence_similarity: unusualSequences(runs),
    argument_consistency: unusualArguments(runs),
    early_divergence: unusualBeginnings(runs)
  }
}

/** Which runs have the least of each sub-score, and why. */
export const explainLeast = (
  runs: Runs,
  scoring: Scoring
): { readonly [name in Dimension]: ReadonlyArray<Finding> } => {
  const sessions = runs.map((run) => sessionOf(run))
  const findings = DIMENSIONS.map((name) => [name, weakestRuns(sessions, { ...scoring, dimensions: [name] })])
  return Object.fromEntries(findings) as ReturnType<typeof explainLeast>
}

/** Says that a floor is the default, and with which options these runs would pass. Empty if there are none. */
export const defaultFloor = (runs: Runs, scoring: Scoring, gate: string): ReadonlyArray<Finding> => {
  const options = calibrate(
    runs.map((run) => sessionOf(run)),
    scoring
  )
  return options === undefined
    ? []
    : [
        {
          reason: `the floor 0.5 is the default; if these runs are good, set it from them: ${gate}({}, ${optionsText(options)})`
        }
      ]
}

const least = (values: ReadonlyArray<number | undefined>): number | undefined =>
  values.length > 0 && values.every((value) => value !== undefined) ? Math.min(...values) : undefined

const spread = (weakest: ReadonlyArray<number | undefined>): Omit<AcrossReport, keyof Similarity> =>
  weakest.length > 0 && weakest.every((score) => score !== undefined)
    ? { score: mean(weakest), weakest_score: weakest.reduce((a, b) => Math.min(a, b)), variance: variance(weakest) }
    : { score: undefined, weakest_score: undefined, variance: undefined }

const listed = <Name extends string>(
  report: { readonly [name in Name]: number | undefined },
  names: ReadonlyArray<Name>
): string =>
  names
    .map((name) => ({ name, value: report[name] }))
    .map(({ name, value }) => `${name} ${value === undefined ? "not recorded" : shortNumber(value)}`)
    .join(", ")
