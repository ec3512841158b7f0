/**
 * The witness of a change of behaviour: the one step whose share of runs differs most between two groups.
 *
 * A step is a call of a tool, then such a call with its arguments, then a tool directly after another; of steps that differ
 * equally, the first of that order.
 */
import { toolKey } from "../../../../base/domain/trace/callKey.ts"
import type { Witness } from "../../../../base/domain/verdict/Comparison.ts"
import type { ToolCall } from "../../../../base/domain/trace/Trace.ts"

type Call = Pick<ToolCall, "server" | "name" | "args">

interface Run {
  readonly index: number
  readonly calls: ReadonlyArray<Call>
}

type Step = Pick<Witness, "server" | "name" | "args" | "times" | "after">

interface Seen {
  readonly step: Step
  readonly rank: number
  readonly baseline: Set<number>
  readonly candidate: Set<number>
}

/** `distance` takes positions in both lists. Undefined if every step is in as many runs of both sides. */
export const witnessOf = (
  baseline: ReadonlyArray<Run>,
  candidate: ReadonlyArray<Run>,
  distance: (baseline: number, candidate: number) => number,
  key: (call: Call) => string
): Witness | undefined => {
  const steps = new Map<string, Seen>()
  for (const [side, runs] of [["baseline", baseline] as const, ["candidate", candidate] as const]) {
    for (const [at, { calls }] of runs.entries()) {
      for (const { rank, step, text } of stepsOf(calls, key)) {
        const seen = steps.get(text) ?? { step, rank, baseline: new Set(), candidate: new Set() }
        steps.set(text, seen)
        seen[side].add(at)
      }
    }
  }
  /** The difference of the shares, over their common denominator. */
  const excess = (seen: Seen): number =>
    Math.abs(seen.baseline.size * candidate.length - seen.candidate.size * baseline.length)
  const [most] = [...steps.values()].toSorted((a, b) => excess(b) - excess(a) || a.rank - b.rank)
  if (most === undefined || excess(most) === 0) return undefined
  return {
    ...most.step,
    baseline: most.baseline.size,
    candidate: most.candidate.size,
    runs: nearestPair(baseline, candidate, most, distance)
  }
}

/** A run with the step and one without it, of the side that has it in more and the one that has it in fewer runs. */
const nearestPair = (
  baseline: ReadonlyArray<Run>,
  candidate: ReadonlyArray<Run>,
  seen: Seen,
  distance: (baseline: number, candidate: number) => number
): readonly [number, number] => {
  const grew = seen.candidate.size * baseline.length > seen.baseline.size * candidate.length
  let [nearest, least] = [[0, 0] as readonly [number, number], Infinity]
  for (const [b] of baseline.entries()) {
    if (seen.baseline.has(b) === grew) continue
    for (const [c] of candidate.entries()) {
      if (seen.candidate.has(c) !== grew || distance(b, c) >= least) continue
      ;[nearest, least] = [[b, c], distance(b, c)]
    }
  }
  return [baseline[nearest[0]]!.index, candidate[nearest[1]]!.index]
}

const stepsOf = function* (calls: ReadonlyArray<Call>, key: (call: Call) => string) {
  const counts = new Map<string, number>()
  const count = (text: string): number => {
    const times = (counts.get(text) ?? 0) + 1
    counts.set(text, times)
    return times
  }
  let before: Call | undefined
  for (const call of calls) {
    const { args, name, server } = call
    const [tool, whole] = [toolKey(call), key(call)]
    const times = count(tool)
    yield { rank: 0, text: `tool ${times} ${tool}`, step: { server, name, times } }
    const equal = count(whole)
    yield { rank: 1, text: `call ${equal} ${whole}`, step: { server, name, args, times: equal } }
    if (before !== undefined) {
      const pair = `pair ${toolKey(before)} ${tool}`
      const after = { server: before.server, name: before.name }
      const again = count(pair)
      yield { rank: 2, text: `${again} ${pair}`, step: { server, name, times: again, after } }
    }
    before = call
  }
}
