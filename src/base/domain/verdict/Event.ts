/**
 * The lines that `--reporter ndjson` writes while agents run, one event each.
 *
 * An event has the checks that did not pass; `--reporter json` has all of them.
 */
import * as Schema from "effect/Schema"
import { Issue } from "../Issue.ts"
import { CellVerdict, Check, Counts, GateVerdict, Report, SuiteVerdict, Verdict } from "./Verdict.ts"

/** `name` is for people. Programs use `cell`, the id: its path of slugs. */
const place = { suite: Schema.String, cell: Schema.String, name: Schema.String }

export const Event = Schema.Union([
  /** Always the first line. */
  Schema.Struct({
    event: Schema.Literal("start"),
    format: Schema.Literal("passhat-events"),
    version: Schema.Literal(1)
  }),
  Schema.Struct({ event: Schema.Literal("run-started"), ...place, run: Schema.Natural }),
  Schema.Struct({
    event: Schema.Literal("run-finished"),
    ...place,
    run: Schema.Natural,
    verdict: Verdict,
    /** The checks that did not pass. */
    checks: Schema.Array(Check),
    issues: Schema.Array(Issue)
  }),
  Schema.Struct({
    event: Schema.Literal("cell-finished"),
    ...place,
    model: Schema.String,
    case: CellVerdict.fields.case,
    verdict: Verdict,
    skipped: Schema.optionalKey(Schema.String),
    runs: Counts,
    stopped: CellVerdict.fields.stopped,
    /** All gates, each with the checks that did not pass. */
    gates: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        verdict: Verdict,
        advisory: Schema.Boolean,
        always: GateVerdict.fields.always,
        summary: Schema.String,
        checks: Schema.Array(Check),
        issues: Schema.Array(Issue),
        source: GateVerdict.fields.source
      })
    ),
    issues: Schema.Array(Issue),
    command: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({
    event: Schema.Literal("suite-finished"),
    suite: Schema.String,
    file: Schema.optionalKey(Schema.String),
    verdict: Verdict,
    cells: Counts,
    issues: Schema.Array(Issue),
    case_tables: SuiteVerdict.fields.case_tables
  }),
  /** Always the last line. A stream without it was cut off. */
  Schema.Struct({
    event: Schema.Literal("end"),
    verdict: Verdict,
    status: Report.fields.status,
    suites: Counts,
    runs: Counts
  })
])
export type Event = typeof Event.Type
