/**
 * A tool that does not answer as it should: what is broken, and how.
 */
import * as Schema from "effect/Schema"

export const FaultKind = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("hang") }),
  Schema.Struct({ kind: Schema.Literal("wedged") }),
  Schema.Struct({ kind: Schema.Literal("slow"), delay_ms: Schema.Finite }),
  Schema.Struct({ kind: Schema.Literal("recover_after"), calls: Schema.Natural }),
  Schema.Struct({ kind: Schema.Literal("reply_after_cancel"), delay_ms: Schema.Finite })
])
export type FaultKind = typeof FaultKind.Type

/** Without a tool it breaks every tool of the server; without a server, the tool on any server. */
export const FaultData = Schema.Struct({
  name: Schema.String,
  server: Schema.optionalKey(Schema.String),
  tool: Schema.optionalKey(Schema.String),
  kind: FaultKind
})
export interface FaultData extends Schema.Schema.Type<typeof FaultData> {}

/** A fault whose name and server the compiler knows. `never` as server: it needs none in particular. */
export interface Fault<out Name extends string, out Server extends string> extends FaultData {
  readonly name: Name
  readonly "~server"?: Server
}
