/**
 * Plays the recording of a cell into a sink: replays each run as it is read, then reports the runs that are missing.
 */
import { replayRun } from "../agentLoop/replayRun.ts"
import type { ByteSource } from "./ByteSource.ts"
import { type RecordingReader, recordingReader } from "./recordingReader.ts"
import type { RunIndices } from "./runIndices.ts"
import { olderNotices, staleness } from "./staleness.ts"
import { stoppedIssues } from "./stoppedIssues.ts"
import { unusedRuns } from "./unusedRuns.ts"
import type { Ending, Header } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue, notice } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { LeftOutFailures, RunResult } from "../../base/domain/recording/Run.ts"

/** Takes the runs, and knows which of them the cell needs. */
interface PlayedInto {
  readonly take: (result: RunResult) => void
  readonly leaveOut?: (result: RunResult) => void
  readonly failsLeftOut?: () => LeftOutFailures
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
  { ending = () => ({}), failsLeftOut, leaveOut, recordedAt, take }: PlayedInto
): CellPlayer => {
  let noticed: ReadonlyArray<Issue> = []
  let held: Header | undefined
  const { close, identical, indices, next, resume } = recordingReader(file, source, {
    header: (header) => {
      held = header
      recordedAt?.(header.recorded_at)
      noticed = olderNotices(cell, header, file)
      return staleness(cell, header, file)
    },
    run: (run) => {
      const result = replayRun(cell, run, file)
      if (run.index <= cell.runs) take(result)
      else leaveOut?.(result)
    },
    ignoresWire: true
  })
  const finish = (): ReadonlyArray<Issue> => {
    const end = ending()
    const notices = [...noticed, ...copies(file, identical())]
    const wrong = stoppedIssues(cell, { file, stopped: held!.stopped, indices }, end)
    if (end.stopped !== undefined) return [...notices, ...wrong]
    for (let index = 1; index <= cell.runs; index++) {
      if (!indices.has(index)) take({ index, issue: missingRun(index, file, indices, held!) })
    }
    return [...notices, ...wrong, ...unusedRuns(cell, file, indices, failsLeftOut?.())]
  }
  return { next, resume, close, finish }
}

/** How many groups of copies are named. */
const SHOWN = 3

/** Ids and times are compared as well: what a model does twice is hardly ever the same to the millisecond. */
const copies = (file: string, identical: ReadonlyArray<RunIndices>): ReadonlyArray<Issue> => {
  if (identical.length === 0) return []
  const named = identical.slice(0, SHOWN).map((group) => group.named())
  const more = identical.length > SHOWN ? [`${identical.length - SHOWN} more groups`] : []
  return [
    notice(
      "IDENTICAL_RUNS",
      `${file} holds runs that are the same in everything but their index: ${[...named, ...more].join("; ")}.`,
      "They prove no more than one run. Record them again with --record, unless the agent always does and says the same."
    )
  ]
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
