/**
 * Compares the cells of two recordings: what do they show of a difference, and how sure is it?
 *
 * A regression that is none is raised with a chance of at most 1 - confidence, over all tests of a comparison together. Half
 * of that chance is for outcomes and half for behaviour, if both are compared; with several cells, half of that for outcomes
 * is for all cells together. Each part is divided among the cells by Holm's correction. An improvement that is none is
 * claimed with the same chance.
 */
import type { CellSample } from "../domain/Baseline.ts"
import type { Obstacle } from "../domain/Comparison.ts"
import type { CompareOptions, CompareSamples } from "../domain/Metric.ts"
import { type Behaved, compareBehaviour } from "./behaviour.ts"
import { adjustedIn, type FamilyTest, leastOfSplits } from "./internal/comparison/family.ts"
import { obstaclesBetween } from "./internal/comparison/obstacles.ts"
import { compareOutcomes, leastOf, together as togetherOf } from "./internal/comparison/outcomes.ts"
import { cellOf, type ComparedCell, tooFewRuns, wholeVerdict } from "./internal/comparison/verdicts.ts"

/** Rounding changes the last digits of a p; one that equals its limit must not depend on them. */
const SLACK = 1 + 1e-12

export const compareSamples: CompareSamples = (baseline, candidate, options) => {
  const error = (1 - options.confidence) * SLACK
  const compared = baseline.map((before) => compareCell(before, candidate, options))
  const judged = compared.flatMap(({ sides }) => (sides === undefined ? [] : [sides]))
  const together = judged.length > 1 ? togetherOf(judged, options.confidence) : undefined
  const shares = sharesOf(compared, together !== undefined)
  const worse = adjustedIn(compared.map(outcomeTest("fewer")), shares.outcomes, error)
  const better = adjustedIn(compared.map(outcomeTest("more")), shares.outcomes, error)
  const changed = adjustedIn(compared.map(behaviourTest), shares.behaviour, error)
  const togetherIn = (side: "fewer" | "more"): number | undefined =>
    together && adjustedIn([{ p: together[side], least: leastOf(together) }], shares.together, error)[0]
  const whole = together && { outcomes: together, worse: togetherIn("fewer"), better: togetherIn("more") }
  const family = { cells: compared.filter(({ obstacles }) => obstacles.length === 0).length, error, shares }
  const cells = compared.map((cell, at) => {
    const corrected = { worse: worse[at], better: better[at], changed: changed[at] }
    return cellOf(cell, corrected, error, tooFewRuns(cell, corrected, whole, family))
  })
  const obstacles: ReadonlyArray<Obstacle> =
    baseline.length === 0 ? [{ what: "cell", reason: "the baseline has no cells" }] : []
  return {
    format: "passhat-comparison",
    version: 1,
    verdict: wholeVerdict(cells, whole, obstacles, error),
    confidence: options.confidence,
    obstacles,
    ...(whole !== undefined && {
      together: {
        ...whole.outcomes,
        ...(whole.worse !== undefined && { fewer_adjusted: whole.worse }),
        ...(whole.better !== undefined && { more_adjusted: whole.better })
      }
    }),
    cells,
    only_in_candidate: candidate.filter(({ id }) => baseline.every((one) => one.id !== id)).map(({ name }) => name)
  }
}

const compareCell = (
  before: CellSample,
  all: ReadonlyArray<CellSample>,
  { allowed, behaviour: asksBehaviour, confidence }: CompareOptions
): ComparedCell => {
  const { id, name } = before
  const after = all.find((one) => one.id === id)
  if (after === undefined) {
    return { id, name, runs: 0, obstacles: [{ what: "cell", reason: "the candidate does not have it" }] }
  }
  const obstacles = obstaclesBetween(before, after, new Set(allowed), asksBehaviour)
  const runs = Math.min(before.runs.length, after.runs.length)
  if (obstacles.length > 0) return { id, name, runs, obstacles }
  const isJudged = before.runs.every(({ outcome }) => outcome !== undefined)
  const outcomes = isJudged ? compareOutcomes(before, after, confidence) : undefined
  const behaviour = asksBehaviour ? compareBehaviour(behaved(before), behaved(after)) : undefined
  if (asksBehaviour && behaviour === undefined) {
    return { id, name, runs, obstacles: [{ what: "cell", reason: LOST_DIGITS }] }
  }
  return {
    id,
    name,
    runs,
    obstacles: outcomes === undefined && behaviour === undefined ? [{ what: "gates", reason: UNJUDGED }] : [],
    ...(outcomes !== undefined && { outcomes, sides: [before, after] as const }),
    ...(behaviour !== undefined && { behaviour })
  }
}

const LOST_DIGITS = "arguments hold integers that lost digits, so whether calls are the same is not known"
const UNJUDGED = "its runs have no pass or fail"

const behaved = ({ runs }: CellSample): ReadonlyArray<Behaved> =>
  runs.map(({ calls = [], index }) => ({ index, calls }))

/** The parts of the chance of a false finding. */
export interface Shares {
  readonly outcomes: number
  readonly together: number
  readonly behaviour: number
}

const sharesOf = (compared: ReadonlyArray<ComparedCell>, hasTogether: boolean): Shares => {
  const isJudged = compared.some(({ outcomes }) => outcomes !== undefined)
  const isObserved = compared.some(({ behaviour }) => behaviour !== undefined)
  const behaviour = isObserved ? (isJudged ? 0.5 : 1) : 0
  const outcomes = isJudged ? 1 - behaviour : 0
  return hasTogether
    ? { behaviour, outcomes: outcomes / 2, together: outcomes / 2 }
    : { behaviour, outcomes, together: 0 }
}

const outcomeTest =
  (side: "fewer" | "more") =>
  ({ outcomes }: ComparedCell): FamilyTest | undefined =>
    outcomes && { p: outcomes[side], least: leastOf(outcomes) }

const behaviourTest = ({ behaviour, runs }: ComparedCell): FamilyTest | undefined =>
  behaviour && { p: behaviour.p, least: leastOfSplits(runs) }
