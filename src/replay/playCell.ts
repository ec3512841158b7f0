/**
 * Plays the recording of a cell into a sink: replays each run as it is read, then reports the runs that are missing.
 */
import { replayRun } from "../agentLoop/replayRun.ts"
import type { ByteSource } from "../cassette/ByteSource.ts"
import { type RecordingReader, recordingReader } from "../cassette/recordingReader.ts"
import type { RunIndices } from "../cassette/runIndices.ts"
import { olderNotices, staleness } from "../cassette/staleness.ts"
import { stoppedIssues } from "../cassette/stoppedIssues.ts"
import type { Ending, Header } from "../domain/Cassette.ts"
import type { Issue } from "../domain/Issue.ts"
import { issue, notice } from "../domain/issues.ts"
import type { Cell } from "../domain/Plan.ts"
import type { RunResult } from "../domain/Run.ts"

/** Takes the runs, and knows which of them the cell needs. */
interface PlayedInto {
  readonly take: (result: RunResult) => void
  readonly recordedAt?: (time: string) => void
  readonly ending?: () => Ending
}

export interface CellPlayer extends Pick<RecordingReader, "next" | "resume" | "close"> {
  /** Call it once the reader is at its end. Returns what was noticed. */
  readonly finish: () => ReadonlyArray<Issue>
}

/** `file` is how messages spell where the source is. */
export const playCell = (
  file: string,
  source: ByteSource,
  cell: Cell,
  { ending = () => ({}), recordedAt, take }: PlayedInto
): CellPlayer => {
  let older: ReadonlyArray<Issue> = []
  let held: Header | undefined
  const { close, indices, next, resume } = recordingReader(file, source, {
    header: (header) => {
      held = header
      recordedAt?.(header.recorded_at)
      older = olderNotices(cell, header, file)
      return staleness(cell, header, file)
    },
    run: (run) => {
      if (run.index <= cell.runs) take(replayRun(cell, run, file))
    },
    ignoresWire: true
  })
  const finish = (): ReadonlyArray<Issue> => {
    const end = ending()
    const wrong = stoppedIssues(cell, { file, stopped: held!.stopped, indices }, end)
    if (end.stopped !== undefined) return [...older, ...wrong]
    for (let index = 1; index <= cell.runs; index++) {
      if (!indices.has(index)) take({ index, issue: missingRun(index, file, indices, held!) })
    }
    return [...older, ...wrong, ...unusedRuns(cell, file, indices)]
  }
  return { next, resume, close, finish }
}

const missingRun = (index: number, file: string, indices: RunIndices, { stopped }: Header): Issue =>
  stopped === undefined
    ? issue(
        "MISSING_RUN",
        `${file} has no run ${index}: it holds ${indices.named()}.`,
        "Record it with --record=missing, or ask for fewer runs."
      )
    : issue(
        "MISSING_RUN",
        `${file} stopped after run ${stopped.after} of ${stopped.of}, and its runs do not decide the cell.`,
        "Go on with --record=missing."
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
