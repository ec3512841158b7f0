/**
 * Exact tests of two pass rates: Fisher's, over one cell or several, and McNemar's, for runs that are pairs.
 *
 * Each p is the chance of a difference at least as large as the one found, if both sides pass equally often.
 */
import { chanceOfAtLeast } from "./binomialTail.ts"
import { sum } from "./numbers.ts"

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
export const fisherExact = (baseline: Passes, candidate: Passes): ExactTest | undefined =>
  stratifiedExact([[baseline, candidate]])

/**
 * Fisher's exact test over several cells: runs are compared within their cell only, so that easy and hard cells may be mixed.
 * Each pair is the baseline and the candidate of one cell. Undefined without cells, and if one of them is no sample.
 *
 * ```ts
 * import { stratifiedExact } from "passhat/metrics"
 *
 * const cell = [{ passes: 2, runs: 2 }, { passes: 0, runs: 2 }] as const
 * stratifiedExact([cell, cell])?.fewer // 0.0277777...
 * ```
 */
export const stratifiedExact = (cells: ReadonlyArray<readonly [Passes, Passes]>): ExactTest | undefined => {
  if (cells.length === 0 || !cells.flat().every(isSample)) return undefined
  const { least, weights } = cells.map(passesOf).reduce(added)
  const found = cells.reduce((total, [, candidate]) => total + candidate.passes, 0) - least
  const chance = (some: ReadonlyArray<number>): number => Math.min(1, sum(some) / sum(weights))
  return bothSides(chance(weights.slice(0, Math.max(0, found + 1))), chance(weights.slice(Math.max(0, found))))
}

/** How likely each number of passes of the candidate is, from `least` on, relative to the likeliest. */
interface Chances {
  readonly least: number
  readonly weights: ReadonlyArray<number>
}

/** If the passes of both sides are dealt to their runs by chance. */
const passesOf = ([baseline, candidate]: readonly [Passes, Passes]): Chances => {
  const passes = baseline.passes + candidate.passes
  const [least, most] = [Math.max(0, passes - baseline.runs), Math.min(candidate.runs, passes)]
  /** How much likelier i + 1 passes are than i. */
  const growth = (i: number): number =>
    ((passes - i) / (i + 1)) * ((candidate.runs - i) / (baseline.runs - passes + i + 1))
  const middle = Math.floor(((passes + 1) * (candidate.runs + 1)) / (baseline.runs + candidate.runs + 2))
  const likeliest = Math.min(most, Math.max(least, middle))
  const weights = Array.from({ length: most - least + 1 }, () => 1)
  for (let i = likeliest; i < most; i++) weights[i + 1 - least] = weights[i - least]! * growth(i)
  for (let i = likeliest; i > least; i--) weights[i - 1 - least] = weights[i - least]! / growth(i - 1)
  return { least, weights }
}

/** Weights below it, relative to the likeliest, change no result, and would make thousands of cells slow. */
const NEGLIGIBLE = 1e-40

/** Of the passes of two groups of cells together. */
const added = (one: Chances, other: Chances): Chances => {
  const sums = Array.from({ length: one.weights.length + other.weights.length - 1 }, () => 0)
  for (const [i, a] of one.weights.entries()) for (const [j, b] of other.weights.entries()) sums[i + j]! += a * b
  const largest = sums.reduce((most, weight) => Math.max(most, weight), 0)
  const counts = (weight: number): boolean => weight >= largest * NEGLIGIBLE
  const [from, to] = [sums.findIndex(counts), sums.findLastIndex(counts)]
  return {
    least: one.least + other.least + from,
    weights: sums.slice(from, to + 1).map((weight) => weight / largest)
  }
}

const bothSides = (fewer: number, more: number): ExactTest => ({
  fewer,
  more,
  two_sided: Math.min(1, 2 * Math.min(fewer, more))
})

const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0

const isSample = ({ passes, runs }: Passes): boolean => isCount(passes) && isCount(runs) && runs >= 1 && passes <= runs
