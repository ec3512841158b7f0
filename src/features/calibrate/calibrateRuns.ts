/**
 * Calibrates every dimension of recorded runs, and names the dimension of each gate that decides.
 */
import type { Offer } from "../../base/domain/verdict/Metric.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { type Calibration, calibration } from "./calibration.ts"
import { optionsText } from "../../language/metrics/stabilityCaps.ts"
import { type RunDimension, runDimensions } from "../../language/metrics/runDimensions.ts"
import { DIMENSIONS } from "../../language/metrics/scoring.ts"

export interface JudgedTrace {
  readonly case: string
  readonly isGood: boolean
  /** By the dimension's place in `runDimensions`. Undefined if it was not recorded. */
  readonly values: ReadonlyArray<number | undefined>
}

/** What calibration keeps of a run, so that traces need not be kept. */
export const valuesOf = (trace: Trace, offer: Offer): JudgedTrace["values"] =>
  runDimensions.map(({ value }) => value(trace, offer))

export interface CalibratedDimension extends Pick<RunDimension, "gate" | "target" | "isMoreBetter"> {
  /** Undefined if no good run has the value. */
  readonly calibration: Calibration | undefined
  /** How many runs have the value, and how many do not. */
  readonly known: number
  readonly unknown: number
}

export interface CalibratedRuns {
  readonly dimensions: ReadonlyArray<CalibratedDimension>
  /** How often each dimension of stability is the weakest of a run; the earlier one of two that are equal. */
  readonly weakest: ReadonlyArray<{ readonly target: string; readonly runs: number }>
  /** Gates as a suite writes them. */
  readonly gates: ReadonlyArray<string>
}

export interface AskedShare {
  readonly share: number
  readonly confidence: number
}

export const calibrateRuns = (runs: ReadonlyArray<JudgedTrace>, asked: AskedShare): CalibratedRuns => {
  const dimensions = runDimensions.map(({ gate, isMoreBetter, round, target }, at): CalibratedDimension => {
    const known = runs.flatMap(({ values, ...run }) => {
      const value = values[at]
      return value === undefined ? [] : [{ ...run, value }]
    })
    return {
      gate,
      target,
      isMoreBetter,
      calibration: calibration(known, { ...asked, isMoreBetter, round }),
      known: known.length,
      unknown: runs.length - known.length
    }
  })
  return { dimensions, weakest: weakestCounts(runs), gates: gatesOf(dimensions) }
}

const weakestCounts = (runs: ReadonlyArray<JudgedTrace>): CalibratedRuns["weakest"] => {
  const places = runs.flatMap(({ values }) => {
    const scores = DIMENSIONS.map((_, at) => values[at])
    return scores.every((score) => score !== undefined) ? [scores.indexOf(Math.min(...scores))] : []
  })
  return DIMENSIONS.map((target, at) => ({ target, runs: places.filter((place) => place === at).length }))
    .filter(({ runs: counted }) => counted > 0)
    .toSorted((a, b) => b.runs - a.runs)
}

/** A floor of 0 and a cap of 1 of a fraction are cleared by every run, so such a dimension is left out. */
const gatesOf = (dimensions: ReadonlyArray<CalibratedDimension>): ReadonlyArray<string> => {
  const limits = dimensions.flatMap(({ calibration: found, gate, target }) =>
    found === undefined ? [] : [{ gate, target, limit: found.floor.value }]
  )
  const floors = limits.filter(({ gate, limit }) => gate === "stability" && limit > 0)
  const names = floors.map(({ target }) => target)
  const options = {
    ...(names.length < DIMENSIONS.length && { dimensions: names }),
    floors: Object.fromEntries(floors.map(({ limit, target }) => [target, limit]))
  }
  return [
    ...(floors.length > 0 ? [`stability({}, ${optionsText(options)})`] : []),
    ...limits
      .filter(({ gate, limit }) => gate === "narrative" && limit < 1)
      .map(({ limit, target }) => `narrative({ ${target}: atMost(${limit}) })`),
    ...limits
      .filter(({ gate }) => gate === "expect")
      .map(({ limit, target }) => `expect("${target}", atMost(${limit}))`)
  ]
}
