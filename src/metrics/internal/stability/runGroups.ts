/**
 * Runs that made the same calls, taken together, so that a thousand equal runs cost as much as one.
 */
import type { ToolCall, Trace } from "../../../domain/Trace.ts"

/** What is looked at of a run. */
export type Calls = Pick<Trace, "tool_calls">

export interface Group {
  /** Each call as a number, the same for the same key. */
  readonly calls: ReadonlyArray<number>
  /** The first of the runs, with its number from 1. */
  readonly trace: Calls
  readonly run: number
  /** How many runs they are. */
  readonly size: number
}

export const grouped = (runs: ReadonlyArray<Calls>, key: (call: ToolCall) => string): ReadonlyArray<Group> => {
  const id = interner(key)
  const groups = new Map<string, Group>()
  for (const [index, trace] of runs.entries()) {
    const calls = trace.tool_calls.map(id)
    const sequence = calls.join()
    const known = groups.get(sequence)
    groups.set(sequence, known ? { ...known, size: known.size + 1 } : { calls, trace, run: index + 1, size: 1 })
  }
  return [...groups.values()]
}

/** Numbers calls from 0, those with the same key alike. */
export const interner = (key: (call: ToolCall) => string): ((call: ToolCall) => number) => {
  const ids = new Map<string, number>()
  return (call) => {
    const text = key(call)
    const id = ids.get(text) ?? ids.size
    ids.set(text, id)
    return id
  }
}

/** Visits every two groups once, and a group of several runs with itself, each with the pairs of runs it stands for. */
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

/** What most runs did, or the first of several such. */
export const largest = (groups: ReadonlyArray<Group>): Group | undefined =>
  groups.reduce<Group | undefined>((most, group) => (most && most.size >= group.size ? most : group), undefined)
