/**
 * A tool that does not answer as it should: what is broken, and how.
 */
import * as Schema from "effect/Schema"

export const FaultKind = Schema.Union([
  /** No answer at all. */
  Schema.Struct({ kind: Schema.Literal("hang") }),
  Schema.Struct({ kind: Schema.Literal("wedged") }),
  Schema.Struct({ kind: Schema.Literal("recover_after"), calls: Schema.Natural }),
  /** A late answer. */
  Schema.Struct({ kind: Schema.Literal("slow"), delay_ms: Schema.Finite }),
  Schema.Struct({ kind: Schema.Literal("reply_after_cancel"), delay_ms: Schema.Finite }),
  /** An error instead of an answer. */
  Schema.Struct({ kind: Schema.Literal("error"), message: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("rate_limited"), retry_after_ms: Schema.Finite }),
  Schema.Struct({ kind: Schema.Literal("denied") }),
  Schema.Struct({ kind: Schema.Literal("disconnect") }),
  Schema.Struct({ kind: Schema.Literal("misleading"), text: Schema.String }),
  /** A damaged answer. */
  Schema.Struct({ kind: Schema.Literal("malformed") }),
  Schema.Struct({ kind: Schema.Literal("truncated") }),
  Schema.Struct({ kind: Schema.Literal("schema_drift") })
])
export type FaultKind = typeof FaultKind.Type

/** Without `tool` it breaks every tool of the server; without `server`, the tool of any server. */
export const FaultData = Schema.Struct({
  name: Schema.String,
  server: Schema.optionalKey(Schema.String),
  tool: Schema.optionalKey(Schema.String),
  kind: FaultKind,
  /** Only the nth matching call of a run, from 1. By default all of them. */
  on_call: Schema.optionalKey(Schema.Natural)
})
export interface FaultData extends Schema.Schema.Type<typeof FaultData> {}

/** A fault whose name and server the compiler knows. `never` as server: any server. */
export interface Fault<out Name extends string, out Server extends string> extends FaultData {
  readonly name: Name
  readonly "~server"?: Server
  /** What is wrong with what it was made of: the plan refuses the agent that it is injected into. */
  readonly flaws?: ReadonlyArray<string>
}
