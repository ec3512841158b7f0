/**
 * What one run observably did: the only value that crosses from running to judging.
 */
import * as Schema from "effect/Schema"
import { Json, JsonObject } from "../Json.ts"
import { Relisting, ServerRequest } from "./ServerRequests.ts"

export const ToolCall = Schema.Struct({
  id: Schema.String,
  /** The number of the model's answer that asked for the call, from 1. Left out if the agent did not report its turns. */
  turn: Schema.optionalKey(Schema.Natural),
  server: Schema.String,
  name: Schema.String,
  args: JsonObject,
  /** The provider's tag of what made the call, if the model did not make it directly. */
  caller: Schema.optionalKey(Json)
})
export interface ToolCall extends Schema.Schema.Type<typeof ToolCall> {}

export const ToolResult = Schema.Struct({
  call_id: Schema.String,
  is_error: Schema.Boolean,
  content: Schema.Array(Json),
  structured: Schema.optionalKey(Json),
  timed_out: Schema.Boolean,
  /** The code of a JSON-RPC error, or the HTTP status of a refused call. Left out where a tool itself reports the error, and by an older passhat. */
  error_code: Schema.optionalKey(Schema.Finite)
})
export interface ToolResult extends Schema.Schema.Type<typeof ToolResult> {}

/** Stands for the result of a call that was not made, not answered, or whose result the agent did not report. */
const missingResult = Schema.Struct({ call_id: Schema.String, missing: Schema.Literal(true) })
/** It has none of the fields of a result: reading one of them gives undefined. */
export interface MissingResult
  extends
    Schema.Schema.Type<typeof missingResult>,
    Readonly<Partial<Record<Exclude<keyof ToolResult, "call_id">, undefined>>> {}
export const MissingResult = missingResult as unknown as Schema.Codec<MissingResult>

export const Turn = Schema.Struct({
  role: Schema.Literals(["user", "assistant"]),
  content: Schema.String,
  /** Of a later message of the user to an agent with a driver, whose calls may have no turns: how many calls came before it. */
  calls_before: Schema.optionalKey(Schema.Natural)
})
export interface Turn extends Schema.Schema.Type<typeof Turn> {}

export const Tokens = Schema.Struct({ input: Schema.Natural, output: Schema.Natural, total: Schema.Natural })
export interface Tokens extends Schema.Schema.Type<typeof Tokens> {}

/** When the agent met an injected fault, detected it and recovered, in milliseconds of the run's clock. */
export const FaultMark = Schema.Struct({
  fault: Schema.String,
  call_id: Schema.String,
  kind: Schema.String,
  start_ms: Schema.Finite,
  detected_ms: Schema.optionalKey(Schema.Finite),
  recovered_ms: Schema.optionalKey(Schema.Finite),
  /** The first call of each tool that began after the fault was detected and was answered without an error. */
  recovered_through: Schema.optionalKey(
    Schema.Array(Schema.Struct({ server: Schema.String, name: Schema.String, ms: Schema.Finite }))
  ),
  /** When an answer came after the agent had stopped waiting. */
  late_reply_ms: Schema.optionalKey(Schema.Finite)
})
export interface FaultMark extends Schema.Schema.Type<typeof FaultMark> {}

export const Trace = Schema.Struct({
  tool_calls: Schema.Array(ToolCall),
  /** The result of each call, in the order of the calls. Older recordings have results in the order in which they arrived. */
  tool_results: Schema.Array(Schema.Union([ToolResult, MissingResult])),
  final_response: Schema.String,
  /** Why the run ended: `end_turn`, `max_turns`, or `error` for a user's own agent that threw or exited with an error code. */
  stop_reason: Schema.String,
  /** What the agent threw, or how its process ended. */
  error: Schema.optionalKey(Schema.String),
  conversation: Schema.Struct({
    /** Left out if the tokens of any answer were not recorded: unrecorded is not zero. */
    tokens: Schema.optionalKey(Tokens),
    /** What an agent reported of its tokens, if its exchanges with its model carry others. */
    reported_tokens: Schema.optionalKey(Tokens),
    /** Those of the model that plays the user, which are no tokens of the agent. Left out likewise, and if there is no such model. */
    user_tokens: Schema.optionalKey(Tokens),
    turns: Schema.Array(Turn)
  }),
  clock: Schema.Struct({
    /** The duration of the run. Model turns and calls without a fault take no virtual time. */
    virtual_ms: Schema.Finite,
    /** Left out for the virtual clock. An agent with timers that passhat cannot control runs on the wall clock. */
    kind: Schema.optionalKey(Schema.Literal("wall")),
    /**
     * How long the agent waited for its model and its tools when it was recorded, in milliseconds. Left out if any of it was not
     * timed. Calls of one answer were made at the same time.
     */
    recorded_ms: Schema.optionalKey(Schema.Finite)
  }),
  faults: Schema.Array(FaultMark),
  /**
   * What the agent did not report of itself, so that its absence says nothing: the answers between its calls, and its tokens. A user's own
   * agent always has it, empty if it reported both; any other trace, and one of an older passhat, has it not.
   */
  unreported: Schema.optionalKey(Schema.Array(Schema.Literals(["turns", "tokens"]))),
  /** Results of calls made after the agent had stopped, by name. */
  observations: Schema.optionalKey(Schema.Record(Schema.String, ToolResult)),
  /** What servers asked their client during the run, and what the suite answered. */
  server_requests: Schema.optionalKey(Schema.Array(ServerRequest)),
  /** Changes of the tools that the agent was offered, in the course of the run. */
  relisted: Schema.optionalKey(Schema.Array(Relisting))
})
export interface Trace extends Schema.Schema.Type<typeof Trace> {}
