/**
 * What was recorded of a cell, and what is wrong with it.
 *
 * Layers: `layers/replay/cassettes.ts`, `layers/record/cassettes.ts`, `layers/liveTools/cassettes.ts`.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Ending, RecordedRun, ServerInfo } from "../../base/domain/recording/Cassette.ts"
import type { Issue, IssueCode } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import type { LeftOutFailures, LeftOutRuns, RunResult } from "../../base/domain/recording/Run.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { Infrastructure } from "./Infrastructure.ts"
import type { Listener } from "./Progress.ts"

const codes = {
  Missing: "MISSING_CASSETTE",
  Unreadable: "DAMAGED_CASSETTE",
  Damaged: "DAMAGED_CASSETTE",
  Newer: "DAMAGED_CASSETTE",
  Stale: "STALE_CASSETTE",
  Busy: "BUSY_CASSETTE"
} as const satisfies Record<string, IssueCode>

/** A cassette that cannot be replayed or recorded. */
export class CassetteError extends Data.TaggedError("CassetteError")<{
  readonly reason: keyof typeof codes
  readonly file: string
  /** From 1. Not `line`: on Bun every error has one of its own. */
  readonly line_number?: number
  /** JSON path into the line. */
  readonly path?: string
  /** What is wrong, as a full sentence that names file, line and path. */
  readonly sentence: string
  readonly hint: string
}> {
  override get message(): string {
    return `${this.sentence} ${this.hint}`
  }
  get issue(): Issue {
    return issue(codes[this.reason], this.sentence, this.hint)
  }
}

/** Takes the results of a cell's runs as they come, in any order. */
export interface RunSink {
  readonly take: (result: RunResult) => void
  /** Takes a recorded run that the cell does not ask for. */
  readonly leaveOut?: (result: RunResult) => void
  /** What the cell would fail with the runs that it left out. By default nothing is known of them. */
  readonly failsLeftOut?: () => LeftOutFailures
  /** What the cell needs of its runs, after those that it took: by default all of them. */
  readonly ending?: () => Ending
  /** Told once when the recording was made, before its runs: a date of ISO 8601, or an empty text if it is not known. */
  readonly recordedAt?: (time: string) => void
}

/** A recording that holds every run of a cell: nothing is performed. */
export interface Playback {
  /** Where it is, for messages. */
  readonly file: string
  /**
   * Plays every run into the sink, also those that are missing, and returns what was noticed. If it fails, the results that
   * the sink took are void.
   */
  readonly play: (sink: RunSink) => Effect.Effect<ReadonlyArray<Issue>, CassetteError>
}

/** What is recorded of one cell so far, and where what is performed goes. */
export interface Tape {
  /** The recorded run; why it cannot be had; or undefined if it is to be performed. */
  readonly recorded: (index: number) => { readonly run: RecordedRun } | { readonly issue: Issue } | undefined
  /** Where it is, for messages. */
  readonly file: string
  /** What was noticed so far: on opening it, and of the runs that it took. Read it once all runs are there. */
  readonly issues: ReadonlyArray<Issue>
  /**
   * Takes a run that was performed. Returns it as it will be replayed, with what was noticed. `media` is the binary data, in base64 and
   * by its hash, that the run has as hashes, if it is needed to run the agent again.
   */
  readonly keep: (
    run: RecordedRun,
    servers: ReadonlyArray<ServerInfo>,
    media?: ReadonlyMap<string, string>
  ) => Effect.Effect<Kept, Infrastructure>
  /**
   * Takes a run that it has, with what judges have said of it since, and returns it as it will be replayed. Absent: no judge is asked.
   */
  readonly keepJudged?: (run: RecordedRun) => Effect.Effect<RecordedRun, Infrastructure>
  /** Told what a run that is performed waits for, and which calls it has made. Nothing depends on it. */
  readonly underWay?: NonNullable<Listener["waiting"]>
  /** Whether judges are asked about runs that were recorded before as well: by default about those that are performed. */
  readonly judgesRecorded?: boolean
  /** When the runs were recorded, once they are there. Left out by a tape whose runs are not of a recording. */
  readonly recordedAt?: () => string | undefined
  /** Left out by a tape that has no runs but those of the cell. */
  readonly leftOut?: LeftOutRuns
  /** Called once every run of the cell is there, or every run up to the one that decided it. */
  readonly finish: (ending?: Ending) => Effect.Effect<void, Infrastructure>
}

export interface Kept {
  readonly run: RecordedRun
  /** The recorded trace of a user's own agent, if the run made its calls again. */
  readonly reported?: Trace
  readonly issues: ReadonlyArray<Issue>
}

/**
 * The recordings. Whatever a layer answers, a run that it does not give has no verdict.
 *
 * What must hold of a layer: a recording is given only to the cell that it was made of (`cell.fingerprint`), whole and
 * undamaged, and each run under the index that it was recorded under; anything else fails with `CassetteError`.
 * `Layers.cassettes(store)` is such a layer over any store of texts.
 */
export class Cassettes extends Context.Service<
  Cassettes,
  {
    readonly open: (cell: Cell) => Effect.Effect<Tape | Playback, CassetteError, Scope.Scope>
    /** Recordings that no cell of the plan asks for, as notices. */
    readonly unused: (plan: Plan) => Effect.Effect<ReadonlyArray<Issue>>
  }
>()("passhat/Cassettes") {}
