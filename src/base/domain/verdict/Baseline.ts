/**
 * What two recordings are compared by: the runs of each cell, their outcomes and calls, and what they were run under. A
 * baseline is a file of it, which `passhat bless` writes.
 */
import * as Schema from "effect/Schema"
import { ToolCall } from "../trace/Trace.ts"

/** What a cell was run under, as hashes: whether it changed can be told, and nothing of it is repeated. */
export const Conditions = Schema.Struct({
  /** Of all parts, as in the header of a cassette. */
  fingerprint: Schema.String,
  /** Prompt, turns and system prompt. */
  prompt: Schema.String,
  /** By server and tool: `weather.get_weather`. A server's own entry has its instructions. */
  tools: Schema.Record(Schema.String, Schema.String),
  faults: Schema.String,
  /** The deciding gates that look at each run, by id. Left out where runs were not judged. */
  gates: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** All deciding gates together, also those that look at several runs. Left out where runs were not judged. */
  deciding: Schema.optionalKey(Schema.String),
  /** The model, its options, and the driver of an agent that has one. Left out by earlier versions. */
  model: Schema.optionalKey(Schema.String)
})
export interface Conditions extends Schema.Schema.Type<typeof Conditions> {}

/** One run, as far as runs are compared. */
export const SampledRun = Schema.Struct({
  /** From 1. */
  index: Schema.Natural,
  /** Left out if the run was not judged. */
  outcome: Schema.optionalKey(Schema.Literals(["pass", "fail"])),
  /** Left out if the run's trace was not kept. */
  calls: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ server: ToolCall.fields.server, name: ToolCall.fields.name, args: ToolCall.fields.args })
    )
  )
})
export interface SampledRun extends Schema.Schema.Type<typeof SampledRun> {}

/** One cell, as far as cells are compared. */
export const CellSample = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** Left out if they are not known, as in a report of an older passhat. */
  conditions: Schema.optionalKey(Conditions),
  runs: Schema.Array(SampledRun),
  /** How many runs were planned, if the cell stopped before the last because it was decided. */
  planned_runs: Schema.optionalKey(Schema.Natural)
})
export interface CellSample extends Schema.Schema.Type<typeof CellSample> {}

export const Baseline = Schema.Struct({
  format: Schema.Literal("passhat-baseline"),
  version: Schema.Literal(1),
  cells: Schema.Array(CellSample)
})
export interface Baseline extends Schema.Schema.Type<typeof Baseline> {}
