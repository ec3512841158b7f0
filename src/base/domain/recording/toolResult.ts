/**
 * The result of a call in a trace: what the agent saw of the server's answer, under the id of the call.
 */
import type { ToolAnswer } from "./Cassette.ts"
import type { ToolResult } from "../trace/Trace.ts"

/** `_meta` stays in the recording: it is meant for clients, and often differs from call to call. */
export const toolResult = (call_id: string, answer: ToolAnswer): ToolResult => {
  const { content, error_code, is_error, structured, timed_out } = answer
  const result =
    structured === undefined
      ? { call_id, is_error, content, timed_out }
      : { call_id, is_error, content, structured, timed_out }
  return error_code === undefined ? result : { ...result, error_code }
}
