/**
 * The result of each call of a trace.
 */
import type { ToolResult, Trace } from "../../domain/Trace.ts"

/**
 * In the order of the calls; undefined for a call without a result. Where calls share an id, the first of them has the
 * first result of that id, the second the second.
 */
export const callResults = ({
  tool_calls = [],
  tool_results = []
}: Partial<Trace>): ReadonlyArray<ToolResult | undefined> => {
  const waiting = new Map<string, Array<ToolResult>>()
  for (const result of tool_results) waiting.set(result.call_id, [...(waiting.get(result.call_id) ?? []), result])
  return tool_calls.map(({ id }) => waiting.get(id)?.shift())
}

/** A call that timed out failed too. */
export const hasFailed = ({ is_error, timed_out }: ToolResult): boolean => is_error || timed_out
