/**
 * The mismatches of a trajectory: the calls that have no counterpart under a mode.
 *
 * An expected and a recorded call that both have no counterpart are one mismatch if they are calls of the same tool or,
 * in modes that compare by position, at the same position.
 */
import type { Diff } from "../../../../base/domain/matching/Matcher.ts"
import type { ToolCall } from "../../../../base/domain/trace/Trace.ts"
import { isCallOf, label } from "../toolCalls.ts"
import { type Answers, ruleOf } from "./modes.ts"
import type { TrajectoryMode } from "./spec.ts"

export interface Mismatch {
  readonly expected_index: number | null
  /** The recorded call that was compared: the one with the fewest diffs among those without a counterpart. */
  readonly recorded_index: number | null
  readonly reason: string
  /** Paths start at the recorded call: `name`, `args.city`. */
  readonly diffs: ReadonlyArray<Diff>
}

export interface Sides {
  readonly expected: ReadonlyArray<{ readonly name: string; readonly server?: string }>
  readonly recorded: ReadonlyArray<ToolCall>
  /** Indices of recorded calls; the calls of one block may be in any order. */
  readonly blocks: ReadonlyArray<ReadonlyArray<number>>
  readonly diffs: (expected: number, recorded: number) => ReadonlyArray<Diff>
}

/** For each expected call, the recorded call that answers it. */
export const answersOf = (mode: TrajectoryMode, { blocks, diffs, expected, recorded }: Sides): Answers =>
  ruleOf(mode).answers({
    expected: [...expected.keys()],
    blocks,
    fits: (e, r) => isCallOf(expected[e]!, recorded[r]!) && diffs(e, r).length === 0
  })

export const mismatches = (mode: TrajectoryMode, sides: Sides): ReadonlyArray<Mismatch> => {
  const answers = answersOf(mode, sides)
  const rule = ruleOf(mode)
  if (!rule.demands.includes("recorded_index") && !answers.includes(undefined)) return []
  const answering = new Set(answers)
  const spare = new Set([...sides.recorded.keys()].filter((r) => !answering.has(r)))
  const candidate = rule.inPlace ? sameBlock(sides) : sameTool(sides)
  const unanswered = [...answers.keys()].filter((e) => answers[e] === undefined)
  const missing = unanswered.map((e) => {
    const r = candidate(e, [...spare])
    if (r !== undefined) spare.delete(r)
    return mismatch(sides, e, r)
  })
  const extra = [...spare].map((r) => mismatch(sides, undefined, r))
  return [...missing, ...extra].filter((one) => rule.demands.some((side) => one[side] !== null))
}

type Candidate = (expected: number, spare: ReadonlyArray<number>) => number | undefined

const sameTool =
  ({ diffs, expected, recorded }: Sides): Candidate =>
  (e, spare) => {
    const calls = spare.filter((r) => isCallOf(expected[e]!, recorded[r]!))
    const counts = calls.map((r) => diffs(e, r).length)
    return calls[counts.indexOf(Math.min(...counts))]
  }

const sameBlock = (sides: Sides): Candidate => {
  const blockOf = sides.blocks.flatMap((block, index) => block.map(() => index))
  return (e, spare) => {
    const near = spare.filter((r) => blockOf[r] === blockOf[e])
    return sameTool(sides)(e, near) ?? near[0]
  }
}

const mismatch = (sides: Sides, e: number | undefined, r: number | undefined): Mismatch => {
  const diffs = e === undefined || r === undefined ? [] : sides.diffs(e, r)
  return { expected_index: e ?? null, recorded_index: r ?? null, reason: reason(sides, e, r, diffs), diffs }
}

const reason = (
  { expected, recorded }: Sides,
  e: number | undefined,
  r: number | undefined,
  diffs: ReadonlyArray<Diff>
): string => {
  if (e === undefined) return `no expected call is left for ${recorded[r!]!.name}`
  const tool = label(expected[e]!)
  if (r === undefined) return `no recorded call is left for ${tool}`
  if (!isCallOf(expected[e]!, recorded[r]!)) return `${tool} was expected, ${label(recorded[r]!)} was called`
  return diffs.length === 0 ? `${tool} was called out of order` : `${tool} was called with other args`
}
