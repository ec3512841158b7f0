/**
 * The verdicts of a comparison, from the corrected p of its tests.
 */
import type { CellSample } from "../../../domain/Baseline.ts"
import type { CellComparison, ComparisonVerdict, Obstacle, OutcomeComparison } from "../../../domain/Comparison.ts"
import type { Shares } from "../../comparison.ts"
import { fewestRuns, leastOfPairs, leastOfSplits } from "./family.ts"

export interface ComparedCell extends Pick<CellComparison, "id" | "name" | "obstacles" | "outcomes" | "behaviour"> {
  /** Both samples, if their outcomes are compared. */
  readonly sides?: readonly [CellSample, CellSample]
  /** The fewer runs of the two sides. */
  readonly runs: number
}

/** Corrected p; undefined for a test that was not made, or that so few runs cannot decide. */
export interface Corrected {
  /** That the candidate passes less often. */
  readonly worse: number | undefined
  /** That it passes more often. */
  readonly better: number | undefined
  /** That it behaves otherwise. */
  readonly changed: number | undefined
}

export const cellOf = (
  { behaviour, id, name, obstacles, outcomes }: ComparedCell,
  { better, changed, worse }: Corrected,
  error: number
): CellComparison => ({
  id,
  name,
  ...(obstacles.length > 0 ? { verdict: "not comparable" as const } : verdictOf({ better, changed, worse }, error)),
  obstacles,
  ...(outcomes !== undefined && {
    outcomes: {
      ...outcomes,
      ...(worse !== undefined && { fewer_adjusted: worse }),
      ...(better !== undefined && { more_adjusted: better })
    }
  }),
  ...(behaviour !== undefined && { behaviour: { ...behaviour, ...(changed !== undefined && { p_adjusted: changed }) } })
})

/** Pass and fail come first: behaviour that changed tells of neither better nor worse, so it decides where they say nothing. */
const verdictOf = (
  { better, changed, worse }: Corrected,
  error: number
): Pick<CellComparison, "verdict" | "because"> => {
  if (holds(worse, error)) return { verdict: "regressed", because: "outcomes" }
  if (holds(better, error)) return { verdict: "improved", because: "outcomes" }
  return holds(changed, error) ? { verdict: "regressed", because: "behaviour" } : { verdict: "no difference shown" }
}

export interface Together extends Pick<Corrected, "worse" | "better"> {
  readonly outcomes: OutcomeComparison
}

export const wholeVerdict = (
  cells: ReadonlyArray<CellComparison>,
  together: Together | undefined,
  obstacles: ReadonlyArray<Obstacle>,
  error: number
): ComparisonVerdict => {
  const has = (verdict: ComparisonVerdict): boolean => cells.some((cell) => cell.verdict === verdict)
  if (has("regressed") || holds(together?.worse, error)) return "regressed"
  if (has("not comparable") || obstacles.length > 0) return "not comparable"
  return has("improved") || holds(together?.better, error) ? "improved" : "no difference shown"
}

/** A comparison that could not have shown a regression has not shown that there is none. */
export const wholeObstacles = (
  compared: ReadonlyArray<ComparedCell>,
  canShow: boolean,
  error: number,
  shares: Shares
): ReadonlyArray<Obstacle> => {
  if (compared.length === 0) return [{ what: "cell", reason: "the baseline has no cells" }]
  const cells = compared.filter(({ obstacles }) => obstacles.length === 0).length
  if (canShow || cells === 0) return []
  const enough =
    shares.outcomes > 0
      ? fewestRuns((runs) => leastOfPairs(runs), (error * shares.outcomes) / cells)
      : fewestRuns(leastOfSplits, (error * shares.behaviour) / cells)
  return [
    { what: "runs", reason: `so few runs cannot show a regression: ${enough} runs of each cell on both sides can` }
  ]
}

const holds = (p: number | undefined, error: number): boolean => p !== undefined && p <= error
