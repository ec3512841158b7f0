/**
 * Expected and recorded calls of a trajectory side by side, and what is wrong with each pair.
 */
import type { AlignedStep } from "../../../../base/domain/verdict/Analysis.ts"
import { inReadingOrder, remainingCalls } from "./alignedSteps.ts"
import { isCallOf } from "../toolCalls.ts"
import { answersOf, type Mismatch, mismatches, type Sides } from "./mismatches.ts"
import type { TrajectoryMode } from "./spec.ts"

export const trajectorySteps = (mode: TrajectoryMode, sides: Sides): ReadonlyArray<AlignedStep> => {
  const found = mismatches(mode, sides)
  const wrong = found.map((one) => stepOf(sides, one))
  const mismatched = new Set(found.map(({ expected_index }) => expected_index))
  const others = answersOf(mode, sides).flatMap((recorded, expected): ReadonlyArray<AlignedStep> => {
    if (recorded !== undefined) return [{ expected, recorded, is: "matched" }]
    return mismatched.has(expected) ? [] : [{ expected, is: "allowed" }]
  })
  const steps = [...wrong, ...others]
  return inReadingOrder([...steps, ...remainingCalls(steps, sides.recorded.length, "allowed")])
}

const stepOf = (sides: Sides, { diffs, expected_index: e, recorded_index: r }: Mismatch): AlignedStep => {
  if (e === null) return r === null ? { is: "extra" } : { recorded: r, is: "extra" }
  if (r === null) return { expected: e, is: "missing" }
  const step = { expected: e, recorded: r }
  if (!isCallOf(sides.expected[e]!, sides.recorded[r]!)) return { ...step, is: "other_tool", diffs }
  return diffs.length === 0 ? { ...step, is: "out_of_order" } : { ...step, is: "arguments", diffs }
}
