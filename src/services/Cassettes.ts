/**
 * What was recorded of a cell, and what is wrong with it.
 *
 * Layers: `layers/replay/cassettes.ts`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Recording } from "../domain/Cassette.ts"
import { type Issue, type IssueCode, issue } from "../domain/Issue.ts"
import type { Cell, Plan } from "../domain/Plan.ts"

const codes = {
  Missing: "MISSING_CASSETTE",
  Unreadable: "DAMAGED_CASSETTE",
  Damaged: "DAMAGED_CASSETTE",
  Newer: "DAMAGED_CASSETTE",
  Stale: "STALE_CASSETTE"
} as const satisfies Record<string, IssueCode>

/** A cassette that cannot be replayed. */
export class CassetteError extends Schema.TaggedError<CassetteError>()("CassetteError", {
  reason: Schema.Literals(["Missing", "Unreadable", "Damaged", "Newer", "Stale"]),
  file: Schema.String,
  /** From 1. Not `line`: on Bun every error has one of its own. */
  line_number: Schema.optionalKey(Schema.Natural),
  /** JSON path into the line. */
  path: Schema.optionalKey(Schema.String),
  /** What is wrong, as a full sentence that names file, line and path. */
  sentence: Schema.String,
  hint: Schema.String
}) {
  override get message(): string {
    return `${this.sentence} ${this.hint}`
  }
  get issue(): Issue {
    return issue(codes[this.reason], this.sentence, this.hint)
  }
}

export class Cassettes extends Context.Service<
  Cassettes,
  {
    /** What to replay of a cell; none when the world is to be asked instead. */
    readonly load: (cell: Cell) => Effect.Effect<Option.Option<Recording>, CassetteError>
    /** Recordings on disk that no cell of the plan asks for, as notices. */
    readonly unused: (plan: Plan) => Effect.Effect<ReadonlyArray<Issue>>
  }
>()("passhat/Cassettes") {}
