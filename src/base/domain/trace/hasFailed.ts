/**
 * Whether a call failed, as its result says.
 */
import type { ToolResult } from "./Trace.ts"

/** A call that timed out failed too. */
export const hasFailed = ({ is_error, timed_out }: Pick<ToolResult, "is_error" | "timed_out">): boolean =>
  is_error || timed_out
