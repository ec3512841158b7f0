/**
 * A history: what a cell came to each time that it was run anew, a line each in `<month>.jsonl`, beside `cells.jsonl` with the cells; and
 * the trends that follow from it.
 */
import * as Schema from "effect/Schema"
import { Verdict } from "./Verdict.ts"

/** What a cell was run under, as in `analysis.conditions`, a hash for each part that is marked when it changes. */
export const HistoryConditions = Schema.Struct({
  prompt: Schema.String,
  tools: Schema.String,
  /** The model, its options, and the driver of an agent that has one. */
  model: Schema.String,
  faults: Schema.String,
  gates: Schema.String
})
export interface HistoryConditions extends Schema.Schema.Type<typeof HistoryConditions> {}

/** A cell and what it was run under, which many rows have in common. */
export const HistoryCell = Schema.Struct({
  /** The id of the cell. */
  cell: Schema.String,
  suite: Schema.String,
  name: Schema.String,
  model: Schema.String,
  conditions: HistoryConditions
})
export interface HistoryCell extends Schema.Schema.Type<typeof HistoryCell> {}

/** What one report says of one cell. */
export const HistoryRow = Schema.Struct({
  /** The key of the cell: its id, and digits of the hash of its line. */
  cell: Schema.String,
  verdict: Verdict,
  /** A letter an outcome: p, f, or n without a verdict. Of every run, or of the cell as a whole if its gates look at no single run. */
  outcomes: Schema.String,
  /** Eight digits an outcome, made of what was recorded: a run that is judged again is known by them. */
  evidence: Schema.String,
  /** What its runs used together; left out if a run does not tell. */
  tokens: Schema.optionalKey(Schema.Natural),
  /** What its runs cost together; left out if the price of a run is not known. */
  usd: Schema.optionalKey(Schema.Finite)
})
export interface HistoryRow extends Schema.Schema.Type<typeof HistoryRow> {}

/** A line of a month: the row, its hash, and when it was added. The time is not part of the hash, so that a report can be added once. */
export interface HistoryLine {
  /** In UTC, with milliseconds. */
  readonly at: string
  readonly id: string
  readonly row: HistoryRow
}

/** A line with the cell that its row names. */
export interface HistoryEntry extends HistoryLine {
  readonly cell: HistoryCell
}

/** What is marked where it differs from the row before. */
export const CHANGES = ["prompt", "tools", "model", "faults", "gates"] as const
const Change = Schema.Literals(CHANGES)
export type Change = typeof Change.Type

/** Passes among outcomes, with Wilson's interval of the rate. */
export const TrendRate = Schema.Struct({
  passes: Schema.Natural,
  runs: Schema.Natural,
  low: Schema.Finite,
  high: Schema.Finite
})
export interface TrendRate extends Schema.Schema.Type<typeof TrendRate> {}

export const TrendPoint = Schema.Struct({
  at: Schema.String,
  /** Of the row. */
  id: Schema.String,
  verdict: Verdict,
  /** Left out if no outcome has a verdict. */
  rate: Schema.optionalKey(TrendRate),
  /** How many outcomes of a verdict no earlier row had under the same gates and faults. */
  new_runs: Schema.Natural,
  /** What differs from the point before. */
  changed: Schema.Array(Change),
  tokens: Schema.optionalKey(Schema.Natural),
  usd: Schema.optionalKey(Schema.Finite)
})
export interface TrendPoint extends Schema.Schema.Type<typeof TrendPoint> {}

/** A cell passes less often than before. */
export const Alarm = Schema.Struct({
  /** The time of the first row of the worse part, and its id. */
  since: Schema.String,
  id: Schema.String,
  before: TrendRate,
  after: TrendRate,
  /** What changed with that row. */
  changed: Schema.Array(Change),
  /** How strong the evidence is: 1 / (1 - confidence) or more. */
  e_value: Schema.Finite
})
export interface Alarm extends Schema.Schema.Type<typeof Alarm> {}

export const Trend = Schema.Struct({
  cell: Schema.String,
  suite: Schema.String,
  name: Schema.String,
  model: Schema.String,
  /** The oldest first. */
  points: Schema.Array(TrendPoint),
  alarm: Schema.optionalKey(Alarm)
})
export interface Trend extends Schema.Schema.Type<typeof Trend> {}

/** What `passhat history --json` prints. */
export const Trends = Schema.Struct({
  format: Schema.Literal("passhat-trends"),
  version: Schema.Literal(1),
  /** 1 minus the chance that a cell whose pass rate never changes ever has an alarm. */
  confidence: Schema.Finite,
  /** By suite and name. */
  cells: Schema.Array(Trend)
})
export interface Trends extends Schema.Schema.Type<typeof Trends> {}
