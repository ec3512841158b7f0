/**
 * Why something could not be judged: a sentence that names what and where, and a hint how to solve it.
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
  "EXPIRED_CASSETTE",
  "MISSING_RUN",
  "DIVERGED",
  "UNUSED_RECORDING",
  "IDENTICAL_RUNS",
  "BUSY_CASSETTE",
  "RESULT_CHANGED",
  "RESULT_SAME",
  "TOOL_CHANGED",
  "TOOLS_UNKNOWN",
  "NO_SOURCES",
  "PROTOCOL_VIOLATION",
  "TOKENS_DIFFER",
  "BUDGET",
  "INFRASTRUCTURE",
  "INTERRUPTED",
  "STOPPED_EARLY",
  "GATE_THREW",
  "NO_EXCHANGES",
  "UNUSED_EXCHANGES",
  "REPLAYED",
  "SPOILT_BY_USER"
])
export type IssueCode = typeof IssueCode.Type

export const Issue = Schema.Struct({
  code: IssueCode,
  message: Schema.String,
  hint: Schema.String,
  /** An advisory issue changes no verdict; any other issue sets the verdict of its run, gate, cell or suite to none. */
  advisory: Schema.Boolean
})
export interface Issue extends Schema.Schema.Type<typeof Issue> {}
