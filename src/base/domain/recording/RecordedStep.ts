/**
 * What a recording says of a run beside what happened: how long the agent waited for each answer, and which model gave it.
 */
import * as Schema from "effect/Schema"

/** One answer of the model or of a server. Calls that the same answer of the model asked for were made at the same time. */
export const RecordedStep = Schema.Union([
  Schema.Struct({
    /** Who answered. */
    by: Schema.Literal("model"),
    /** In milliseconds. Left out if it was not timed. */
    ms: Schema.optionalKey(Schema.Finite),
    /** The snapshot that answered, where the provider names another model than was asked for. */
    model: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({
    by: Schema.Literal("tool"),
    server: Schema.String,
    name: Schema.String,
    ms: Schema.optionalKey(Schema.Finite),
    /** Set if the call failed, or was not answered in time. */
    failed: Schema.optionalKey(Schema.Literal(true))
  })
])
export type RecordedStep = typeof RecordedStep.Type
