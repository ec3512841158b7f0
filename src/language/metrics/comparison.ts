/**
 * Compares the cells of two recordings: what do they show of a difference, and how sure is it?
 *
 * By pass and fail, a regression that is none is raised with a chance of at most 1 - confidence, over all tests of a comparison
 * together. With several cells, half of that is for all cells together, and half is divided among the cells by Holm's
 * correction. An improvement that is none is claimed with the same chance. Behaviour has a chance of its own, of the same size,
 * and takes nothing from this one: it is a notice, and decides on request alone.
 */
import type { CellSample } from "../../base/domain/verdict/Baseline.ts"
import type { CellComparison, Comparison, Obstacle } from "../../base/domain/verdict/Comparison.ts"
import type { CompareOptions, CompareSamples } from "../../base/domain/verdict/Metric.ts"
import { type Behaved, compareBehaviour } from "./behaviour.ts"
import { type Corrected, correctedIn, errorAt, type FamilyTest, leastOfMirrored } from "./internal/comparison/family.ts"
import { obstaclesBetween } from "./internal/comparison/obstacles.ts"
import { outcomesOf, testCell, type Tested, testTogether } from "./internal/comparison/outcomes.ts"
import { cellOf, type ComparedCell, verdictOf, wholeVerdict } from "./internal/comparison/verdicts.ts"

export const compareSamples: CompareSamples = (baseline, candidate, options) => {
  const { behaviour, confidence } = options
  const error = errorAt(confidence)
  const compared = baseline.map((before) => compareCell(before, candidate, options))
  const tested = compared.flatMap(({ outcomes }) => outcomes ?? [])
  const all = tested.length > 1 ? testTogether(tested) : undefined
  const shares: Shares = all === undefined ? { outcomes: 1, together: 0 } : { outcomes: 0.5, together: 0.5 }
  const worse = correctedIn(compared.map(outcomeTest("fewer")), shares.outcomes, error)
  const better = correctedIn(compared.map(outcomeTest("more")), shares.outcomes, error)
  const changed = correctedIn(compared.map(behaviourTest), 1, error)
  const together = all && togetherOf(all, shares, error, confidence)
  const family = {
    confidence,
    error,
    shares,
    cells: compared.filter(({ obstacles }) => obstacles.length === 0).length,
    decides: behaviour === "decides",
    showsTogether: together?.fewer_adjusted !== undefined
  }
  const cells = compared.map((cell, at): CellComparison => {
    return cellOf(cell, { worse: worse[at], better: better[at], changed: changed[at] }, family)
  })
  const obstacles: ReadonlyArray<Obstacle> =
    baseline.length === 0 ? [{ what: "cell", reason: "the baseline has no cells" }] : []
  return {
    format: "passhat-comparison",
    version: 1,
    verdict: wholeVerdict(cells, together?.verdict, obstacles),
    confidence,
    ...(behaviour !== false && { behaviour: { confidence, decides: family.decides } }),
    obstacles,
    ...(together !== undefined && { together }),
    cells,
    only_in_candidate: candidate.filter(({ id }) => baseline.every((one) => one.id !== id)).map(({ name }) => name)
  }
}

/** The parts of the chance of a false finding by pass and fail. */
export interface Shares {
  readonly outcomes: number
  readonly together: number
}

const togetherOf = (
  all: Tested,
  { together }: Shares,
  error: number,
  confidence: number
): Comparison["together"] | undefined => {
  const correct = (p: number): Corrected | undefined => correctedIn([{ p, least: all.least }], together, error)[0]
  const [worse, better] = [correct(all.fewer), correct(all.more)]
  const outcomes = worse && better && outcomesOf(all, worse, better, confidence)
  return outcomes && { ...outcomes, verdict: verdictOf({ worse, better, changed: undefined }, false).verdict }
}

const compareCell = (
  before: CellSample,
  all: ReadonlyArray<CellSample>,
  { allowed, behaviour: asked }: CompareOptions
): ComparedCell => {
  const { id, name } = before
  const after = all.find((one) => one.id === id)
  if (after === undefined) {
    return { id, name, runs: 0, obstacles: [{ what: "cell", reason: "the candidate does not have it" }] }
  }
  const obstacles = obstaclesBetween(before, after, new Set(allowed), asked !== false)
  const runs = Math.min(before.runs.length, after.runs.length)
  if (obstacles.length > 0) return { id, name, runs, obstacles }
  const isJudged = before.runs.every(({ outcome }) => outcome !== undefined)
  const outcomes = isJudged ? testCell(before, after) : undefined
  const behaviour = asked === false ? undefined : compareBehaviour(behaved(before), behaved(after))
  if (asked !== false && behaviour === undefined) {
    return { id, name, runs, obstacles: [{ what: "cell", reason: LOST_DIGITS }] }
  }
  return {
    id,
    name,
    runs,
    obstacles: outcomes === undefined && asked !== "decides" ? [{ what: "gates", reason: UNJUDGED }] : [],
    ...(outcomes !== undefined && { outcomes }),
    ...(behaviour !== undefined && { behaviour })
  }
}

const LOST_DIGITS = "arguments hold integers that lost digits, so whether calls are the same is not known"
const UNJUDGED = "its runs have no pass or fail; passhat compare --behaviour-decides compares their calls alone"

const behaved = ({ runs }: CellSample): ReadonlyArray<Behaved> =>
  runs.map(({ calls = [], index }) => ({ index, calls }))

const outcomeTest =
  (side: "fewer" | "more") =>
  ({ outcomes }: ComparedCell): FamilyTest | undefined =>
    outcomes && { p: outcomes[side], least: outcomes.least }

const behaviourTest = ({ behaviour, runs }: ComparedCell): FamilyTest | undefined =>
  behaviour && { p: behaviour.p, least: leastOfMirrored(runs) }
