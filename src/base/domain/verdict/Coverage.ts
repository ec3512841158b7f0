/**
 * Which tools, arguments and enum values of the servers the runs of a report reached: the field `coverage` of a report.
 */
import * as Schema from "effect/Schema"
import { Json } from "../Json.ts"

/** A value that the schema of an argument lists. */
export const ListedValue = Schema.Struct({
  value: Json,
  /** How many answered calls gave it. A call is answered if its result is there and is no error. */
  used: Schema.Natural
})
export interface ListedValue extends Schema.Schema.Type<typeof ListedValue> {}

export const DeclaredArgument = Schema.Struct({
  /** From the arguments of the call: `filters[].name`. */
  path: Schema.String,
  /** How many answered calls gave it. */
  given: Schema.Natural,
  /** Only if its schema lists values. */
  values: Schema.optionalKey(Schema.Array(ListedValue))
})
export interface DeclaredArgument extends Schema.Schema.Type<typeof DeclaredArgument> {}

export const ToolCoverage = Schema.Struct({
  tool: Schema.String,
  calls: Schema.Natural,
  /** Calls with an error as their result, or with no result. */
  errors: Schema.Natural,
  arguments: Schema.Array(DeclaredArgument),
  /** Set if not every argument is listed: its schema is too large, or refers to another document. */
  incomplete: Schema.optionalKey(Schema.Literal(true))
})
export interface ToolCoverage extends Schema.Schema.Type<typeof ToolCoverage> {}

export const ServerCoverage = Schema.Struct({
  server: Schema.String,
  /** Empty if no tool of the catalogue has a schema that says something about its arguments. */
  tools: Schema.Array(ToolCoverage)
})
export interface ServerCoverage extends Schema.Schema.Type<typeof ServerCoverage> {}

/** How many there are, and how many of them an answered call reached. */
export const Share = Schema.Struct({ reached: Schema.Natural, of: Schema.Natural })
export interface Share extends Schema.Schema.Type<typeof Share> {}

/** A type of the document's own, because `Verdict.ts` imports this file. */
const Verdict = Schema.Literals(["pass", "fail", "none"])

export const Coverage = Schema.Struct({
  /** All of them together: what a threshold is compared with. */
  total: Share,
  tools: Share,
  arguments: Share,
  values: Share,
  /** How many runs were read. */
  runs: Schema.Natural,
  servers: Schema.Array(ServerCoverage),
  /** Only with `--coverage-threshold`. */
  threshold: Schema.optionalKey(Schema.Finite),
  verdict: Schema.optionalKey(Verdict)
})
export interface Coverage extends Schema.Schema.Type<typeof Coverage> {}
