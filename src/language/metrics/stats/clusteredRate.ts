/**
 * The pass rate of many cases, with its standard error clustered by case: runs of one case pass or fail together more often than runs
 * of different cases, so they tell less than as many independent runs.
 *
 * The error is that of Liang and Zeger (1986) for a mean, with the correction G / (G - 1) for G cases. With as many runs in each case it
 * is the standard error of the mean of the cases' rates. The interval is Wilson's for the effective number of runs (Korn and Graubard
 * 1998), which stays within 0 and 1 and is not empty if everything passed.
 */
import type { Passes } from "./exactTests.ts"
import { type Interval, wilsonLow } from "./intervals.ts"
import { criticalValue } from "./normal.ts"

export interface ClusteredRate {
  readonly rate: number
  /** Undefined with fewer than two cases, as is the interval. */
  readonly standardError?: number
  readonly interval?: Interval
}

/** Undefined without runs. A case without runs does not count. */
export const clusteredRate = (cases: ReadonlyArray<Passes>, confidence: number): ClusteredRate | undefined => {
  const counted = cases.filter(({ runs }) => runs > 0)
  const [passes, runs] = [sum(counted.map((one) => one.passes)), sum(counted.map((one) => one.runs))]
  if (runs === 0) return undefined
  const rate = passes / runs
  if (counted.length < 2) return { rate }
  const squares = counted.map((one) => (one.passes - one.runs * rate) * (one.passes - one.runs * rate))
  const standardError = Math.sqrt((counted.length / (counted.length - 1)) * sum(squares)) / runs
  return {
    rate,
    standardError,
    interval: scoreInterval(rate, effectiveRuns(rate, standardError, counted.length, runs), confidence)
  }
}

/**
 * The number of independent runs that would have this error, and no more than there are. Where all runs passed, or none did, the
 * error is 0 and tells nothing: then each case counts once.
 */
const effectiveRuns = (rate: number, standardError: number, cases: number, runs: number): number =>
  rate === 0 || rate === 1 ? cases : Math.min(runs, (rate * (1 - rate)) / (standardError * standardError))

const scoreInterval = (rate: number, runs: number, confidence: number): Interval => {
  const z = criticalValue(confidence)
  return { low: wilsonLow(rate * runs, runs, z), high: 1 - wilsonLow((1 - rate) * runs, runs, z) }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((so, one) => so + one, 0)
