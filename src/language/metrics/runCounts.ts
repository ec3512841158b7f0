/**
 * How many runs are enough: for a confidence band of a given width, or to show a floor.
 *
 * Undefined if no number of runs is enough, as for a floor of 1, and for a confidence outside 0..1, such as 95.
 */
import { isRuledOut } from "./stats/binomialTail.ts"
import { criticalValue } from "./stats/normal.ts"

/** The usual rounded values, so that counts agree with textbooks. Other levels use the exact value. */
const TEXTBOOK_Z: ReadonlyMap<number, number> = new Map([
  [0.9, 1.645],
  [0.95, 1.96],
  [0.99, 2.576]
])

/** 0.098 is not a binary fraction: its rounding error must not add a run. */
const SLACK = 1 - 1e-12

export interface Band {
  readonly halfWidth: number
  readonly confidence: number
}

/**
 * The number of runs after which any pass rate is known to within the half-width.
 *
 * ```ts
 * import { recommendRuns } from "passhat/metrics"
 *
 * recommendRuns({ halfWidth: 0.05, confidence: 0.95 }) // 385
 * ```
 */
export const recommendRuns = ({ confidence, halfWidth }: Band): number | undefined => {
  if (!isLevel(confidence) || !isLevel(halfWidth)) return undefined
  const ratio = criticalZ(confidence) / halfWidth
  return wholeNumber(Math.ceil(ratio * ratio * 0.25 * SLACK))
}

/**
 * The half-width after n runs in the worst case, a pass rate of one half.
 *
 * ```ts
 * import { confidenceBand } from "passhat/metrics"
 *
 * confidenceBand(100, 0.95) // 0.098
 * ```
 */
export const confidenceBand = (n: number, confidence: number): number | undefined =>
  Number.isSafeInteger(n) && n >= 1 && isLevel(confidence) ? criticalZ(confidence) * Math.sqrt(0.25 / n) : undefined

/**
 * The fewest runs, with the given failures among them, whose exact one-sided lower bound reaches the floor.
 *
 * ```ts
 * import { runsForFloor } from "passhat/metrics"
 *
 * runsForFloor(0.9, 0.95) // 29
 * runsForFloor(0.9, 0.95, 1) // 46
 * ```
 */
export const runsForFloor = (floor: number, confidence: number, failures = 0): number | undefined => {
  if (!isLevel(floor) || !isLevel(confidence) || !Number.isSafeInteger(failures) || failures < 0) return undefined
  const shows = (runs: number) => isRuledOut(floor, runs - failures, runs, 1 - confidence)
  let [tooFew, enough] = [failures, failures + 1]
  while (!shows(enough)) {
    ;[tooFew, enough] = [enough, enough * 2]
    if (!Number.isSafeInteger(enough)) return undefined
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (shows(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

const isLevel = (x: number): boolean => x > 0 && x < 1

const criticalZ = (confidence: number): number => TEXTBOOK_Z.get(confidence) ?? criticalValue(confidence)

const wholeNumber = (x: number): number | undefined => (Number.isSafeInteger(x) ? x : undefined)
