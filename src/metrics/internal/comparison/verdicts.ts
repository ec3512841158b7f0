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

/** `tooFew` is the obstacle of a cell that could not have shown a regression: it has not shown that there is none. */
export const cellOf = (
  { behaviour, id, name, obstacles, outcomes }: ComparedCell,
  { better, changed, worse }: Corrected,
  error: number,
  tooFew: Obstacle | undefined
): CellComparison => ({
  id,
  name,
  ...judged(obstacles, verdictOf({ better, changed, worse }, error), tooFew),
  ...(outcomes !== undefined && {
    outcomes: {
      ...outcomes,
      ...(worse !== undefined && { fewer_adjusted: worse }),
      ...(better !== undefined && { more_adjusted: better })
    }
  }),
  ...(behaviour !== undefined && { behaviour: { ...behaviour, ...(changed !== undefined && { p_adjusted: changed }) } })
})

const judged = (
  obstacles: ReadonlyArray<Obstacle>,
  shown: Pick<CellComparison, "verdict" | "because">,
  tooFew: Obstacle | undefined
): Pick<CellComparison, "verdict" | "because" | "obstacles"> => {
  if (obstacles.length > 0) return { verdict: "not comparable", obstacles }
  return shown.verdict === "no difference shown" && tooFew !== undefined
    ? { verdict: "not comparable", obstacles: [tooFew] }
    : { ...shown, obstacles }
}

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

/**
 * Undefined if the cell could have shown a regression. Where runs have outcomes, their own test or that of all cells together must
 * be able to: runs that behave alike may all fail. Where they have none, behaviour must be.
 */
export const tooFewRuns = (
  { outcomes }: ComparedCell,
  { changed, worse }: Corrected,
  together: Together | undefined,
  { cells, error, shares }: { readonly cells: number; readonly error: number; readonly shares: Shares }
): Obstacle | undefined => {
  if ((outcomes === undefined ? changed : (worse ?? together?.worse)) !== undefined) return undefined
  const enough =
    outcomes === undefined
      ? fewestRuns(leastOfSplits, (error * shares.behaviour) / cells)
      : fewestRuns(leastOfPairs, (error * shares.outcomes) / cells)
  return { what: "runs", reason: `so few runs cannot show a regression: ${enough} runs of each cell on both sides can` }
}

const holds = (p: number | undefined, error: number): boolean => p !== undefined && p <= error
