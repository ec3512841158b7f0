/**
 * What `passhat compare --reporter json` prints: what two recordings show of a difference, cell by cell.
 */
import * as Schema from "effect/Schema"
import { JsonObject } from "../Json.ts"

export const ComparisonVerdict = Schema.Literals(["regressed", "improved", "no difference shown", "not comparable"])
export type ComparisonVerdict = typeof ComparisonVerdict.Type

/** What keeps two cells from being compared. */
export const Obstacle = Schema.Struct({
  what: Schema.Literals(["prompt", "tools", "faults", "gates", "runs", "cell"]),
  /** A sentence without a subject of its own: "the prompt differs". */
  reason: Schema.String
})
export interface Obstacle extends Schema.Schema.Type<typeof Obstacle> {}

const Rate = Schema.Struct({
  passes: Schema.Natural,
  runs: Schema.Natural,
  /** Wilson's interval. */
  low: Schema.Finite,
  high: Schema.Finite
})

const Test = Schema.Struct({
  /** Fisher's exact test of a cell, or the same over all cells, with each cell as a stratum. */
  test: Schema.Literals(["fisher", "stratified"]),
  /** The p that the candidate passes less often, and that it passes more often, each one-sided. */
  fewer: Schema.Finite,
  more: Schema.Finite,
  /** The same, corrected for all tests of the comparison. Left out if so few runs cannot show a difference. */
  fewer_adjusted: Schema.optionalKey(Schema.Finite),
  more_adjusted: Schema.optionalKey(Schema.Finite)
})

export const OutcomeComparison = Schema.Struct({
  baseline: Rate,
  candidate: Rate,
  /**
   * Of the pass rates, the candidate's minus the baseline's, with Newcombe's interval at the level of the test. An end beyond 0 that the test
   * excludes is just beside 0, and an interval that leaves out 0 although the test does not is drawn up to 0.
   */
  difference: Schema.Struct({ value: Schema.Finite, low: Schema.Finite, high: Schema.Finite }),
  ...Test.fields
})
export interface OutcomeComparison extends Schema.Schema.Type<typeof OutcomeComparison> {}

/** A step that is in more runs of one side. */
export const Witness = Schema.Struct({
  server: Schema.String,
  name: Schema.String,
  /** Given if the tool is called equally often, with other arguments. */
  args: Schema.optionalKey(JsonObject),
  /** The step is a call of the tool that comes at least this often in a run. */
  times: Schema.Natural,
  /** Given if the same calls come in another order: the tool that is called directly before. */
  after: Schema.optionalKey(Schema.Struct({ server: Schema.String, name: Schema.String })),
  /** In how many runs it is. */
  baseline: Schema.Natural,
  candidate: Schema.Natural,
  /** The run of each side that shows it with the smallest difference, for `passhat show --diff`. */
  runs: Schema.Tuple([Schema.Natural, Schema.Natural])
})
export interface Witness extends Schema.Schema.Type<typeof Witness> {}

export const BehaviourComparison = Schema.Struct({
  p: Schema.Finite,
  p_adjusted: Schema.optionalKey(Schema.Finite),
  /** Whether behaviour is shown to differ, with the confidence that the comparison states for behaviour. */
  differs: Schema.Boolean,
  /** How many splits were drawn; left out if all of them were counted. */
  sampled: Schema.optionalKey(Schema.Natural),
  /** How many runs of each side were compared, if there are more. */
  first: Schema.optionalKey(Schema.Natural),
  witness: Schema.optionalKey(Witness)
})
export interface BehaviourComparison extends Schema.Schema.Type<typeof BehaviourComparison> {}

export const CellComparison = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  verdict: ComparisonVerdict,
  /** What the verdict rests on, if a difference is shown. */
  because: Schema.optionalKey(Schema.Literals(["outcomes", "behaviour"])),
  obstacles: Schema.Array(Obstacle),
  outcomes: Schema.optionalKey(OutcomeComparison),
  behaviour: Schema.optionalKey(BehaviourComparison)
})
export interface CellComparison extends Schema.Schema.Type<typeof CellComparison> {}

export const Comparison = Schema.Struct({
  format: Schema.Literal("passhat-comparison"),
  version: Schema.Literal(1),
  verdict: ComparisonVerdict,
  /** 1 minus the chance of a false regression by pass and fail, over all cells. */
  confidence: Schema.Finite,
  /** Left out if calls were not compared. The confidence is that of behaviour alone, over all cells. */
  behaviour: Schema.optionalKey(Schema.Struct({ confidence: Schema.Finite, decides: Schema.Boolean })),
  /** Obstacles of the comparison as a whole. */
  obstacles: Schema.Array(Obstacle),
  /** The outcomes of all cells together, if there are several. */
  together: Schema.optionalKey(Schema.Struct({ ...OutcomeComparison.fields, verdict: ComparisonVerdict })),
  cells: Schema.Array(CellComparison),
  /** Cells that only the candidate has: there is nothing to compare them with. */
  only_in_candidate: Schema.Array(Schema.String)
})
export interface Comparison extends Schema.Schema.Type<typeof Comparison> {}
