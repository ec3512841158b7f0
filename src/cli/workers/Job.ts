/**
 * What a worker is told: some cells of a suite, to be judged from their recordings.
 */
import type { CellVerdict } from "../../domain/Verdict.ts"
import type { Folder } from "../../layers/replay/Folder.ts"
import type { Project } from "../project.ts"

/** Plain data, as it has to cross from one thread to another. */
export interface Job {
  /** The module whose default export is the suite. */
  readonly url: string
  readonly project: Project
  /** How many runs of each cell, where the suite does not decide. */
  readonly runs: number | undefined
  /** Ids of cells, in the order of the plan. */
  readonly cells: ReadonlyArray<string>
  readonly folder: Folder
  readonly cache: boolean
  readonly traces: boolean
}

/** What it gives back: a verdict for each cell. */
export type Done = ReadonlyArray<CellVerdict>

/** Set where a suite is loaded by a worker: its file is not the program there, although the runtime may think so. */
export const isWorker = "passhat/worker"
