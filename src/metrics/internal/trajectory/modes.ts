/**
 * Which recorded call answers which expected call, under each mode.
 */
import { maximumMatching } from "../../../std/matching.ts"
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

/**
 * Each expected call is answered in the same block as the previous one, if all calls that the block then has to answer
 * can be paired, else in the first later block that can answer it. If no block can, the call gets no answer, and the
 * search for the next call starts at the block of the last answer.
 *
 * The earliest block is never worse: a search that starts earlier can answer everything that a later start could.
 */
const inOrder = ({ blocks, expected, fits }: Lists): Answers => {
  const answers: Array<number | undefined> = expected.map(() => undefined)
  let at = 0
  let owed: ReadonlyArray<number> = []
  for (const e of expected) {
    const owedIn = (block: number): ReadonlyArray<number> => (block === at ? [...owed, e] : [e])
    const isAnswered = (block: ReadonlyArray<number>, owing: ReadonlyArray<number>): boolean =>
      block.length === 1
        ? owing.length === 1 && fits(owing[0]!, block[0]!)
        : owing.length <= block.length && !pairUp(owing, block, fits).includes(undefined)
    let found = at
    while (found < blocks.length && !isAnswered(blocks[found]!, owedIn(found))) found++
    if (found === blocks.length) continue
    owed = owedIn(found)
    at = found
    pairUp(owed, blocks[at]!, fits).forEach((r, i) => (answers[owed[i]!] = r))
  }
  return answers
}

const anyOrder = ({ blocks, expected, fits }: Lists): Answers => pairUp(expected, blocks.flat(), fits)

/** Pairs as many of the expected calls as possible, each with its own recorded call. */
const pairUp = (expected: ReadonlyArray<number>, recorded: ReadonlyArray<number>, fits: Lists["fits"]): Answers => {
  const [e, r] = [expected[0], recorded[0]]
  if (expected.length === 1 && recorded.length === 1) return [fits(e!, r!) ? r : undefined]
  return maximumMatching(expected.length, recorded.length, (one, other) => fits(expected[one]!, recorded[other]!)).map(
    (pair) => (pair === undefined ? undefined : recorded[pair])
  )
}
