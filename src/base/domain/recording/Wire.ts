/**
 * What went over the wire between an agent of the user's own and its model in one run, so that the agent's code can be run again
 * without the model.
 */
import * as Schema from "effect/Schema"
import { Json } from "../Json.ts"

/** A body in one of three forms. None of them: it was empty. */
export const WireBody = Schema.Struct({
  /** Of a request: its JSON, with images and files as their hashes. */
  json: Schema.optionalKey(Json),
  /** As it was sent, without its content encoding. */
  text: Schema.optionalKey(Schema.String),
  /** The same for bytes that are no UTF-8. */
  base64: Schema.optionalKey(Schema.String)
})
export interface WireBody extends Schema.Schema.Type<typeof WireBody> {}

/** One request of an agent to its model, and the answer. The headers of the request are not kept: they hold the key. */
export const WireExchange = Schema.Struct({
  /** The API whose address the agent used, as the plan names its provider. */
  api: Schema.String,
  method: Schema.String,
  /** Below the address that the agent was told, with its query. */
  path: Schema.String,
  request: WireBody,
  /** Left out if no answer began. */
  status: Schema.optionalKey(Schema.Natural),
  /** Those that clients act on. */
  headers: Schema.Record(Schema.String, Schema.String),
  answer: WireBody,
  /** Who ended the answer before it was whole. */
  cut: Schema.optionalKey(Schema.Literals(["agent", "provider"]))
})
export interface WireExchange extends Schema.Schema.Type<typeof WireExchange> {}

/**
 * What was given to the agent is kept as text: it may write that into its requests, and a recording has another order of keys.
 */
export const Wire = Schema.Struct({
  /** The JSON of the tools that it was offered. */
  tools: Schema.String,
  /** The JSON of the result of each call that was answered, by the id of the call in the trace. */
  results: Schema.Record(Schema.String, Schema.String),
  /** In the order in which the requests came. */
  exchanges: Schema.Array(WireExchange)
})
export interface Wire extends Schema.Schema.Type<typeof Wire> {}
