/**
 * Which recorded call answers which expected call, under each mode.
 */
import { pairInOrder } from "../../../../base/std/alignment.ts"
import { maximumMatching } from "../../../../base/std/matching.ts"
import type { TrajectoryMode } from "./spec.ts"

/** Calls are given by index. The recorded calls of one block may be in any order. */
export interface Lists {
  readonly expected: ReadonlyArray<number>
  readonly blocks: ReadonlyArray<ReadonlyArray<number>>
  readonly fits: (expected: number, recorded: number) => boolean
}

/** For each expected call, the recorded call that answers it, or undefined. */
export type Answers = ReadonlyArray<number | undefined>

export interface Rule {
  readonly answers: (lists: Lists) => Answers
  /** Which side's calls need a counterpart. A mismatch without a call of these sides is dropped. */
  readonly demands: ReadonlyArray<"expected_index" | "recorded_index">
  /** Whether calls are compared by position only. */
  readonly inPlace: boolean
}

export const ruleOf = (mode: TrajectoryMode): Rule => {
  switch (mode) {
    case "strict":
    case "exact-sequence":
      return { answers: inPlace, demands: ["expected_index", "recorded_index"], inPlace: true }
    case "subsequence":
      return { answers: inOrder, demands: ["expected_index"], inPlace: false }
    case "unordered":
    case "superset":
      return { answers: anyOrder, demands: ["expected_index"], inPlace: false }
    case "subset":
      return { answers: anyOrder, demands: ["recorded_index"], inPlace: false }
    case "sameMultiset":
      return { answers: anyOrder, demands: ["expected_index", "recorded_index"], inPlace: false }
  }
}

/** Each call of a block answers an expected call at one of the block's own positions. */
const inPlace = ({ blocks, expected, fits }: Lists): Answers => {
  const answers = blocks.flatMap((block) =>
    pairUp(
      block.filter((position) => position < expected.length),
      block,
      fits
    )
  )
  return expected.map((e) => answers[e])
}

/** As many expected calls as possible are answered in their order. */
const inOrder = ({ blocks, expected, fits }: Lists): Answers =>
  pairInOrder(expected.length, blocks, (e, r) => fits(expected[e]!, r))

const anyOrder = ({ blocks, expected, fits }: Lists): Answers => pairUp(expected, blocks.flat(), fits)

/** Pairs as many of the expected calls as possible, each with its own recorded call. */
const pairUp = (expected: ReadonlyArray<number>, recorded: ReadonlyArray<number>, fits: Lists["fits"]): Answers => {
  const [e, r] = [expected[0], recorded[0]]
  if (expected.length === 1 && recorded.length === 1) return [fits(e!, r!) ? r : undefined]
  return maximumMatching(expected.length, recorded.length, (one, other) => fits(expected[one]!, recorded[other]!)).map(
    (pair) => (pair === undefined ? undefined : recorded[pair])
  )
}
