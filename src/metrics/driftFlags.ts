/**
 * Names the sub-scores of a session that have drifted below their floor.
 */
import type { SubScores } from "./stability.ts"

const FLOORS = { tool_usage_stability: 0.5, response_consistency: 0.5, redundancy: 0.5, cost_per_progress: 0.5 }

/**
 * Strictly below: a floor of 0 never fires, a floor of 1 flags anything short of perfect, one that is no number flags
 * everything. A score that is unknown is not below.
 */
export const driftFlags = (
  report: SubScores,
  floors: { readonly [name in keyof SubScores]?: number } = {}
): ReadonlyArray<keyof SubScores> =>
  (Object.keys(FLOORS) as ReadonlyArray<keyof SubScores>).filter((name) => {
    const score = report[name]
    return score !== undefined && !(score >= (floors[name] ?? FLOORS[name]))
  })
