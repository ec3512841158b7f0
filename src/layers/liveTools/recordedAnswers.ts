/**
 * What the model answered in a recorded run, turn by turn, for the built-in agent and for drivers.
 */
import type { ModelAnswer, RecordedRun } from "../../domain/Cassette.ts"
import type { Trace } from "../../domain/Trace.ts"

export const recordedAnswers = ({ exchanges, trace }: RecordedRun): ReadonlyArray<ModelAnswer> =>
  trace === undefined
    ? exchanges.flatMap((exchange) => (exchange.kind === "model" ? [exchange.answer] : []))
    : answersOf(trace)

/** A user's own agent is taken at its word: its turns with the calls it made in them, then its final response. */
const answersOf = ({ final_response, stop_reason, tool_calls }: Trace): ReadonlyArray<ModelAnswer> => [
  ...[...new Set(tool_calls.map((call) => call.turn))].map((turn) => ({
    text: "",
    calls: tool_calls.filter((call) => call.turn === turn).map(({ turn: _, ...call }) => call),
    stop_reason: "tool_use"
  })),
  { text: final_response, calls: [], stop_reason }
]
