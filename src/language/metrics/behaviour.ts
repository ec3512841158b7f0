/**
 * Whether two groups of runs behave alike: a permutation test on the distances between their calls.
 *
 * The distance of two runs is the number of calls to put in or take out until they are the same, halved between two ways to
 * compare: calls with their arguments, and tools alone. A call too many counts 1, other arguments count 1, another tool 2.
 */
import { callKeys, toolKey } from "../../base/domain/trace/callKey.ts"
import type { BehaviourComparison } from "../../base/domain/verdict/Comparison.ts"
import type { SampledRun } from "../../base/domain/verdict/Baseline.ts"
import type { ToolCall } from "../../base/domain/trace/Trace.ts"
import { type KindCounts, permutationTest } from "./internal/comparison/permutation.ts"
import { witnessOf } from "./internal/comparison/witness.ts"
import { eachLcs } from "./internal/lcs/pairs.ts"
import { doubtfulCall } from "./internal/stability/doubtfulCall.ts"
import { type Group, grouped, numberCalls } from "./internal/stability/runGroups.ts"

/** Runs beyond these are not compared: all pairs of a thousand long runs take minutes. */
const MOST_RUNS = 100

export interface Behaved extends Pick<SampledRun, "index"> {
  readonly calls: NonNullable<SampledRun["calls"]>
}

export type Behaviour = Pick<BehaviourComparison, "p" | "sampled" | "first" | "witness">

/** Undefined if a side has no runs, or if calls seem to be the same that lost digits of a number. */
export const compareBehaviour = (
  baseline: ReadonlyArray<Behaved>,
  candidate: ReadonlyArray<Behaved>
): Behaviour | undefined => {
  const [ours, theirs] = [baseline.slice(0, MOST_RUNS), candidate.slice(0, MOST_RUNS)]
  if (ours.length === 0 || theirs.length === 0) return undefined
  const traces = [...ours, ...theirs].map(({ calls }) => ({ tool_calls: calls as ReadonlyArray<ToolCall> }))
  const key = callKeys()
  const kinds = grouped(traces, key)
  if (doubtfulCall(kinds) !== undefined) return undefined
  const distance = distances(kinds)
  const number = numberCalls(key)
  const kindBySequence = new Map(kinds.map(({ trace }, kind) => [trace.tool_calls.map(number).join(), kind]))
  const kindOf = traces.map(({ tool_calls }) => kindBySequence.get(tool_calls.map(number).join())!)
  const counts = kinds.map((): [number, number] => [0, 0])
  for (const [at, kind] of kindOf.entries()) counts[kind]![at < ours.length ? 0 : 1]++
  const isCut = baseline.length > MOST_RUNS || candidate.length > MOST_RUNS
  const witness = witnessOf(ours, theirs, (b, c) => distance(kindOf[b]!, kindOf[ours.length + c]!), key)
  return {
    ...permutationTest(counts as KindCounts, distance),
    ...(isCut && { first: MOST_RUNS }),
    ...(witness !== undefined && { witness })
  }
}

const distances = (kinds: ReadonlyArray<Group>): ((a: number, b: number) => number) => {
  const lengths = kinds.map(({ calls }) => calls.length)
  const matrix = lengths.map((a) => lengths.map((b) => a + b))
  const subtract = (a: number, b: number, common: number): void => {
    matrix[a]![b]! -= common
    matrix[b]![a]! -= common
  }
  const tool = numberCalls(toolKey)
  for (const [kind, length] of lengths.entries()) matrix[kind]![kind]! -= 2 * length
  eachLcs(
    kinds.map(({ calls }) => calls),
    subtract
  )
  eachLcs(
    kinds.map(({ trace }) => trace.tool_calls.map(tool)),
    subtract
  )
  return (a, b) => matrix[a]![b]!
}
