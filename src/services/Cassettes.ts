/**
 * What was recorded of a cell, and what is wrong with it.
 *
 * Layers: `layers/replay/cassettes.ts`, `layers/record/cassettes.ts`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { RecordedRun, ServerInfo } from "../domain/Cassette.ts"
import type { Issue, IssueCode } from "../domain/Issue.ts"
import { issue } from "../domain/issues.ts"
import type { Cell, Plan } from "../domain/Plan.ts"
import type { RunResult } from "../domain/Run.ts"
import type { Infrastructure } from "./Infrastructure.ts"

const codes = {
  Missing: "MISSING_CASSETTE",
  Unreadable: "DAMAGED_CASSETTE",
  Damaged: "DAMAGED_CASSETTE",
  Newer: "DAMAGED_CASSETTE",
  Stale: "STALE_CASSETTE",
  Busy: "BUSY_CASSETTE"
} as const satisfies Record<string, IssueCode>

/** A cassette that cannot be replayed. */
export class CassetteError extends Schema.TaggedError<CassetteError>()("CassetteError", {
  reason: Schema.Literals(["Missing", "Unreadable", "Damaged", "Newer", "Stale", "Busy"]),
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

/** A recording that holds all there is to know of a cell: nothing is performed, and no run is kept once it was seen. */
export interface Playback {
  /** Where it is, for messages. */
  readonly file: string
  /**
   * Reads the recording from first to last, and comes to what was noticed. A recording is read whole or not at all: when
   * this fails, what the listener heard is void.
   */
  readonly play: (listener: Listener) => Effect.Effect<ReadonlyArray<Issue>, CassetteError>
  /**
   * Tells the results that were kept of an earlier replay, for those who need no answers of tools: these are left out.
   * Comes to nothing where none are kept of this very recording, and what was told by then is void.
   */
  readonly recall: (listener: Recalling) => Effect.Effect<Option.Option<ReadonlyArray<Issue>>, CassetteError>
}

/** Who hears of the runs of a cell as they are read. */
export interface Listener {
  /** Says what came of it, where anything did. */
  readonly run: (run: RecordedRun) => RunResult | undefined
  readonly missing: Missing
  /** Absent where all runs have to be heard of one by one. */
  readonly parts?: Parts
}

/** For runs that somebody else hears of at the same time. */
export interface Parts {
  /** Takes in what another one made of them. */
  readonly join: (part: unknown) => void
  /** So many more were replayed by others, and cost so many tokens. */
  readonly heard: (runs: number, tokens: number) => void
  /** What was heard and taken in by now is void. */
  readonly clear: () => void
}

export interface Recalling {
  readonly result: (result: RunResult) => void
  readonly missing: Missing
}

/** A run that should have been there. */
type Missing = (index: number, why: Issue) => void

/** What is recorded of one cell so far, and where what is performed goes. */
export interface Tape {
  /** The recorded run; none where the run is to be performed; an issue where it should have been there. */
  readonly recorded: (index: number) => Result.Result<Option.Option<RecordedRun>, Issue>
  /** Where it is, for messages. */
  readonly file: string
  /** What was noticed on opening it. */
  readonly issues: ReadonlyArray<Issue>
  /** Takes a run that was performed, and gives it back as it will be replayed, with what was noticed. */
  readonly keep: (run: RecordedRun, servers: ReadonlyArray<ServerInfo>) => Effect.Effect<Kept, Infrastructure>
  /** Called once every run of the cell is there. */
  readonly finish: Effect.Effect<void, Infrastructure>
}

export interface Kept {
  readonly run: RecordedRun
  readonly issues: ReadonlyArray<Issue>
}

export class Cassettes extends Context.Service<
  Cassettes,
  {
    readonly open: (cell: Cell) => Effect.Effect<Tape | Playback, CassetteError, Scope.Scope>
    /** Recordings on disk that no cell of the plan asks for, as notices. */
    readonly unused: (plan: Plan) => Effect.Effect<ReadonlyArray<Issue>>
  }
>()("passhat/Cassettes") {}
