/**
 * The results of the runs of a cell: each a trace, or the reason why there is none.
 */
import * as Schema from "effect/Schema"
import { Exchange, type RecordedRun } from "./Cassette.ts"
import { Issue } from "../Issue.ts"
import { Judgement } from "./Judgement.ts"
import { Trace } from "../trace/Trace.ts"

export const RunResult = Schema.Union([
  /** `issues` are those that were found although the run has a trace, and `exchanges` what the trace was made of. */
  Schema.Struct({
    index: Schema.Natural,
    trace: Trace,
    issues: Schema.optionalKey(Schema.Array(Issue)),
    /** What judges said of it. Beside the trace, so that no gate that decides can read it. */
    judgements: Schema.optionalKey(Schema.Array(Judgement)),
    exchanges: Schema.optionalKey(Schema.Array(Exchange))
  }),
  /** `issues` are notices beside the reason. */
  Schema.Struct({ index: Schema.Natural, issue: Issue, issues: Schema.optionalKey(Schema.Array(Issue)) })
])
export type RunResult = typeof RunResult.Type

export const CellResult = Schema.Struct({
  cell: Schema.String,
  runs: Schema.Array(RunResult),
  /** Those of the whole cell, advisory ones included. */
  issues: Schema.Array(Issue)
})
export interface CellResult extends Schema.Schema.Type<typeof CellResult> {}

/** What a cell fails with all recorded runs, and does not fail with those that it asks for. */
export interface LeftOutFailures {
  /** The indices of runs that fail a gate of runs. */
  readonly runs: ReadonlyArray<number>
  /** The titles of gates over all runs. */
  readonly gates: ReadonlyArray<string>
}

/** The recorded runs that a cell does not ask for. */
export interface LeftOutRuns {
  readonly runs: ReadonlyArray<RecordedRun>
  /** What to say of them. */
  readonly issues: (failures: LeftOutFailures | undefined) => ReadonlyArray<Issue>
}
