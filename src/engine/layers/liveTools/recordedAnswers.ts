/**
 * What the model answered in a recorded run, turn by turn, for the built-in agent and for drivers.
 */
import type { ModelAnswer, RecordedRun } from "../../../base/domain/recording/Cassette.ts"
import { driverTrace, isOwnCall } from "../../../base/domain/recording/driverTrace.ts"
import type { Trace } from "../../../base/domain/trace/Trace.ts"
import { groupBy } from "../../../base/std/groupBy.ts"

/** `servers` are those of the suite: calls of an agent's own tools, which none of them has, are not made. */
export const recordedAnswers = (
  { exchanges, trace }: RecordedRun,
  servers: ReadonlyArray<string>
): ReadonlyArray<ModelAnswer> =>
  trace === undefined
    ? exchanges.flatMap((exchange) => (exchange.kind === "model" ? [exchange.answer] : []))
    : answersOf(driverTrace(trace), servers)

/** The turns of a user's own agent, with the calls it made in them, then its final response. Calls without a turn go one by one. */
const answersOf = (
  { final_response, stop_reason, tool_calls }: Trace,
  servers: ReadonlyArray<string>
): ReadonlyArray<ModelAnswer> => [
  ...[...groupBy(made(tool_calls, servers), (call) => call.turn ?? call.id).values()].map((calls) => ({
    text: "",
    calls: calls.map(({ turn: _, ...call }) => call),
    stop_reason: "tool_use"
  })),
  { text: final_response, calls: [], stop_reason }
]

const made = (calls: Trace["tool_calls"], servers: ReadonlyArray<string>): Trace["tool_calls"] => {
  const isOwn = isOwnCall(servers)
  return calls.filter((call) => !isOwn(call))
}
