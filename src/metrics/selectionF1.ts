/**
 * Did the agent use the right kinds of tools, and only those? A class is a named set of interchangeable tools; which
 * member was called makes no difference.
 *
 * Of several traces the counts are added up before any rate is taken.
 */
import type { ToolCall } from "../domain/Trace.ts"
import { sum } from "./internal/stats/numbers.ts"
import { isCallOf, type ToolName } from "./internal/toolCalls.ts"

/** By class name, the tools that do its work. A tool may be in several classes. */
export type Classes = { readonly [name: string]: ReadonlyArray<ToolName> }

/** The part of a trace that tells which tools were used. */
export interface Used {
  readonly tool_calls: ReadonlyArray<Pick<ToolCall, "server" | "name">>
}

export interface SelectionF1 {
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Classes that were called at least once. Further calls of them are free. */
  readonly true_positives: number
  /** Calls that belong to no class. */
  readonly false_positives: number
  /** Classes that were never called. */
  readonly false_negatives: number
}

/** Nothing expected and nothing called is perfect; any other rate over nothing is 0. */
export const selectionF1 = (
  traces: Used | ReadonlyArray<Used>,
  { classes }: { readonly classes: Classes }
): SelectionF1 => {
  const runs = "tool_calls" in traces ? [traces] : traces
  const sets = Object.values(classes)
  const hits = sum(runs.map((run) => sets.filter((tools) => run.tool_calls.some(isOneOf(tools))).length))
  const calls = runs.flatMap((run) => run.tool_calls)
  const strays = calls.length - calls.filter(isOneOf(sets.flat())).length
  const misses = runs.length * sets.length - hits
  const perfect = hits + strays + misses === 0
  return {
    precision: perfect ? 1 : over(hits, hits + strays),
    recall: perfect ? 1 : over(hits, hits + misses),
    f1: perfect ? 1 : over(2 * hits, 2 * hits + strays + misses),
    true_positives: hits,
    false_positives: strays,
    false_negatives: misses
  }
}

/** Whether a call is a call of any of the tools. */
export const isOneOf =
  (tools: ReadonlyArray<ToolName>) =>
  (call: Pick<ToolCall, "server" | "name">): boolean =>
    tools.some((tool) => isCallOf(tool, call))

const over = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
