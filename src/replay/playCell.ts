/**
 * Plays the recording of a cell into a sink: replays each run as it is read, then reports the runs that are missing.
 */
import { replayRun } from "../agentLoop/replayRun.ts"
import { openFile } from "../cassette/ByteSource.ts"
import type { CassetteProblem } from "../cassette/CassetteProblem.ts"
import { type Folder, shownFile } from "../cassette/Folder.ts"
import { type RecordingReader, recordingReader } from "../cassette/recordingReader.ts"
import type { RunIndices } from "../cassette/runIndices.ts"
import { olderNotices, staleness } from "../cassette/staleness.ts"
import type { Issue } from "../domain/Issue.ts"
import { issue, notice } from "../domain/issues.ts"
import type { Cell } from "../domain/Plan.ts"
import type { RunResult } from "../domain/Run.ts"

export interface CellPlayer extends Pick<RecordingReader, "next" | "resume" | "close"> {
  /** Call it once the reader is at its end. Returns what was noticed. */
  readonly finish: () => ReadonlyArray<Issue>
}

export const playCell = (
  folder: Folder,
  cell: Cell,
  take: (result: RunResult) => void
): CellPlayer | CassetteProblem => {
  const source = openFile(folder, `${cell.id}.jsonl`)
  if ("code" in source) return source
  const file = shownFile(folder, cell)
  let older: ReadonlyArray<Issue> = []
  const { close, indices, next, resume } = recordingReader(file, source, {
    header: (header) => {
      older = olderNotices(cell, header, file)
      return staleness(cell, header, file)
    },
    run: (run) => {
      if (run.index <= cell.runs) take(replayRun(cell, run, file))
    }
  })
  const finish = (): ReadonlyArray<Issue> => {
    for (let index = 1; index <= cell.runs; index++) {
      if (!indices.has(index)) take({ index, issue: missingRun(index, file, indices) })
    }
    return [...older, ...unusedRuns(cell, file, indices)]
  }
  return { next, resume, close, finish }
}

const missingRun = (index: number, file: string, indices: RunIndices): Issue =>
  issue(
    "MISSING_RUN",
    `${file} has no run ${index}: it holds ${indices.named()}.`,
    "Record it with --record=missing, or ask for fewer runs."
  )

const unusedRuns = (cell: Cell, file: string, indices: RunIndices): ReadonlyArray<Issue> =>
  indices.largest() <= cell.runs
    ? []
    : [
        notice(
          "UNUSED_RECORDING",
          `${file} also holds ${indices.named(cell.runs + 1)}, which nothing asks for.`,
          `Say runs(${indices.largest()}) to use what is recorded.`
        )
      ]
