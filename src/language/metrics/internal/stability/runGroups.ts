/**
 * Groups runs that made the same calls, so that a thousand equal runs cost as much as one.
 */
import type { ToolCall, Trace } from "../../../../base/domain/trace/Trace.ts"

/** The part of a run that is compared. */
export type Calls = Pick<Trace, "tool_calls">

export interface Group {
  /** A number for each call, the same for calls with the same key. */
  readonly calls: ReadonlyArray<number>
  /** The first run of the group, and its index from 1. */
  readonly trace: Calls
  readonly run: number
  /** How many runs the group has. */
  readonly size: number
}

export const grouped = (runs: ReadonlyArray<Calls>, key: (call: ToolCall) => string): ReadonlyArray<Group> => {
  const id = numberCalls(key)
  const groups = new Map<string, Group>()
  for (const [index, trace] of runs.entries()) {
    const calls = trace.tool_calls.map(id)
    const sequence = calls.join()
    const known = groups.get(sequence)
    groups.set(sequence, known ? { ...known, size: known.size + 1 } : { calls, trace, run: index + 1, size: 1 })
  }
  return [...groups.values()]
}

/** Gives calls numbers from 0, the same to calls with the same key. */
export const numberCalls = (key: (call: ToolCall) => string): ((call: ToolCall) => number) => {
  const ids = new Map<string, number>()
  return (call) => {
    const text = key(call)
    const id = ids.get(text) ?? ids.size
    ids.set(text, id)
    return id
  }
}

/** Visits every pair of groups once, and a group of several runs with itself, each with its number of pairs of runs. */
export const eachPair = (
  groups: ReadonlyArray<Group>,
  visitor: (a: Group) => (b: Group, pairs: number) => void
): void => {
  for (const [index, a] of groups.entries()) {
    const visit = visitor(a)
    if (a.size > 1) visit(a, (a.size * (a.size - 1)) / 2)
    for (let other = index + 1; other < groups.length; other++) visit(groups[other]!, a.size * groups[other]!.size)
  }
}

/** The group with the most runs; the first of several. */
export const largest = (groups: ReadonlyArray<Group>): Group | undefined =>
  groups.reduce<Group | undefined>((most, group) => (most && most.size >= group.size ? most : group), undefined)
