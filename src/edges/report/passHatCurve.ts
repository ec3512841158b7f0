/**
 * pass^k as reports draw it: the chance that k runs drawn from the n runs of a cell all pass, C(c, k) / C(n, k), with a band.
 *
 * The curve starts at the pass rate and never rises. The band is Wilson's interval of the pass rate, each end to the power of k,
 * so it never rises either. For k close to n the estimate may be lower than that, by less than a percent: there the band
 * reaches down to the estimate.
 */
import { allDrawn, power } from "../../base/std/allDrawn.ts"

export interface Passed {
  readonly passes: number
  readonly runs: number
}

export interface PassedWithin extends Passed {
  /** The ends of the interval of the pass rate. */
  readonly low: number
  readonly high: number
}

export interface PassHatPoint {
  readonly k: number
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The chance that k of the runs all pass, from 0 to 1. */
export const passHat = ({ passes, runs }: Passed, k: number): number => allDrawn(passes, runs, k)

/** At most `places` points from k = 1 to the last k that is drawn. */
export const passHatCurve = (rate: PassedWithin, places: number): ReadonlyArray<PassHatPoint> => {
  const last = lastK(rate)
  const count = Math.max(1, Math.min(last, places))
  return Array.from({ length: count }, (_, at) => {
    const k = count === 1 ? 1 : 1 + Math.round((at * (last - 1)) / (count - 1))
    const value = passHat(rate, k)
    return { k, value, low: Math.min(value, power(rate.low, k)), high: Math.max(value, power(rate.high, k)) }
  })
}

/** Below this chance the curve ends. */
const GONE = 0.01

/** The first k for which even the upper end of the band is below one percent, and at most the number of runs. */
const lastK = ({ high, runs }: PassedWithin): number => {
  let k = 1
  for (let chance = high; chance >= GONE && k < runs; chance *= high) k++
  return k
}
