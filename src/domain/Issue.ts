/**
 * Why something could not be judged, in a sentence that says what and where, and a hint that says the way out.
 */
import * as Schema from "effect/Schema"

export const IssueCode = Schema.Literals([
  "INVALID_SUITE",
  "NOTHING_SELECTED",
  "NOTHING_RUN",
  "ONLY",
  "NO_GATES",
  "MISSING_CASSETTE",
  "DAMAGED_CASSETTE",
  "STALE_CASSETTE",
  "OLDER_CASSETTE",
  "MISSING_RUN",
  "DIVERGED",
  "UNUSED_RECORDING",
  "BUSY_CASSETTE",
  "RESULT_CHANGED",
  "RESULT_SAME",
  "BUDGET",
  "INFRASTRUCTURE",
  "INTERRUPTED",
  "GATE_THREW"
])
export type IssueCode = typeof IssueCode.Type

export const Issue = Schema.Struct({
  code: IssueCode,
  message: Schema.String,
  hint: Schema.String,
  /** Advisory issues are shown and decide nothing; every other one leaves what it touches without a verdict. */
  advisory: Schema.Boolean
})
export interface Issue extends Schema.Schema.Type<typeof Issue> {}
