/**
 * How many runs a cell makes that stops when all of its rules have decided: the fewest, the most, and the mean if every run passes
 * with the same chance. The mean is exact: it is summed over every way in which the runs can go.
 */
import type { StopRule } from "../../base/domain/verdict/Metric.ts"

export interface RunOutlook {
  readonly best: number
  readonly expected: number
  readonly worst: number
}

export const runOutlook = (rules: ReadonlyArray<StopRule>, runs: number, rate: number): RunOutlook => {
  let [best, worst, expected] = [runs, 0, 0]
  let open: ReadonlyArray<State> = [{ passes: 0, undecided: rules, chance: 1 }]
  for (let made = 1; made <= runs && open.length > 0; made++) {
    const next = new Map<string, State>()
    for (const { chance, passes, undecided } of open) {
      for (const passed of [passes, passes + 1]) {
        const left = undecided.filter(({ decide }) => decide(passed, made) === undefined)
        const share = chance * (passed > passes ? rate : 1 - rate)
        if (left.length === 0 || made === runs) {
          best = Math.min(best, made)
          worst = made
          expected += share * made
        } else {
          const key = [passed, ...left.map((rule) => rules.indexOf(rule))].join()
          next.set(key, { passes: passed, undecided: left, chance: share + (next.get(key)?.chance ?? 0) })
        }
      }
    }
    open = [...next.values()]
  }
  return { best, expected, worst }
}

/** After so many runs, what they may have come to without having decided. */
interface State {
  readonly passes: number
  readonly undecided: ReadonlyArray<StopRule>
  readonly chance: number
}
