/**
 * A tool of an MCP server, with its arguments typed by the server's catalogue.
 */
import * as Schema from "effect/Schema"
import { Json } from "./Json.ts"

export interface Tool<out Server extends string, out Name extends string, Args> {
  readonly server: Server
  readonly name: Name
  readonly args: Schema.Codec<Args, unknown>
}

export const ToolData = Schema.Struct({ name: Schema.String, input_schema: Json })
export interface ToolData extends Schema.Schema.Type<typeof ToolData> {}

/** A tool as its server describes it and the model sees it. */
export interface OfferedTool {
  readonly server: string
  readonly name: string
  readonly description?: string
  readonly input_schema: Json
}

/** How to connect to a server. Environment variables and headers are stored by name only: their values are secrets. */
export const Transport = Schema.Union([
  Schema.Struct({ command: Schema.Array(Schema.String), env: Schema.Array(Schema.String) }),
  Schema.Struct({ url: Schema.String, headers: Schema.Array(Schema.String) }),
  Schema.Struct({ in_memory: Schema.Literal(true) })
])
export type Transport = typeof Transport.Type

export const ServerData = Schema.Struct({
  name: Schema.String,
  transport: Transport,
  /** Started once for all runs, so its state may pass from one run to the next. */
  shared: Schema.optionalKey(Schema.Literal(true)),
  tools: Schema.Array(ToolData)
})
export interface ServerData extends Schema.Schema.Type<typeof ServerData> {}
