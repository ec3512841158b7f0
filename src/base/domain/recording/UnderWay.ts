/**
 * What the runs of a recording in progress have done so far, for a reader who looks on. It is no evidence: nothing is judged by it.
 */
import * as Schema from "effect/Schema"
import { Json } from "../Json.ts"

/** A call of a run that is not over. */
export const CallSoFar = Schema.Struct({
  server: Schema.String,
  name: Schema.String,
  /** Left out if they are long. */
  args: Schema.optionalKey(Json),
  state: Schema.Literals(["open", "answered", "failed"])
})
export interface CallSoFar extends Schema.Schema.Type<typeof CallSoFar> {}

export const RunUnderWay = Schema.Struct({
  /** From 1. */
  index: Schema.Natural,
  /** What it waits for. */
  on: Schema.String,
  /** How many calls it has made. */
  made: Schema.Natural,
  /** The latest of them. */
  calls: Schema.Array(CallSoFar),
  /** As far as they are known. */
  tokens: Schema.Natural
})
export interface RunUnderWay extends Schema.Schema.Type<typeof RunUnderWay> {}

/** The file beside a cassette that is being recorded. */
export const UnderWay = Schema.Struct({
  format: Schema.Literal("passhat-progress"),
  version: Schema.Literal(1),
  suite: Schema.String,
  agent: Schema.String,
  model: Schema.String,
  /** Of the cell. */
  name: Schema.String,
  /** How many the cell asks for. */
  runs: Schema.Natural,
  under_way: Schema.Array(RunUnderWay)
})
export interface UnderWay extends Schema.Schema.Type<typeof UnderWay> {}
