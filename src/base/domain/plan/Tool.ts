/**
 * A tool of an MCP server, with its arguments typed by the server's catalogue.
 */
import * as Schema from "effect/Schema"
import type { JsonObject } from "../../std/Json.ts"
import { Json } from "../Json.ts"

export interface Tool<out Server extends string, out Name extends string, out Args> {
  readonly server: Server
  readonly name: Name
  readonly definition: ToolDefinition<Args>
}

/** What a catalogue says of a tool: the server's own listing of it, or a Schema of its arguments written by hand. */
export type ToolDefinition<Args> = ListedTool<Args> | Schema.Codec<Args, any>

/** A tool as its server lists it: what `passhat types` writes. */
export interface Listing {
  readonly description?: string
  /** Hints of the server, like `readOnlyHint`. */
  readonly annotations?: JsonObject
  /** The JSON Schema of the arguments, as the server gives it. */
  readonly inputSchema: JsonObject
}

/** A listing with the type of the arguments. The type has the name that effect's schemas give it, and no value. */
export interface ListedTool<out Args> extends Listing {
  readonly Type: Args
}

/** A tool in a plan. */
export const ToolData = Schema.Struct({
  name: Schema.String,
  input_schema: Json,
  description: Schema.optionalKey(Schema.String),
  annotations: Schema.optionalKey(Json),
  /** Set for a copy of the server's listing, where no description means that the server gives none. Not known otherwise. */
  listed: Schema.optionalKey(Schema.Literal(true))
})
export interface ToolData extends Schema.Schema.Type<typeof ToolData> {}

/** A tool as its server describes it and the model sees it. */
export interface OfferedTool {
  readonly server: string
  readonly name: string
  readonly description?: string
  readonly annotations?: Json
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
  /** What the server tells its clients about itself, where the catalogue has it. */
  instructions: Schema.optionalKey(Schema.String),
  /** What the suite answers of the server's requests, by the names of its functions, and the roots as the suite writes them. */
  answers: Schema.optionalKey(Schema.Array(Schema.Literals(["elicit", "roots", "sample"]))),
  roots: Schema.optionalKey(Schema.Array(Schema.String)),
  tools: Schema.Array(ToolData)
})
export interface ServerData extends Schema.Schema.Type<typeof ServerData> {}
