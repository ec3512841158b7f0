/**
 * The mean of many ratios of whole numbers, with the same bits in whatever order and grouping they are added.
 *
 * Parts are added for each denominator, every sum is divided once, and the quotients are added in ascending order of
 * the denominator.
 */
import { sum } from "./numbers.ts"

export interface Ratios {
  readonly add: (part: number, whole: number, times: number) => void
  /** 1 if no ratio was added. */
  readonly mean: () => number
}

export const ratios = (): Ratios => {
  const totals = new Map<number, number>()
  let count = 0
  return {
    add: (part, whole, times) => {
      totals.set(whole, (totals.get(whole) ?? 0) + part * times)
      count += times
    },
    mean: () => {
      const quotients = [...totals].toSorted(([a], [b]) => a - b).map(([whole, total]) => total / whole)
      return count === 0 ? 1 : sum(quotients) / count
    }
  }
}
