/**
 * Compares the passes of two samples: rates, an exact test of them, and the interval of their difference.
 *
 * Nothing makes a pair of run 3 of one recording and run 3 of another, so the test is Fisher's, within each cell. The interval is Newcombe's,
 * at the level of the test beside it, and the test has the last word on 0: Newcombe's is an approximation, which may exclude 0 where the exact test
 * shows nothing, and the other way round.
 */
import type { CellSample } from "../../../../base/domain/verdict/Baseline.ts"
import type { OutcomeComparison } from "../../../../base/domain/verdict/Comparison.ts"
import { type ExactTest, fisherExact, type Passes, stratifiedExact } from "../../stats/exactTests.ts"
import { newcombe, wilson } from "../../stats/intervals.ts"
import { type Corrected, leastOfSplits } from "./family.ts"

/** The passes of both sides, and the test of them. */
export interface Tested extends Pick<OutcomeComparison, "test">, ExactTest {
  readonly baseline: Passes
  readonly candidate: Passes
  /** The smallest p that as many runs can come to. */
  readonly least: number
}

export const testCell = (before: CellSample, after: CellSample): Tested | undefined => {
  const [baseline, candidate] = [passesOf(before), passesOf(after)]
  const test = fisherExact(baseline, candidate)
  return test && { ...test, baseline, candidate, test: "fisher", least: leastOfSplits(baseline.runs, candidate.runs) }
}

/** All cells together. Undefined if sides differ in runs: a cell would then weigh more in the rate of one of them. */
export const testTogether = (cells: ReadonlyArray<Tested>): Tested | undefined => {
  const test = stratifiedExact(cells.map(({ baseline, candidate }) => [baseline, candidate]))
  if (test === undefined || cells.some(({ baseline, candidate }) => baseline.runs !== candidate.runs)) return undefined
  return {
    ...test,
    baseline: total(cells.map(({ baseline }) => baseline)),
    candidate: total(cells.map(({ candidate }) => candidate)),
    test: "stratified",
    least: cells.reduce((chance, { least }) => chance * least, 1)
  }
}

/** Undefined for a confidence outside 0..1. */
export const outcomesOf = (
  { baseline, candidate, fewer, more, test }: Tested,
  worse: Corrected,
  better: Corrected,
  confidence: number
): OutcomeComparison | undefined => {
  const [before, after] = [rate(baseline, confidence), rate(candidate, confidence)]
  const low = newcombe(baseline, candidate, confidenceAt(better.level))?.low
  const high = newcombe(baseline, candidate, confidenceAt(worse.level))?.high
  if (before === undefined || after === undefined || low === undefined || high === undefined) return undefined
  return {
    baseline: before,
    candidate: after,
    difference: {
      value: candidate.passes / candidate.runs - baseline.passes / baseline.runs,
      low: better.isShown ? Math.max(low, JUST_BESIDE) : Math.min(low, 0),
      high: worse.isShown ? Math.min(high, -JUST_BESIDE) : Math.max(high, 0)
    },
    test,
    fewer,
    more,
    ...(worse.p !== undefined && { fewer_adjusted: worse.p }),
    ...(better.p !== undefined && { more_adjusted: better.p })
  }
}

/** An end that 0 lies beyond. */
const JUST_BESIDE = Number.EPSILON

/** Of an interval with this much doubt at each end. */
const confidenceAt = (level: number): number => Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, 1 - 2 * level))

const passesOf = ({ runs }: CellSample): Passes => ({
  passes: runs.filter(({ outcome }) => outcome === "pass").length,
  runs: runs.length
})

const total = (samples: ReadonlyArray<Passes>): Passes => ({
  passes: samples.reduce((sum, { passes }) => sum + passes, 0),
  runs: samples.reduce((sum, { runs }) => sum + runs, 0)
})

const rate = ({ passes, runs }: Passes, confidence: number): OutcomeComparison["baseline"] | undefined => {
  const interval = wilson(passes, runs, confidence)
  return interval && { passes, runs, ...interval }
}
