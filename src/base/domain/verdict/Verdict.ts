/**
 * The verdicts and their evidence: the report that every reporter prints, `--reporter json` as it is.
 */
import * as Schema from "effect/Schema"
import { CellAnalysis, RunAnalysis } from "./Analysis.ts"
import { Coverage } from "./Coverage.ts"
import { Issue } from "../Issue.ts"
import { Json } from "../Json.ts"
import { CasePlace, MatrixPlace } from "../plan/Plan.ts"
import { RecordedStep } from "../recording/RecordedStep.ts"
import { Trace } from "../trace/Trace.ts"

/** `none` means that it could not be judged. */
export const Verdict = Schema.Literals(["pass", "fail", "none"])
export type Verdict = typeof Verdict.Type

/** A place that explains a verdict: a run (from 1), one of its calls, a path into its trace. */
export const Finding = Schema.Struct({
  run: Schema.optionalKey(Schema.Natural),
  call_id: Schema.optionalKey(Schema.String),
  path: Schema.optionalKey(Schema.String),
  expected: Schema.optionalKey(Json),
  actual: Schema.optionalKey(Json),
  reason: Schema.String
})
export interface Finding extends Schema.Schema.Type<typeof Finding> {}

export const Evidence = Schema.Struct({ findings: Schema.Array(Finding) })
export interface Evidence extends Schema.Schema.Type<typeof Evidence> {}

/** A line of a suite: its file, relative to the project, and the line from 1. */
export const Source = Schema.Struct({ file: Schema.String, line: Schema.Natural })
export interface Source extends Schema.Schema.Type<typeof Source> {}

export const Check = Schema.Struct({
  target: Schema.String,
  verdict: Verdict,
  expected: Schema.String,
  /** Null if the target is undefined. */
  actual: Json,
  advisory: Schema.Boolean,
  /** Set if its gate has to hold in every run. */
  always: Schema.optionalKey(Schema.Literal(true)),
  evidence: Evidence,
  /** The id of its gate, in a list with the checks of several gates. */
  gate: Schema.optionalKey(Schema.String)
})
export interface Check extends Schema.Schema.Type<typeof Check> {}

/** Values by full target name; null if undefined. */
const TargetValues = Schema.Record(Schema.String, Json)

export const RunVerdict = Schema.Struct({
  index: Schema.Natural,
  verdict: Verdict,
  report: TargetValues,
  checks: Schema.Array(Check),
  issues: Schema.Array(Issue),
  /** What its tokens cost in US dollars. Left out if its tokens or the price of its model are not known. */
  usd: Schema.optionalKey(Schema.Finite),
  trace: Schema.optionalKey(Trace),
  /** What was recorded beside the trace. Like the trace, only if a reporter asked for it. */
  recorded: Schema.optionalKey(Schema.Array(RecordedStep)),
  /** Like the trace, only if a reporter asked for it. */
  analysis: Schema.optionalKey(RunAnalysis)
})
export interface RunVerdict extends Schema.Schema.Type<typeof RunVerdict> {}

export const GateVerdict = Schema.Struct({
  id: Schema.String,
  gate: Schema.String,
  scope: Schema.Literals(["run", "cell", "outcomes"]),
  verdict: Verdict,
  advisory: Schema.Boolean,
  /** Set for a gate that has to hold in every run: a run that fails it fails the cell, also beside a gate on outcomes. */
  always: Schema.optionalKey(Schema.Literal(true)),
  title: Schema.String,
  /** The gate's numbers on one line. */
  summary: Schema.String,
  report: TargetValues,
  /** What the gate tells beside its targets, such as the risks of each run of a session. It decides nothing. */
  metadata: Schema.optionalKey(Json),
  checks: Schema.Array(Check),
  issues: Schema.Array(Issue),
  /** The line of the gate in the suite, or in the project's library that the suite imports. */
  source: Schema.optionalKey(Source)
})
export interface GateVerdict extends Schema.Schema.Type<typeof GateVerdict> {}

/** What runs cost in US dollars, by the prices that the user gave. */
const Spent = {
  /** Of the runs that have a price. */
  usd: Schema.Finite,
  /** How many runs that is, and how many are not in it because their tokens or their price are not known. */
  runs: Schema.Natural,
  unpriced_runs: Schema.Natural
}

/** For a million tokens. */
export const UsedPrice = Schema.Struct({
  input: Schema.Finite,
  output: Schema.Finite,
  cache_read: Schema.optionalKey(Schema.Finite),
  cache_write: Schema.optionalKey(Schema.Finite),
  reasoning: Schema.optionalKey(Schema.Finite),
  source: Schema.optionalKey(Schema.String),
  date: Schema.optionalKey(Schema.String)
})
export interface UsedPrice extends Schema.Schema.Type<typeof UsedPrice> {}

/** What a model cost that was asked beside the agent. It is not in `usd` of runs, cells and reports. */
export const BesideCost = Schema.Struct({
  /** A model that plays the user, or a judge. */
  part: Schema.Literals(["user", "judge"]),
  model: Schema.String,
  usd: Schema.Finite,
  /** How many answers that is, and how many are not in it because their tokens or their price are not known. */
  answers: Schema.Natural,
  unpriced_answers: Schema.Natural
})
export interface BesideCost extends Schema.Schema.Type<typeof BesideCost> {}

/** Left out if no simulated user and no judge answered. */
const Beside = { beside: Schema.optionalKey(Schema.Array(BesideCost)) }

export const CellCost = Schema.Struct({ ...Spent, price: UsedPrice, ...Beside })
export interface CellCost extends Schema.Schema.Type<typeof CellCost> {}

export const ReportCost = Schema.Struct({
  ...Spent,
  /** By the names of models. */
  models: Schema.Array(Schema.Struct({ model: Schema.String, ...Spent })),
  ...Beside
})
export interface ReportCost extends Schema.Schema.Type<typeof ReportCost> {}

export const CellVerdict = Schema.Struct({
  id: Schema.String,
  agent: Schema.String,
  model: Schema.String,
  name: Schema.String,
  /** Its row and column in a table of faults. */
  matrix: Schema.optionalKey(MatrixPlace),
  /** Its row in a table of cases. */
  case: Schema.optionalKey(CasePlace),
  verdict: Verdict,
  /** Why the cell was not run. Its verdict is none, and the suite's does not count it. */
  skipped: Schema.optionalKey(Schema.String),
  issues: Schema.Array(Issue),
  /** Set if the cell stopped before its last run, because its gates were decided. */
  stopped: Schema.optionalKey(Schema.Struct({ after: Schema.Natural, of: Schema.Natural })),
  runs: Schema.Array(RunVerdict),
  gates: Schema.Array(GateVerdict),
  /** Only if the price of its model is known. */
  cost: Schema.optionalKey(CellCost),
  /** When its runs were recorded; empty if they were imported. Only if a reporter asked for traces. */
  recorded_at: Schema.optionalKey(Schema.String),
  /** Only if a reporter asked for it. */
  analysis: Schema.optionalKey(CellAnalysis),
  /** The command that replays the cell. Only if the verdict is not pass and the suite's file is known. */
  command: Schema.optionalKey(Schema.String)
})
export interface CellVerdict extends Schema.Schema.Type<typeof CellVerdict> {}

/** How many there are of each verdict. */
export const Counts = Schema.Struct({ pass: Schema.Natural, fail: Schema.Natural, none: Schema.Natural })
export interface Counts extends Schema.Schema.Type<typeof Counts> {}

/** A column of a table of cases: all cases on one model. */
export const CaseColumn = Schema.Struct({
  model: Schema.String,
  /** Cells by verdict, without those that were skipped. */
  cells: Counts,
  /** Runs by verdict. A cell whose gates look at no single run counts once, with its own verdict. */
  outcomes: Counts,
  /** Passed outcomes by passed and failed ones. Null if there are none. */
  rate: Schema.NullOr(Schema.Finite),
  /** Of the rate, clustered by case. Null with fewer than two cases. */
  standard_error: Schema.NullOr(Schema.Finite),
  interval: Schema.NullOr(Schema.Struct({ low: Schema.Finite, high: Schema.Finite, confidence: Schema.Finite })),
  /** The names of the cases with a cell that keeps the report from passing. */
  red: Schema.Array(Schema.String)
})
export interface CaseColumn extends Schema.Schema.Type<typeof CaseColumn> {}

/** All cells that were made of the rows of one table. */
export const CaseTable = Schema.Struct({ table: Schema.String, columns: Schema.Array(CaseColumn) })
export interface CaseTable extends Schema.Schema.Type<typeof CaseTable> {}

export const SuiteVerdict = Schema.Struct({
  suite: Schema.String,
  /** The suite's file, relative to its project. */
  file: Schema.optionalKey(Schema.String),
  verdict: Verdict,
  issues: Schema.Array(Issue),
  cells: Schema.Array(CellVerdict),
  /** Only of a suite with cases. */
  case_tables: Schema.optionalKey(Schema.Array(CaseTable))
})
export interface SuiteVerdict extends Schema.Schema.Type<typeof SuiteVerdict> {}

/** The part of a selection that a report is about. */
export const Shard = Schema.Struct({
  /** From 1. */
  index: Schema.Natural,
  count: Schema.Natural,
  /** How many cells the whole selection runs. */
  cells: Schema.Natural,
  /** Whether its first suite begins in an earlier shard. */
  continues: Schema.Boolean,
  /** SHA-256 of the plans of the whole selection. */
  of: Schema.String
})
export interface Shard extends Schema.Schema.Type<typeof Shard> {}

export const Report = Schema.Struct({
  format: Schema.Literal("passhat-report"),
  version: Schema.Literal(1),
  verdict: Verdict,
  /** Bailed: `--bail` stopped it at the first cell that failed. */
  status: Schema.Literals(["complete", "interrupted", "bailed"]),
  suites: Schema.Array(SuiteVerdict),
  /** Only with `--coverage`. */
  coverage: Schema.optionalKey(Coverage),
  /** Only if the price of a model is known. */
  cost: Schema.optionalKey(ReportCost),
  /** Only in the report of a shard. */
  shard: Schema.optionalKey(Shard)
})
export interface Report extends Schema.Schema.Type<typeof Report> {}
