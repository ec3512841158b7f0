/**
 * Names the stability sub-scores of a session that are below their floor.
 */
import type { SubScores } from "./stability.ts"

const FLOORS = { tool_usage_stability: 0.5, response_consistency: 0.5, redundancy: 0.5, cost_per_progress: 0.5 }

/**
 * Strictly below: a floor of 0 flags nothing, a floor of 1 flags every score below 1, a floor of NaN flags every score.
 * An undefined score is not flagged.
 */
export const driftFlags = (
  report: SubScores,
  floors: { readonly [name in keyof SubScores]?: number } = {}
): ReadonlyArray<keyof SubScores> =>
  (Object.keys(FLOORS) as ReadonlyArray<keyof SubScores>).filter((name) => {
    const score = report[name]
    return score !== undefined && !(score >= (floors[name] ?? FLOORS[name]))
  })
