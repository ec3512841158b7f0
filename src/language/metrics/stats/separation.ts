/**
 * How well a value tells good runs from bad runs of the same case: the chance that a good run has the greater value, which is
 * the area under the ROC curve.
 *
 * Pairs are made within a case, and pooled over cases. The error is that of Hanley and McNeil (1982), of each case at the pooled
 * area, because a case of a few runs has no area of its own to speak of.
 */
import { groupBy } from "../../../base/std/groupBy.ts"
import { criticalValue } from "./normal.ts"

export interface Separation {
  /** From 0 to 1; 0.5 is a coin. A tie counts half. */
  readonly auc: number
  /** The standard error. */
  readonly error: number
  readonly low: number
  readonly high: number
  readonly pairs: number
  /** The cases that have good and bad runs. */
  readonly cases: number
  /** Whether the interval has 0.5 in it. */
  readonly isCoin: boolean
}

interface Run {
  readonly case: string
  readonly isGood: boolean
  readonly value: number
}

/** Undefined if no case has good and bad runs. */
export const separation = (runs: ReadonlyArray<Run>, confidence: number): Separation | undefined => {
  const cases = [...groupBy(runs, (run) => run.case).values()]
    .map((its) => ({
      good: its.filter(({ isGood }) => isGood).map(({ value }) => value),
      bad: its.filter(({ isGood }) => !isGood).map(({ value }) => value)
    }))
    .filter(({ bad, good }) => good.length > 0 && bad.length > 0)
  const pairs = cases.reduce((sum, { bad, good }) => sum + good.length * bad.length, 0)
  if (pairs === 0) return undefined
  const won = cases.reduce((sum, { bad, good }) => sum + wins(good, bad), 0)
  const auc = won / pairs
  // An area of 1 has no error by the formula, even of one pair: the error is that of half a pair more on each side.
  const area = (won + 0.5) / (pairs + 1)
  const variance = cases.reduce((sum, { bad, good }) => {
    const share = (good.length * bad.length) / pairs
    return sum + share * share * areaVariance(area, good.length, bad.length)
  }, 0)
  const error = Math.sqrt(variance)
  const reach = criticalValue(confidence) * error
  const [low, high] = [Math.max(0, auc - reach), Math.min(1, auc + reach)]
  return { auc, error, low, high, pairs, cases: cases.length, isCoin: low <= 0.5 && high >= 0.5 }
}

const wins = (good: ReadonlyArray<number>, bad: ReadonlyArray<number>): number =>
  good.reduce((sum, a) => sum + bad.reduce((won, b) => won + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0)

/** Q1 is the chance that two good runs exceed one bad run, Q2 that one good run exceeds two bad ones. */
export const areaVariance = (area: number, good: number, bad: number): number => {
  const q1 = area / (2 - area)
  const q2 = (2 * area * area) / (1 + area)
  const square = area * area
  return (area * (1 - area) + (good - 1) * (q1 - square) + (bad - 1) * (q2 - square)) / (good * bad)
}
