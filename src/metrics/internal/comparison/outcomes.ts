/**
 * Compares the passes of two samples: rates, their difference, and an exact test. Runs of the same indices pair up, and
 * McNemar's test compares pairs; otherwise Fisher's compares all runs.
 */
import type { CellSample } from "../../../domain/Baseline.ts"
import type { OutcomeComparison } from "../../../domain/Comparison.ts"
import { fisherExact, mcnemar, type Passes } from "../../exactTests.ts"
import { leastOfPairs } from "./family.ts"
import { newcombe, wilson } from "../../intervals.ts"

export const compareOutcomes = (
  baseline: CellSample,
  candidate: CellSample,
  confidence: number
): OutcomeComparison | undefined => joined([[baseline, candidate]], confidence)

/** The outcomes of several cells as one sample, if all runs pair up with those of the same cell and index. */
export const together = (
  cells: ReadonlyArray<readonly [CellSample, CellSample]>,
  confidence: number
): OutcomeComparison | undefined => {
  const whole = joined(cells, confidence)
  return whole?.test === "mcnemar" ? whole : undefined
}

const joined = (
  cells: ReadonlyArray<readonly [CellSample, CellSample]>,
  confidence: number
): OutcomeComparison | undefined => {
  const baseline = total(cells.map(([before]) => before))
  const candidate = total(cells.map(([, after]) => after))
  const [before, after] = [rate(baseline, confidence), rate(candidate, confidence)]
  const interval = newcombe(baseline, candidate, confidence)
  const isPaired = cells.every(([ours, theirs]) => pairsUp(ours, theirs))
  const [lost, won] = isPaired ? discordant(cells) : [0, 0]
  const test = isPaired ? mcnemar(lost, won) : fisherExact(baseline, candidate)
  if (before === undefined || after === undefined || interval === undefined || test === undefined) return undefined
  return {
    baseline: before,
    candidate: after,
    difference: { value: candidate.passes / candidate.runs - baseline.passes / baseline.runs, ...interval },
    test: isPaired ? "mcnemar" : "fisher",
    fewer: test.fewer,
    more: test.more,
    ...(isPaired && { lost, won })
  }
}

/** The smallest p that samples of this size can come to. */
export const leastOf = ({ baseline, candidate, test }: OutcomeComparison): number =>
  test === "mcnemar"
    ? leastOfPairs(baseline.runs)
    : (fisherExact({ passes: baseline.runs, runs: baseline.runs }, { passes: 0, runs: candidate.runs })?.fewer ?? 1)

const total = (samples: ReadonlyArray<CellSample>): Passes => {
  const runs = samples.flatMap((sample) => sample.runs)
  return { passes: runs.filter(({ outcome }) => outcome === "pass").length, runs: runs.length }
}

const rate = ({ passes, runs }: Passes, confidence: number): OutcomeComparison["baseline"] | undefined => {
  const interval = wilson(passes, runs, confidence)
  return interval && { passes, runs, ...interval }
}

const pairsUp = ({ runs: ours }: CellSample, { runs: theirs }: CellSample): boolean =>
  ours.length === theirs.length && ours.every(({ index }) => theirs.some((one) => one.index === index))

const discordant = (cells: ReadonlyArray<readonly [CellSample, CellSample]>): readonly [number, number] => {
  let [lost, won] = [0, 0]
  for (const [before, after] of cells) {
    const outcomes = new Map(after.runs.map(({ index, outcome }) => [index, outcome]))
    for (const { index, outcome } of before.runs) {
      if (outcome === outcomes.get(index)) continue
      if (outcome === "pass") lost++
      else won++
    }
  }
  return [lost, won]
}
