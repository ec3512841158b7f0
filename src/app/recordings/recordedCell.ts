/**
 * A recording as the traces of its runs, without a suite.
 */
import { replayRun } from "../../engine/agentLoop/replayRun.ts"
import type { Recording } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import { cellOf } from "./cellOf.ts"

export interface RecordedCell {
  readonly suite: string
  readonly cell: Cell
  /** In the order of their indices. A run without a trace has the issue that says why. */
  readonly runs: ReadonlyArray<RunResult>
}

export const recordedCell = ({ file, header, runs }: Recording): RecordedCell => {
  const cell = { ...cellOf(header), runs: runs.size }
  const results = [...runs.values()].toSorted((a, b) => a.index - b.index).map((run) => replayRun(cell, run, file))
  return { suite: header.suite, cell, runs: results }
}
