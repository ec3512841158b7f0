/**
 * The recorded trace of a user's own agent, as it is judged.
 */
import { withCallIds } from "../trace/callIds.ts"
import { OWN_SERVER } from "./Driver.ts"
import { oneResultPerCall } from "../trace/oneResultPerCall.ts"
import type { Trace } from "../trace/Trace.ts"

/**
 * A recording of an older passhat does not state what the agent reported. With fewer than two answers it reported no turns, whatever turns its
 * calls have.
 */
export const driverTrace = (trace: Trace): Trace => {
  const { calls, results } = withCallIds(trace.tool_calls, trace.tool_results)
  const answers = trace.conversation.turns.filter(({ role }) => role === "assistant").length
  const read = { ...trace, tool_calls: calls, tool_results: oneResultPerCall(calls, results) }
  if (trace.unreported !== undefined || answers > 1) return read
  return calls.length === 0 ? read : { ...withoutTurns(read), unreported: ["turns"] }
}

/**
 * The trace of calls that were made again: what the agent reported of itself is as it was recorded, calls of its own tools
 * included. `servers` are those of the suite.
 */
export const asReported = (trace: Trace, recorded: Trace, servers: ReadonlyArray<string>): Trace => {
  const { conversation, error, stop_reason, unreported } = recorded
  const turns = new Map(recorded.tool_calls.map(({ id, turn }) => [id, turn]))
  const today = trace.tool_calls.map(({ turn: _, ...call }) => {
    const turn = turns.get(call.id)
    return turn === undefined ? call : { ...call, turn }
  })
  return {
    ...trace,
    ...withOwnCalls({ tool_calls: today, tool_results: trace.tool_results }, recorded, servers),
    stop_reason,
    conversation,
    ...(error !== undefined && { error }),
    ...(unreported !== undefined && { unreported })
  }
}

type Calls = Pick<Trace, "tool_calls" | "tool_results">

/** Adds each own call behind the call that it followed when it was recorded, with its recorded result. */
const withOwnCalls = (today: Calls, recorded: Calls, servers: ReadonlyArray<string>): Calls => {
  const isOwn = isOwnCall(servers)
  const own = new Set(recorded.tool_calls.filter(isOwn).map(({ id }) => id))
  if (own.size === 0) return today
  const places = new Map(recorded.tool_calls.map(({ id }, at) => [id, at]))
  const placeOf = (id: string): number => places.get(id) ?? places.size
  const tool_calls = [...today.tool_calls, ...recorded.tool_calls.filter(isOwn)].toSorted(
    (one, other) => placeOf(one.id) - placeOf(other.id)
  )
  const results = [...today.tool_results, ...recorded.tool_results.filter(({ call_id }) => own.has(call_id))]
  return { tool_calls, tool_results: oneResultPerCall(tool_calls, results) }
}

/** Whether a call of a driver's trace was one of a tool of the agent itself, which no server has. */
export const isOwnCall =
  (servers: ReadonlyArray<string>) =>
  ({ server }: { readonly server: string }): boolean =>
    server === OWN_SERVER && !servers.includes(OWN_SERVER)

/** The trace with every call's turn unknown. */
export const withoutTurns = (trace: Trace): Trace => ({
  ...trace,
  tool_calls: trace.tool_calls.map(({ turn: _, ...call }) => call)
})
