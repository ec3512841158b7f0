/**
 * The recorded trace of a user's own agent, as it is judged.
 */
import { withCallIds } from "./callIds.ts"
import { OWN_SERVER } from "./Driver.ts"
import type { Trace } from "./Trace.ts"

/** With fewer than two answers it reported no turns, whatever turn an older passhat recorded for its calls. */
export const driverTrace = (trace: Trace): Trace => {
  const { calls, results } = withCallIds(trace.tool_calls, trace.tool_results)
  const answers = trace.conversation.turns.filter(({ role }) => role === "assistant").length
  return withoutTurns({ ...trace, tool_calls: calls, tool_results: results }, answers < 2)
}

/**
 * The trace of calls that were made again: what the agent reported of itself is as it was recorded, calls of its own tools
 * included. `servers` are those of the suite.
 */
export const asReported = (trace: Trace, recorded: Trace, servers: ReadonlyArray<string>): Trace => {
  const { conversation, error, stop_reason } = recorded
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
    ...(error !== undefined && { error })
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
  const inOrder = <A>(all: ReadonlyArray<A>, idOf: (one: A) => string): ReadonlyArray<A> =>
    all.toSorted((one, other) => placeOf(idOf(one)) - placeOf(idOf(other)))
  return {
    tool_calls: inOrder([...today.tool_calls, ...recorded.tool_calls.filter(isOwn)], ({ id }) => id),
    tool_results: inOrder(
      [...today.tool_results, ...recorded.tool_results.filter(({ call_id }) => own.has(call_id))],
      ({ call_id }) => call_id
    )
  }
}

/** Whether a call of a driver's trace was one of a tool of the agent itself, which no server has. */
export const isOwnCall =
  (servers: ReadonlyArray<string>) =>
  ({ server }: { readonly server: string }): boolean =>
    server === OWN_SERVER && !servers.includes(OWN_SERVER)

/** The trace with every call's turn unknown. */
export const withoutTurns = (trace: Trace, isUnknown = true): Trace =>
  isUnknown ? { ...trace, tool_calls: trace.tool_calls.map(({ turn: _, ...call }) => call) } : trace
