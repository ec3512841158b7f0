/**
 * Calibration: a floor that a stated share of good runs clears, with its interval, how often it would have been a false
 * alarm on runs that it was not made of, and whether the value tells good runs from bad ones at all.
 *
 * The floor is an order statistic and its interval is free of assumptions about the distribution.
 */
import { chanceOfAtLeast } from "../../language/metrics/stats/binomialTail.ts"
import { type Separation, separation } from "../../language/metrics/stats/separation.ts"
import { type Interval, wilson } from "../../language/metrics/stats/intervals.ts"

export type { Separation }

export interface CalibratedRun {
  /** Runs are compared with runs of the same case. */
  readonly case: string
  readonly isGood: boolean
  readonly value: number
}

export interface Calibration {
  /** Of all runs, good or not. */
  readonly least: number
  readonly median: number
  readonly most: number
  readonly floor: Floor
  /** Undefined if no run can be held back. */
  readonly falseAlarms: FalseAlarms | undefined
  /** Undefined if no case has good and bad runs. */
  readonly separation: Separation | undefined
}

export interface Floor {
  readonly value: number
  /** Undefined if there are too few good runs for a bound on this side. */
  readonly low: number | undefined
  readonly high: number | undefined
  readonly goodRuns: number
}

/** Good runs that were held back and are below the floor of the others. */
export interface FalseAlarms extends Interval {
  readonly alarms: number
  readonly runs: number
  /** Whether whole cases were held back, or runs of the only case. */
  readonly heldBack: "cases" | "runs"
}

export interface CalibrationOptions {
  /** The share of good runs that clear the floor. */
  readonly share: number
  readonly confidence: number
  /** Whether more is better. If less is better the floor is a cap. */
  readonly isMoreBetter: boolean
  /** Loosens a floor to a number that a person would write. */
  readonly round: (floor: number) => number
}

/** How many parts are held back in turn. */
const FOLDS = 5

/** Undefined without good runs. */
export const calibration = (
  runs: ReadonlyArray<CalibratedRun>,
  options: CalibrationOptions
): Calibration | undefined => {
  const good = runs.filter(({ isGood }) => isGood)
  if (good.length === 0) return undefined
  const sorted = runs.map(({ value }) => value).toSorted((a, b) => a - b)
  return {
    least: sorted[0]!,
    median: (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2,
    most: sorted.at(-1)!,
    floor: floorOf(good, options),
    falseAlarms: falseAlarms(good, options),
    separation: separation(
      runs.map((run) => ({ ...run, value: options.isMoreBetter ? run.value : -run.value })),
      options.confidence
    )
  }
}

/** As many good runs as the share allows are below it. */
const floorOf = (good: ReadonlyArray<CalibratedRun>, options: CalibrationOptions): Floor => {
  const { confidence, isMoreBetter, round, share } = options
  const sorted = good.map(({ value }) => value).toSorted((a, b) => (isMoreBetter ? a - b : b - a))
  const below = 1 - share
  const doubt = (1 - confidence) / 2
  const chances = sorted.map((_, at) => chanceOfAtLeast(at + 1, sorted.length, below))
  const outer = sorted[chances.findLastIndex((chance) => chance >= 1 - doubt)]
  const inner = sorted[chances.findIndex((chance) => chance <= doubt)]
  return {
    value: round(sorted[Math.floor(below * sorted.length + SLACK)]!),
    low: isMoreBetter ? outer : inner,
    high: isMoreBetter ? inner : outer,
    goodRuns: sorted.length
  }
}

/** 1 - 0.95 is more than 0.05 by a rounding error, or less. */
const SLACK = 1e-9

const falseAlarms = (good: ReadonlyArray<CalibratedRun>, options: CalibrationOptions): FalseAlarms | undefined => {
  const cases = [...new Set(good.map((run) => run.case))].toSorted()
  const heldBack = cases.length > 1 ? "cases" : "runs"
  const groups = heldBack === "cases" ? good.map((run) => cases.indexOf(run.case)) : good.map((_, at) => at)
  const folds = Math.min(FOLDS, heldBack === "cases" ? cases.length : good.length)
  if (folds < 2) return undefined
  const alarms = Array.from({ length: folds }, (_, fold) => {
    const isHeld = (at: number): boolean => groups[at]! % folds === fold
    const { value: floor } = floorOf(
      good.filter((_run, at) => !isHeld(at)),
      options
    )
    return good.filter(({ value }, at) => isHeld(at) && (options.isMoreBetter ? value < floor : value > floor)).length
  }).reduce((a, b) => a + b)
  const interval = wilson(alarms, good.length, options.confidence)
  return interval && { alarms, runs: good.length, heldBack, ...interval }
}
