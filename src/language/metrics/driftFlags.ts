/**
 * Names the stability sub-scores of a session that are below their floor.
 */
import type { SubScores } from "./stability.ts"

const FLOORS = { tool_usage_stability: 0.5, response_consistency: 0.5, redundancy: 0.5, cost_per_progress: 0.5 }

/**
 * The names of the sub-scores that are strictly below their floor, 0.5 by default. A floor of 0 flags nothing, a floor
 * of 1 flags every score below 1, a floor of NaN flags every score. An undefined score is not flagged.
 *
 * ```ts
 * import { driftFlags, stability } from "passhat/metrics"
 *
 * const report = stability({ tool_calls: [{ name: "search" }, { name: "search" }, { name: "search" }] })
 * driftFlags(report, { redundancy: 0.8 }) // ["redundancy"]
 * ```
 */
export const driftFlags = (
  report: SubScores,
  floors: { readonly [name in keyof SubScores]?: number } = {}
): ReadonlyArray<keyof SubScores> =>
  (Object.keys(FLOORS) as ReadonlyArray<keyof SubScores>).filter((name) => {
    const score = report[name]
    return score !== undefined && !(score >= (floors[name] ?? FLOORS[name]))
  })
