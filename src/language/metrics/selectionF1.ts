/**
 * Precision, recall and F1 of the classes of tools that the agent used. A class is a named set of interchangeable
 * tools; which of them was called makes no difference.
 *
 * For several traces the counts are added before the rates are computed.
 */
import type { ToolCall } from "../../base/domain/trace/Trace.ts"
import { sum } from "./stats/numbers.ts"
import { isCallOf, type ToolName } from "./internal/toolCalls.ts"

/** The tools of each class, by the name of the class. A tool may be in several classes. */
export type Classes = { readonly [name: string]: ReadonlyArray<ToolName> }

/** The part of a trace that this metric reads. */
export interface Used {
  readonly tool_calls: ReadonlyArray<Pick<ToolCall, "server" | "name">>
}

export interface SelectionF1 {
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Classes with at least one call. Further calls do not count. */
  readonly true_positives: number
  /** Calls that belong to no class. */
  readonly false_positives: number
  /** Classes without a call. */
  readonly false_negatives: number
}

/** Without classes and without calls all rates are 1; any other rate with a denominator of 0 is 0. */
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
