/**
 * When the outcomes of the first runs decide a floor of the pass rate, so that the remaining runs need not be made.
 *
 * - `"certain"`: when the remaining runs cannot change the verdict of the whole sample, whatever they do.
 * - `"betting"`: also when a betting e-process has shown or refuted the floor. A false pass has a chance of at most
 *   1 - confidence, and so has a false fail, at whichever run it stops. What the whole sample shows or refutes, these show or refute too.
 *
 * Both have no verdict as soon as the remaining runs could neither show nor refute the floor.
 */
import type { StopRule } from "../../base/domain/verdict/Metric.ts"
import { winsNeeded } from "./stats/betting.ts"
import { meetsFloor, type Spec as FloorSpec } from "./passRate.ts"

export interface Spec extends FloorSpec {
  readonly stop_early: "betting" | "certain"
}

/** The time to find the boundaries grows faster than the number of runs. */
export const MOST_RUNS = 10_000

/** A sample of one run has no spread, and gates beside this one may need two. */
const FEWEST_RUNS = 2

export const stopRule = (spec: Spec, runs: number): StopRule => {
  const { at_least, confidence } = spec
  const enough = leastCount(runs, (passes) => meetsFloor(passes, runs, spec) === 1)
  const tooMany = leastCount(runs, (fails) => meetsFloor(runs - fails, runs, spec) === 0)
  const error = 1 - confidence
  const [passes, fails] =
    spec.stop_early === "betting"
      ? [
          winsNeeded({ rate: at_least, runs, enough, error }),
          winsNeeded({ rate: 1 - at_least, runs, enough: tooMany, error })
        ]
      : [certain(enough, runs), certain(tooMany, runs)]
  return {
    assumed: at_least,
    decide: (passed, made) => {
      if (made < Math.min(FEWEST_RUNS, runs) || made > runs) return undefined
      const [failed, left] = [made - passed, runs - made]
      if (failed >= fails[made]!) return "fail"
      if (passed >= passes[made]!) return "pass"
      return passed + left < passes[runs]! && failed + left < fails[runs]! ? "none" : undefined
    }
  }
}

/** The least count from 0 to n that has it, if every larger one has it too; n + 1 if none has. */
const leastCount = (n: number, has: (count: number) => boolean): number => {
  let [without, found] = [-1, n + 1]
  while (found - without > 1) {
    const middle = Math.floor((without + found) / 2)
    if (has(middle)) found = middle
    else without = middle
  }
  return found
}

const certain = (enough: number, runs: number): ReadonlyArray<number> =>
  Array.from({ length: runs + 1 }, (_, made) => (enough <= made ? enough : made + 1))
