/**
 * What the page of `passhat view` asks its server, and what it is answered: types that both share.
 */
import type { Verdict } from "../../base/domain/verdict/Verdict.ts"
import type { RunUnderWay } from "../../base/domain/recording/UnderWay.ts"
import type { Overview } from "../html/Overview.ts"

/** `GET /api/project`: everything that the project has. */
export interface ProjectAnswer {
  /** Changes with every change of a file that is shown. */
  readonly version: number
  readonly folder: string
  /** Whether the page may record, bless and label. */
  readonly actions: boolean
  readonly reports: ReadonlyArray<ListedFile>
  readonly recordings: ReadonlyArray<ListedRecording>
  /** Recordings in progress, and those that were cut short. */
  readonly unfinished: ReadonlyArray<ListedUnfinished>
  readonly hasHistory: boolean
  /** Whether the folder is too large to be looked through. */
  readonly isCut: boolean
  readonly jobs: ReadonlyArray<Job>
}

export interface ListedFile {
  /** From the folder of the project. */
  readonly file: string
  readonly bytes: number
  /** In milliseconds since 1970. */
  readonly changed: number
}

export interface ListedRecording extends ListedFile {
  /** Undefined if its first line cannot be read. */
  readonly of?: Recorded
}

export interface Recorded {
  readonly suite: string
  readonly agent: string
  readonly model: string
  /** Empty if it is not known. */
  readonly at: string
}

export interface ListedUnfinished {
  /** Where the recording will be. */
  readonly file: string
  readonly isRunning: boolean
}

/** `GET /api/summary`: one line about a report or a recording, read whole. */
export interface Summary {
  readonly verdict?: Verdict
  readonly status?: string
  readonly cells: number
  readonly runs: number
}

/** `GET /api/overview`: a report as the page opens it. Its cells are asked for one by one, with the same version. */
export interface OverviewAnswer {
  readonly version: string
  readonly overview: Overview
}

/** `GET /api/live`: a recording that is not finished. */
export interface LiveAnswer {
  readonly version: number
  /** `recording`: a process records it. `unfinished`: none does. `recorded`: it is there. `gone`: there is nothing. */
  readonly state: "recording" | "unfinished" | "recorded" | "gone"
  readonly name?: string
  readonly suite?: string
  readonly agent?: string
  readonly model?: string
  /** How many runs there will be, if it is known. */
  readonly runs?: number
  /** Another number means other runs: those that the page has are void. */
  readonly journal: number
  /** The runs that are on the disk, from the one that was asked for, in the order in which they ended. */
  readonly kept: ReadonlyArray<KeptRun>
  readonly underWay: ReadonlyArray<RunUnderWay>
  /** What is wrong with the journal. */
  readonly problem?: string
}

export interface KeptRun {
  readonly index: number
  readonly calls: number
  readonly failed: number
  readonly tools: ReadonlyArray<string>
  readonly tokens?: number
  readonly stop: string
}

/** Something that the page has started: a recording, or a blessing. */
export interface Job {
  readonly id: number
  readonly what: string
  readonly state: "running" | "done" | "failed"
  readonly said: string
}

/** What could not be done, in a sentence and with a way out. */
export interface ApiProblem {
  readonly what: string
  readonly hint: string
}
