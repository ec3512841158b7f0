/**
 * How similar the runs of a cell are: in the sequence of their tools, in their arguments, in their first calls.
 *
 * Runs with the same calls are grouped and compared once.
 */
import { callKeys, toolKey } from "../../base/domain/trace/callKey.ts"
import { doubtfulCall } from "./internal/stability/doubtfulCall.ts"
import { eachLcs } from "./internal/lcs/pairs.ts"
import { type Calls, type Group, eachPair, grouped, numberCalls } from "./internal/stability/runGroups.ts"
import { sum } from "./stats/numbers.ts"

export interface Similarity {
  /** Mean over all pairs of runs: the longest common subsequence of tool names, as a share of the longer sequence. */
  readonly tool_sequence_similarity: number
  /**
   * Mean over the pairs that call the same tool at some index: the share of such calls with the same arguments.
   * Undefined if lost digits leave that open.
   */
  readonly argument_consistency: number | undefined
  /** 1 if most pairs that differ do so within their first two calls, else 0. */
  readonly early_divergence: number
}

/** With fewer than two runs there are no pairs: 1, 1 and 0. */
export const similarity = (runs: ReadonlyArray<Calls>, key = callKeys()): Similarity => {
  const sequences = grouped(runs, (call) => call.name)
  const exchanges = grouped(runs, key)
  return {
    tool_sequence_similarity: sequenceSimilarity(sequences),
    argument_consistency: doubtfulCall(exchanges) ? undefined : argumentConsistency(exchanges),
    early_divergence: earlyDivergence(sequences)
  }
}

const sequenceSimilarity = (groups: ReadonlyArray<Group>): number => {
  const shares = ratios()
  const add = (a: Group, b: Group, common: number, pairs: number): void => {
    const length = Math.max(a.calls.length, b.calls.length)
    if (length === 0) shares.add(1, 1, pairs)
    else shares.add(common, length, pairs)
  }
  for (const group of groups) {
    if (group.size > 1) add(group, group, group.calls.length, (group.size * (group.size - 1)) / 2)
  }
  if (groups.length > 1) {
    eachLcs(
      groups.map(({ calls }) => calls),
      (a, b, common) => add(groups[a]!, groups[b]!, common, groups[a]!.size * groups[b]!.size)
    )
  }
  return shares.mean()
}

const argumentConsistency = (groups: ReadonlyArray<Group>): number => {
  const tool = numberCalls(toolKey)
  const tools = new Map(groups.map((group) => [group, group.trace.tool_calls.map(tool)]))
  const shares = ratios()
  eachPair(groups, (a) => (b, pairs) => {
    const [ours, theirs] = [tools.get(a)!, tools.get(b)!]
    let [shared, same] = [0, 0]
    for (let i = 0; i < ours.length && i < theirs.length; i++) {
      if (ours[i] === theirs[i]) shared++
      if (a.calls[i] === b.calls[i]) same++
    }
    if (shared > 0) shares.add(same, shared, pairs)
  })
  return shares.mean()
}

const earlyDivergence = (groups: ReadonlyArray<Group>): number => {
  let [early, late] = [0, 0]
  eachPair(groups, (a) => (b, pairs) => {
    if (a === b) return
    if (a.calls[0] !== b.calls[0] || a.calls[1] !== b.calls[1]) early += pairs
    else late += pairs
  })
  return early > late ? 1 : 0
}

/**
 * The mean of many ratios of whole numbers, with the same bits in whatever order and grouping they are added.
 *
 * Parts are added for each denominator, every sum is divided once, and the quotients are added in ascending order of
 * the denominator.
 */
export interface Ratios {
  readonly add: (part: number, whole: number, times: number) => void
  /** 1 if no ratio was added. */
  readonly mean: () => number
}

export const ratios = (): Ratios => {
  const totals = new Map<number, number>()
  let count = 0
  return {
    add: (part, whole, times) => {
      totals.set(whole, (totals.get(whole) ?? 0) + part * times)
      count += times
    },
    mean: () => {
      const quotients = [...totals].toSorted(([a], [b]) => a - b).map(([whole, total]) => total / whole)
      return count === 0 ? 1 : sum(quotients) / count
    }
  }
}
