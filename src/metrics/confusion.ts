/**
 * What the agent chose where something else was expected: counts across runs, each rate with its Wilson interval.
 *
 * The choice of a run is its first call that belongs to a class.
 */
import { wilson } from "./intervals.ts"
import { type Classes, isOneOf, type Used } from "./selectionF1.ts"

/** A run, and the class that was expected of it. */
export interface Expected {
  readonly expected: string
  readonly trace: Used
}

export interface Confusion {
  readonly expected: string
  /** A class, `(other)` where no call belongs to one, `(none)` where nothing was called. */
  readonly chosen: string
  readonly count: number
  /** Among the runs of which the same was expected. */
  readonly rate: number
  /** The interval around the rate; left out where the confidence is not between 0 and 1. */
  readonly low?: number
  readonly high?: number
}

export interface Options {
  readonly classes: Classes
  /** Of the intervals; 0.95 unless said. */
  readonly confidence?: number
}

/** Every choice that was made, by what was expected, both in alphabetical order. */
export const confusion = (runs: ReadonlyArray<Expected>, options: Options): ReadonlyArray<Confusion> =>
  distinct(runs.map(({ expected }) => expected)).flatMap((expected) => {
    const row = runs.filter((run) => run.expected === expected).map(({ trace }) => choiceOf(trace, options.classes))
    return distinct(row).map((chosen) => {
      const count = row.filter((choice) => choice === chosen).length
      const interval = wilson(count, row.length, options.confidence ?? 0.95)
      return { expected, chosen, count, rate: count / row.length, ...interval }
    })
  })

const choiceOf = ({ tool_calls }: Used, classes: Classes): string => {
  const sets = Object.entries(classes)
  const choices = tool_calls.flatMap((call) => sets.filter(([, tools]) => isOneOf(tools)(call)).map(([name]) => name))
  return choices[0] ?? (tool_calls.length === 0 ? "(none)" : "(other)")
}

const distinct = (names: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(names)].toSorted()
