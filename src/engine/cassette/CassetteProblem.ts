/**
 * What is wrong with a cassette, as data. `explain/explainProblem.ts` turns it into a sentence when one is needed.
 */
import type { Difference } from "../../base/std/differences.ts"

export type CassetteProblem = { readonly file: string } & (
  | { readonly code: "missing" | "not_a_file" | "too_large" | "not_text" | "empty" | "not_a_cassette" }
  /** The path leads out of the folder of cassettes, for example through a link. */
  | { readonly code: "outside"; readonly folder: string }
  | { readonly code: "unreadable"; readonly description: string }
  | { readonly code: "line_too_long"; readonly line: number }
  | { readonly code: "newer_version"; readonly version: number }
  | { readonly code: "damaged_line"; readonly line: number; readonly path: string; readonly what: string }
  /** The writer ended in the middle of the last line. */
  | { readonly code: "torn_line"; readonly line: number; readonly holds: string }
  | { readonly code: "stale"; readonly changes: ReadonlyArray<Difference> }
)
