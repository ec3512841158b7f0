/**
 * What came of the runs of a cell: a trace each, or the reason why there is none.
 */
import * as Schema from "effect/Schema"
import { Issue } from "./Issue.ts"
import { Trace } from "./Trace.ts"

export const RunResult = Schema.Union([
  /** With what was noticed on the way, if anything was. */
  Schema.Struct({ index: Schema.Natural, trace: Trace, issues: Schema.optionalKey(Schema.Array(Issue)) }),
  Schema.Struct({ index: Schema.Natural, issue: Issue })
])
export type RunResult = typeof RunResult.Type

export const CellResult = Schema.Struct({
  cell: Schema.String,
  runs: Schema.Array(RunResult),
  /** What stood in the way of the whole cell, and what was noticed on the way. */
  issues: Schema.Array(Issue)
})
export interface CellResult extends Schema.Schema.Type<typeof CellResult> {}
