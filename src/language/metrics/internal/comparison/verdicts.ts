/**
 * The verdicts of a comparison, from the corrected p of its tests.
 */
import type { BehaviourComparison, CellComparison, ComparisonVerdict, Obstacle } from "../../../../base/domain/verdict/Comparison.ts"
import type { Shares } from "../../comparison.ts"
import type { Behaviour } from "../../behaviour.ts"
import { type Corrected, fewestRuns, leastOfMirrored, leastOfSplits } from "./family.ts"
import { outcomesOf, type Tested } from "./outcomes.ts"

export interface ComparedCell extends Pick<CellComparison, "id" | "name" | "obstacles"> {
  readonly outcomes?: Tested
  readonly behaviour?: Behaviour
  /** The fewer runs of the two sides. */
  readonly runs: number
}

/** Each is undefined if the test was not made. */
export interface Findings {
  /** That the candidate passes less often. */
  readonly worse: Corrected | undefined
  /** That it passes more often. */
  readonly better: Corrected | undefined
  /** That it behaves differently. */
  readonly changed: Corrected | undefined
}

/** What is the same for all cells of a comparison. */
export interface Family {
  readonly confidence: number
  readonly error: number
  readonly shares: Shares
  /** How many cells are compared. */
  readonly cells: number
  /** Whether behaviour that differs is a regression. */
  readonly decides: boolean
  /** Whether so many runs can show a regression of all cells together. */
  readonly showsTogether: boolean
}

export const cellOf = (cell: ComparedCell, findings: Findings, family: Family): CellComparison => {
  const { behaviour, id, name, obstacles, outcomes } = cell
  const { better, changed, worse } = findings
  const found = outcomes && worse && better && outcomesOf(outcomes, worse, better, family.confidence)
  return {
    id,
    name,
    ...judged(obstacles, verdictOf(findings, family.decides), tooFewRuns(cell, findings, family)),
    ...(found !== undefined && { outcomes: found }),
    ...(behaviour !== undefined && { behaviour: behaviourOf(behaviour, changed) })
  }
}

const behaviourOf = (behaviour: Behaviour, changed: Corrected | undefined): BehaviourComparison => ({
  ...behaviour,
  ...(changed?.p !== undefined && { p_adjusted: changed.p }),
  differs: changed?.isShown === true
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

/** Pass and fail come first: behaviour that differs tells of neither better nor worse, so it decides on request, and where they say nothing. */
export const verdictOf = (
  { better, changed, worse }: Findings,
  decides: boolean
): Pick<CellComparison, "verdict" | "because"> => {
  if (worse?.isShown) return { verdict: "regressed", because: "outcomes" }
  if (better?.isShown) return { verdict: "improved", because: "outcomes" }
  return decides && changed?.isShown
    ? { verdict: "regressed", because: "behaviour" }
    : { verdict: "no difference shown" }
}

export const wholeVerdict = (
  cells: ReadonlyArray<Pick<CellComparison, "verdict">>,
  together: ComparisonVerdict | undefined,
  obstacles: ReadonlyArray<Obstacle>
): ComparisonVerdict => {
  const has = (verdict: ComparisonVerdict): boolean =>
    together === verdict || cells.some((cell) => cell.verdict === verdict)
  if (has("regressed")) return "regressed"
  if (has("not comparable") || obstacles.length > 0) return "not comparable"
  return has("improved") ? "improved" : "no difference shown"
}

/**
 * The obstacle of a cell that could not have shown a regression: it has not shown that there is none. Where runs have outcomes, their own
 * test or that of all cells together must be able to: runs that behave alike may all fail. Where they have none, behaviour must be.
 */
const tooFewRuns = (
  { outcomes }: ComparedCell,
  { changed, worse }: Findings,
  { cells, error, shares, showsTogether }: Family
): Obstacle | undefined => {
  if (outcomes === undefined ? changed?.p !== undefined : worse?.p !== undefined || showsTogether) return undefined
  const enough =
    outcomes === undefined
      ? fewestRuns(leastOfMirrored, error / cells)
      : fewestRuns((runs) => leastOfSplits(runs, runs), (error * shares.outcomes) / cells)
  return { what: "runs", reason: `so few runs cannot show a regression: ${enough} runs of each cell on both sides can` }
}
