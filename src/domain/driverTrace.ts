/**
 * The recorded trace of a user's own agent, as it is judged.
 */
import { withCallIds } from "./callIds.ts"
import type { Trace } from "./Trace.ts"

/** With fewer than two answers it reported no turns, whatever turn an older passhat recorded for its calls. */
export const driverTrace = (trace: Trace): Trace => {
  const { calls, results } = withCallIds(trace.tool_calls, trace.tool_results)
  const answers = trace.conversation.turns.filter(({ role }) => role === "assistant").length
  return withoutTurns({ ...trace, tool_calls: calls, tool_results: results }, answers < 2)
}

/** The trace of calls that were made again: what the agent reported of itself is as it was recorded. */
export const asReported = (trace: Trace, { conversation, error, stop_reason, tool_calls }: Trace): Trace => {
  const turns = new Map(tool_calls.map(({ id, turn }) => [id, turn]))
  return {
    ...trace,
    tool_calls: trace.tool_calls.map(({ turn: _, ...call }) => {
      const turn = turns.get(call.id)
      return turn === undefined ? call : { ...call, turn }
    }),
    stop_reason,
    conversation,
    ...(error !== undefined && { error })
  }
}

/** The trace with every call's turn unknown. */
export const withoutTurns = (trace: Trace, isUnknown = true): Trace =>
  isUnknown ? { ...trace, tool_calls: trace.tool_calls.map(({ turn: _, ...call }) => call) } : trace
