/**
 * What a person says of a recorded run. A label is of what the run did: a run that does something else when it is recorded again has
 * none.
 */
import * as Schema from "effect/Schema"

export const LABELS = ["good", "bad", "note"] as const

/** A line of a file of labels. Of the same run and evidence, the last line counts. */
export const Label = Schema.Struct({
  /** The id of the cell, for readers. */
  cell: Schema.String,
  run: Schema.Natural,
  /** Of what the run did, as 32 hexadecimal digits. */
  evidence: Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/)),
  /** `note` says neither that the run is good nor that it is bad. */
  label: Schema.Literals(LABELS),
  note: Schema.optionalKey(Schema.String)
})
export interface Label extends Schema.Schema.Type<typeof Label> {}
