/**
 * How calls and their results stand in a trace, and which calls an answer of the model leads to.
 */
import type { AskedCall, ModelAnswer, ToolAnswer } from "../domain/Cassette.ts"
import type { ToolCall, ToolResult } from "../domain/Trace.ts"

/** An answer that was cut off or refused is not acted upon. */
export const wantsCalls = (answer: ModelAnswer): boolean =>
  answer.calls.length > 0 && answer.stop_reason !== "max_tokens" && answer.stop_reason !== "refusal"

export const resultOf = (call_id: string, { content, is_error, structured, timed_out }: ToolAnswer): ToolResult =>
  structured === undefined
    ? { call_id, is_error, content, timed_out }
    : { call_id, is_error, content, structured, timed_out }

export const callOf = ({ args, caller, id, name, server }: AskedCall, turn: number): ToolCall =>
  caller === undefined ? { id, server, name, args, turn } : { id, server, name, args, caller, turn }
