/**
 * What a page shows of runs beside their verdicts. Made from traces when a report asks for it; it decides nothing.
 */
import * as Schema from "effect/Schema"
import { Conditions } from "./Baseline.ts"
import { Json } from "../Json.ts"
import { Diff } from "../matching/Matcher.ts"

const Score = Schema.NullOr(Schema.Finite)

/** How stable one session was, from 0 to 1; null if too little was recorded. */
export const SubScores = Schema.Struct({
  tool_usage_stability: Score,
  response_consistency: Score,
  redundancy: Score,
  cost_per_progress: Score
})
export interface SubScores extends Schema.Schema.Type<typeof SubScores> {}

/** A claim of the final response that something was done, and the calls that it refers to. */
export const ReadClaim = Schema.Struct({
  /** Its position in the text, in code units. */
  start: Schema.Natural,
  end: Schema.Natural,
  is: Schema.Literals(["matched", "absent", "failed", "mismatched", "unverifiable"]),
  /** Indices into the run's tool calls. */
  calls: Schema.Array(Schema.Natural),
  /** Why it is not matched. */
  reason: Schema.optionalKey(Schema.String)
})
export interface ReadClaim extends Schema.Schema.Type<typeof ReadClaim> {}

export const ReadNarrative = Schema.Struct({
  text: Schema.String,
  claims: Schema.Array(ReadClaim),
  /** Indices of the tool calls that the text does not mention. */
  unmentioned: Schema.Array(Schema.Natural)
})
export interface ReadNarrative extends Schema.Schema.Type<typeof ReadNarrative> {}

/** One row of expected and recorded calls, by index from 0. A side without a call is left out. */
export const AlignedStep = Schema.Struct({
  expected: Schema.optionalKey(Schema.Natural),
  recorded: Schema.optionalKey(Schema.Natural),
  /** `allowed`: not expected, and not forbidden. */
  is: Schema.Literals(["matched", "missing", "extra", "allowed", "out_of_order", "arguments", "other_tool"]),
  diffs: Schema.optionalKey(Schema.Array(Diff))
})
export interface AlignedStep extends Schema.Schema.Type<typeof AlignedStep> {}

/** The calls that a gate expects of each run. */
export const ExpectedCalls = Schema.Struct({
  gate: Schema.String,
  calls: Schema.Array(
    Schema.Struct({ name: Schema.String, server: Schema.optionalKey(Schema.String), args: Schema.optionalKey(Json) })
  )
})
export interface ExpectedCalls extends Schema.Schema.Type<typeof ExpectedCalls> {}

export const RunAnalysis = Schema.Struct({
  stability: SubScores,
  narrative: ReadNarrative,
  /** By gate. */
  alignments: Schema.Array(Schema.Struct({ gate: Schema.String, steps: Schema.Array(AlignedStep) }))
})
export interface RunAnalysis extends Schema.Schema.Type<typeof RunAnalysis> {}

export const CellAnalysis = Schema.Struct({
  /** What the agent was asked. */
  prompt: Schema.optionalKey(Schema.String),
  system: Schema.optionalKey(Schema.String),
  /** What the user says after the prompt, in a conversation of several turns. */
  turns: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Left out if the runs have no outcomes. */
  pass_rate: Schema.optionalKey(
    Schema.Struct({
      passes: Schema.Natural,
      runs: Schema.Natural,
      /** Wilson's interval. */
      low: Schema.Finite,
      high: Schema.Finite,
      confidence: Schema.Finite,
      /** Entry k: the percent chance that k runs pass in a row. */
      decay_curve: Schema.Array(Schema.Finite)
    })
  ),
  /** Percentiles of the recorded times of its runs. Left out if one of them was not timed. */
  latency: Schema.optionalKey(
    Schema.Struct({
      p50_ms: Schema.Finite,
      p90_ms: Schema.Finite,
      p95_ms: Schema.Finite,
      p99_ms: Schema.Finite,
      max_ms: Schema.Finite
    })
  ),
  /** The largest number of tokens that a run may use. */
  token_cap: Schema.optionalKey(Schema.Finite),
  /** The longest time that an agent may take to detect a fault. */
  detection_ms: Schema.optionalKey(Schema.Finite),
  expected: Schema.Array(ExpectedCalls),
  /** What the cell was run under, for `passhat compare`. */
  conditions: Schema.optionalKey(Conditions)
})
export interface CellAnalysis extends Schema.Schema.Type<typeof CellAnalysis> {}
