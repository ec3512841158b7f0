/**
 * Where a finding about one recorded call points.
 */
import type { ToolCall } from "../../domain/Trace.ts"
import type { Finding } from "../../domain/Verdict.ts"

/** A call without an id is still found by its path. */
export const place = (calls: ReadonlyArray<ToolCall>, index: number): Pick<Finding, "call_id" | "path"> => {
  const id = calls[index]?.id
  return { ...(id === undefined ? {} : { call_id: id }), path: `tool_calls[${index}]` }
}
