/**
 * Exact tests of two pass rates: McNemar's, for runs that pair up, and Fisher's, for runs that do not.
 *
 * Each p is the chance of a difference at least as large as the one found, if both sides pass equally often.
 */
import { chanceOfAtLeast } from "./internal/stats/binomialTail.ts"

/** One-sided p for fewer and for more passes of the candidate, and the two-sided one. */
export interface ExactTest {
  readonly fewer: number
  readonly more: number
  readonly two_sided: number
}

/**
 * McNemar's exact test. `lost` counts the pairs of which only the baseline passed, `won` those of which only the candidate
 * did; pairs that agree say nothing. Undefined for counts that are not whole numbers.
 *
 * ```ts
 * import { mcnemar } from "passhat/metrics"
 *
 * mcnemar(7, 1)?.two_sided // 0.0703125
 * ```
 */
export const mcnemar = (lost: number, won: number): ExactTest | undefined => {
  if (![lost, won].every(isCount)) return undefined
  const tail = (count: number): number => (count === 0 ? 1 : chanceOfAtLeast(count, lost + won, 0.5))
  return bothSides(tail(lost), tail(won))
}

/** Passes among runs. */
export interface Passes {
  readonly passes: number
  readonly runs: number
}

/**
 * Fisher's exact test of two samples. Two-sided it is twice the smaller tail. Undefined without runs on both sides, and for
 * more passes than runs.
 *
 * ```ts
 * import { fisherExact } from "passhat/metrics"
 *
 * fisherExact({ passes: 4, runs: 4 }, { passes: 0, runs: 4 })?.fewer // 0.0142857...
 * ```
 */
export const fisherExact = (baseline: Passes, candidate: Passes): ExactTest | undefined => {
  if (![baseline, candidate].every(isSample)) return undefined
  const passes = baseline.passes + candidate.passes
  const runs = baseline.runs + candidate.runs
  /** The chance that a sample of `size` gets at least `count` of the passes. */
  const tail = (count: number, size: number): number => {
    /** How much likelier i + 1 passes in the sample are than i. */
    const growth = (i: number): number => ((passes - i) / (i + 1)) * ((size - i) / (runs - passes - size + i + 1))
    const [least, most] = [Math.max(0, size - (runs - passes)), Math.min(size, passes)]
    const likeliest = Math.min(most, Math.max(least, Math.floor(((passes + 1) * (size + 1)) / (runs + 2))))
    let [reached, total] = [0, 0]
    const add = (i: number, weight: number): void => {
      total += weight
      if (i >= count) reached += weight
    }
    for (let i = likeliest, weight = 1; i <= most; weight *= growth(i++)) add(i, weight)
    for (let i = likeliest - 1, weight = 1; i >= least; i--) add(i, (weight /= growth(i)))
    return count <= least ? 1 : reached / total
  }
  return bothSides(tail(baseline.passes, baseline.runs), tail(candidate.passes, candidate.runs))
}

const bothSides = (fewer: number, more: number): ExactTest => ({
  fewer,
  more,
  two_sided: Math.min(1, 2 * Math.min(fewer, more))
})

const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0

const isSample = ({ passes, runs }: Passes): boolean => isCount(passes) && isCount(runs) && runs >= 1 && passes <= runs
