/**
 * Confusion matrix: which class of tools runs chose, by the class that was expected. Each rate has its Wilson interval.
 *
 * A run chooses the class of its first call that belongs to one.
 */
import { wilson } from "./intervals.ts"
import { type Classes, isOneOf, type Used } from "../selectionF1.ts"

/** A run and the class that was expected of it. */
export interface Expected {
  readonly expected: string
  readonly trace: Used
}

export interface Confusion {
  readonly expected: string
  /** A class, `(other)` if no call belongs to one, `(none)` if there is no call. */
  readonly chosen: string
  readonly count: number
  /** The share of the runs with the same `expected`. */
  readonly rate: number
  /** The interval around the rate; absent if the confidence is not between 0 and 1. */
  readonly low?: number
  readonly high?: number
}

export interface Options {
  readonly classes: Classes
  /** Of the intervals. Default: 0.95. */
  readonly confidence?: number
}

/** One row per expected and chosen class that occurs, sorted by `expected`, then by `chosen`. */
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
