/**
 * What a server may ask of its client during a run, and what a suite answers in the place of a person or an application.
 */
import * as Schema from "effect/Schema"
import { Json, type JsonObject } from "../Json.ts"

/** Functions and values of a suite that answer a server. What has none is refused. */
export interface Answers {
  /** Answers a question to the user, `elicitation/create`. */
  readonly elicit?: (request: ElicitRequest) => ElicitAnswer | Promise<ElicitAnswer>
  /** Answers in the place of the client's model, `sampling/createMessage`: with a text, or with a whole result of MCP. */
  readonly sample?: (request: SampleRequest) => string | JsonObject | Promise<string | JsonObject>
  /** The folders that `roots/list` names: paths from the suite's project, or URIs. */
  readonly roots?: ReadonlyArray<string>
}

export interface ElicitRequest {
  readonly message: string
  /** The JSON Schema of the content that is asked for. */
  readonly requestedSchema?: JsonObject
}

export interface ElicitAnswer {
  readonly action: "accept" | "decline" | "cancel"
  /** What the user fills in, if the action is to accept. */
  readonly content?: { readonly [name: string]: string | number | boolean | ReadonlyArray<string> }
}

export interface SampleRequest {
  readonly messages: ReadonlyArray<{ readonly role: "user" | "assistant"; readonly content: Json }>
  readonly systemPrompt?: string
  readonly maxTokens: number
}

/** A request of a server during a run, with what it was answered. Bytes and what is too long are kept as hash and size. */
export const ServerRequest = Schema.Struct({
  server: Schema.String,
  method: Schema.String,
  params: Json,
  answer: Json
})
export interface ServerRequest extends Schema.Schema.Type<typeof ServerRequest> {}

/** A server announced that its tools had changed, and they were listed again. */
export const Relisting = Schema.Struct({
  /** The number of the model's answer that was the first to be offered them, from 1. */
  turn: Schema.Natural,
  server: Schema.String,
  added: Schema.Array(Schema.String),
  removed: Schema.Array(Schema.String),
  /** Listed with another description, schema or annotation. */
  changed: Schema.Array(Schema.String)
})
export interface Relisting extends Schema.Schema.Type<typeof Relisting> {}
