/**
 * The lines of a cassette: a header, then one whole run a line.
 */
import * as Schema from "effect/Schema"
import { FORMAT, VERSIONS } from "./cassetteFormat.ts"
import { Issue } from "../Issue.ts"
import { Json, JsonObject } from "../Json.ts"
import { Judgement } from "./Judgement.ts"
import { FingerprintParts } from "../plan/Plan.ts"
import { Relisting, ServerRequest } from "../trace/ServerRequests.ts"
import { ToolResult, Trace } from "../trace/Trace.ts"
import { Wire } from "./Wire.ts"

/** A tool as its server listed it when the run was recorded. */
export const ListedToolInfo = Schema.Struct({
  name: Schema.String,
  annotations: Schema.optionalKey(Json),
  /** Absent for a tool without a description. */
  description_sha256: Schema.optionalKey(Schema.String),
  /** Of the canonical JSON of its input schema. */
  input_schema_sha256: Schema.String
})
export interface ListedToolInfo extends Schema.Schema.Type<typeof ListedToolInfo> {}

/** A server as it introduced itself. */
export const ServerInfo = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  instructions: Schema.optionalKey(Schema.String),
  /** Sorted by name. Absent in version 1, which has one hash of everything that was listed. */
  tools: Schema.optionalKey(Schema.Array(ListedToolInfo)),
  tools_sha256: Schema.optionalKey(Schema.String)
})
export interface ServerInfo extends Schema.Schema.Type<typeof ServerInfo> {}

const RunCount = Schema.Natural.check(Schema.isGreaterThanOrEqualTo(1, { expected: "a value of at least 1" }))

/** A cell that has stopped because its runs, from the first to the last that counts, had decided its gates. */
export const Stopped = Schema.Struct({
  /** The run that decided. */
  after: RunCount,
  /** How many runs there would have been. */
  of: RunCount,
  /** The gates that had to be decided, as the plan has them. */
  rules: Schema.Array(Schema.Struct({ gate: Schema.String, spec: Json }))
})
export interface Stopped extends Schema.Schema.Type<typeof Stopped> {}

/** What a cell needs of its runs, as its gates tell. */
export interface Ending {
  /** Where the runs that were taken have decided the cell, which needs no later ones; undefined if they have not. */
  readonly stopped?: Stopped | undefined
  /** Whether a gate needs a sample whose size no outcome has decided. */
  readonly needsAllRuns?: boolean
}

export const Header = Schema.Struct({
  format: Schema.Literal(FORMAT),
  version: Schema.Literals(VERSIONS),
  suite: Schema.String,
  agent: Schema.String,
  model: Schema.String,
  fingerprint: Schema.Struct({
    sha256: Schema.String,
    /** As they may be shown: without secrets. */
    parts: FingerprintParts,
    /** Of the parts as they are shown here. Absent in what earlier recorders wrote. */
    parts_sha256: Schema.optionalKey(Schema.String)
  }),
  recorded_at: Schema.String,
  passhat: Schema.String,
  servers: Schema.Array(ServerInfo),
  /** Left out where every run that was asked for is there. */
  stopped: Schema.optionalKey(Stopped)
})
export interface Header extends Schema.Schema.Type<typeof Header> {}

/** A call that the model asked for. */
export const AskedCall = Schema.Struct({
  id: Schema.String,
  server: Schema.String,
  name: Schema.String,
  args: JsonObject,
  caller: Schema.optionalKey(Json)
})
export interface AskedCall extends Schema.Schema.Type<typeof AskedCall> {}

/** Tokens of one answer. The details are parts of `input` and `output`, and absent where the provider does not tell them. */
export const Usage = Schema.Struct({
  input: Schema.Natural,
  output: Schema.Natural,
  /** Of the input: what was read from the provider's cache, and what was written to it. */
  cache_read: Schema.optionalKey(Schema.Natural),
  cache_write: Schema.optionalKey(Schema.Natural),
  /** Of the output: what the model thought and did not say. */
  reasoning: Schema.optionalKey(Schema.Natural)
})
export interface Usage extends Schema.Schema.Type<typeof Usage> {}

/** One answer of the model, in the same form for every provider. */
export const ModelAnswer = Schema.Struct({
  text: Schema.String,
  calls: Schema.Array(AskedCall),
  stop_reason: Schema.String,
  usage: Schema.optionalKey(Usage),
  /** The snapshot that answered, where the provider names another one than was asked for. */
  model: Schema.optionalKey(Schema.String),
  /** The provider's id of the request. */
  request_id: Schema.optionalKey(Schema.String),
  /** What the next request must give back to the provider unchanged: thinking, signatures, its own calls. */
  provider_state: Schema.optionalKey(Json),
  /** Calls of tools that the provider executed itself. They are observed like any other. */
  ran: Schema.optionalKey(Schema.Struct({ calls: Schema.Array(AskedCall), results: Schema.Array(ToolResult) }))
})
export interface ModelAnswer extends Schema.Schema.Type<typeof ModelAnswer> {}

/** The answer of a server to one call. */
export const ToolAnswer = Schema.Struct({
  is_error: Schema.Boolean,
  content: Schema.Array(Json),
  structured: Schema.optionalKey(Json),
  /** What the server told its client beside the result. The agent does not see it. */
  _meta: Schema.optionalKey(JsonObject),
  timed_out: Schema.Boolean,
  /** Of a JSON-RPC error, or the HTTP status of a refused call. */
  error_code: Schema.optionalKey(Schema.Finite)
})
export interface ToolAnswer extends Schema.Schema.Type<typeof ToolAnswer> {}

const Latency = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a value of at least 0" }))

/** One request to a model or a server with its answer, in the order in which the agent waited for them. */
export const Exchange = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("model"),
    answer: ModelAnswer,
    latency_ms: Schema.optionalKey(Latency)
  }),
  Schema.Struct({
    kind: Schema.Literal("tool"),
    call: AskedCall,
    answer: ToolAnswer,
    latency_ms: Schema.optionalKey(Latency)
  }),
  /** What the user said where the plan does not have the words. Without a message the user ended the conversation. */
  Schema.Struct({
    kind: Schema.Literal("user"),
    message: Schema.optionalKey(Schema.String),
    /** Of the model that plays the user. */
    answer: Schema.optionalKey(ModelAnswer),
    latency_ms: Schema.optionalKey(Latency)
  })
])
export type Exchange = typeof Exchange.Type
export type UserExchange = Extract<Exchange, { readonly kind: "user" }>

/** What a server sent against the protocol, however often: how often, and the beginning of the first. It answered no call. */
export const Violation = Schema.Struct({
  server: Schema.String,
  kind: Schema.Literals(["noise", "unknown_id", "repeated_reply", "late_reply", "report", "unanswered_request"]),
  count: Schema.Natural,
  text: Schema.String
})
export interface Violation extends Schema.Schema.Type<typeof Violation> {}

/** A run that ended for a reason outside the agent keeps the issue, and never gets a verdict of pass or fail. */
export const RecordedRun = Schema.Struct({
  /** From 1. */
  index: RunCount,
  outcome: Schema.Union([
    Schema.Struct({ status: Schema.Literal("completed") }),
    Schema.Struct({ status: Schema.Literal("infrastructure_error"), issue: Issue })
  ]),
  exchanges: Schema.Array(Exchange),
  /** The trace of a user's own driver. A replay returns it unchanged, since the driver's code does not run again. */
  trace: Schema.optionalKey(Trace),
  /** Results of calls made after the agent had stopped, by name. */
  observations: Schema.optionalKey(Schema.Record(Schema.String, ToolAnswer)),
  /** Left out if every server kept to the protocol. */
  violations: Schema.optionalKey(Schema.Array(Violation)),
  /** What servers asked, and what the suite answered. Left out if no server was answered. */
  server_requests: Schema.optionalKey(Schema.Array(ServerRequest)),
  /** Left out if no server changed its tools. */
  relisted: Schema.optionalKey(Schema.Array(Relisting)),
  /** What a user's own agent and its model sent each other, if it went through passhat. A replay does not read it. */
  wire: Schema.optionalKey(Wire),
  /** What judges said of the run. Left out if none was asked. */
  judgements: Schema.optionalKey(Schema.Array(Judgement))
})
export interface RecordedRun extends Schema.Schema.Type<typeof RecordedRun> {}

/** A whole cassette. */
export interface Recording {
  /** Its path, for messages. */
  readonly file: string
  readonly header: Header
  readonly runs: ReadonlyMap<number, RecordedRun>
}
