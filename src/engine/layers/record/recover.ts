/**
 * What earlier recordings left of a cell: its cassette, and the journal of a recording that was cut short.
 */
import * as Effect from "effect/Effect"
import type { Header, RecordedRun, Recording } from "../../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../../base/domain/Issue.ts"
import { notice } from "../../../base/domain/issues.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { CassetteProblem } from "../../cassette/CassetteProblem.ts"
import { explainProblem } from "../../cassette/explain/explainProblem.ts"
import type { Folder } from "../../cassette/Folder.ts"
import { readRecordingOf } from "../../cassette/readRecording.ts"
import { readText } from "../../cassette/readText.ts"
import { olderNotices, staleness } from "../../cassette/staleness.ts"
import { CassetteError } from "../../services/Cassettes.ts"
import { type Journal, parseJournal } from "./journal.ts"

export interface Recovered {
  /** Those that need not be performed again. */
  readonly runs: ReadonlyArray<RecordedRun>
  /** To be gone on with. */
  readonly journal: Journal | undefined
  /** Of the cassette; absent if none of its runs is kept. Its servers are as they were when these runs were recorded. */
  readonly header?: Header
  /** The indices of the runs that are in the cassette, and not only in a journal. */
  readonly inCassette: ReadonlySet<number>
  readonly issues: ReadonlyArray<Issue>
}

export const nothing: Recovered = { runs: [], journal: undefined, inCassette: new Set(), issues: [] }

/** The runs that the cell asks for and that have to be performed. */
export const missingRuns = (cell: Cell, { runs }: Recovered): ReadonlyArray<number> => {
  const known = new Set(runs.map(({ index }) => index))
  return Array.from({ length: cell.runs }, (_, at) => at + 1).filter((index) => !known.has(index))
}

/**
 * A journal that was to replace everything is gone on with alone, so that old and new runs never mix; any other adds to
 * the cassette. What was recorded of another cell, or is damaged as a whole, counts as not recorded.
 */
export const recover = Effect.fn("Cassettes.recover")(function* (folder: Folder, cell: Cell) {
  const journal = yield* readJournal(folder, cell)
  const cassette = journal?.mode === "all" ? nothing : yield* readCassette(folder, cell)
  return {
    ...cassette,
    runs: [...cassette.runs, ...(journal?.recording.runs.values() ?? [])],
    journal,
    issues: [...cassette.issues, ...(journal?.torn ? [tornNotice(journal.recording.file)] : [])]
  } satisfies Recovered
})

/** A journal is gone on with whole or not at all, since a run that is performed again must not be in it twice. */
const readJournal = Effect.fnUntraced(function* (folder: Folder, cell: Cell) {
  const name = `${cell.id}.jsonl.journal`
  const text = readText(folder, name)
  if (typeof text !== "string") return text.code === "missing" ? undefined : yield* fail(text)
  const journal = yield* Effect.fromResult(parseJournal(`${folder.shown}/${name}`, text))
  if (journal === undefined) return undefined
  const { file, header, runs } = journal.recording
  const isFresh =
    staleness(cell, header, file) === undefined &&
    !isOlder(olderNotices(cell, header, file), header) &&
    usableRuns(cell, journal.recording).length === runs.size
  return isFresh ? journal : undefined
})

const readCassette = (folder: Folder, cell: Cell) => recovered(cell, readRecordingOf(folder, cell))

/** What of a recording need not be performed again. */
export const recovered = Effect.fnUntraced(function* (cell: Cell, recording: Recording | CassetteProblem) {
  if (!("code" in recording)) return recoveredFrom(cell, recording)
  if (recording.code === "missing") return nothing
  const { issue, reason } = new CassetteError(explainProblem(recording))
  if (reason !== "Stale" && reason !== "Damaged") return yield* fail(recording)
  return { ...nothing, issues: [notice(issue.code, issue.message, "It is recorded again.")] }
})

/** Fails unless the recording can be read, and not of version 1: such a one is not read as it was written. */
export const judgeable = Effect.fnUntraced(function* (recording: Recording | CassetteProblem) {
  if ("code" in recording) return yield* fail(recording)
  const { file, header } = recording
  if (header.version === 1) {
    return yield* new CassetteError({
      reason: "Stale",
      file,
      sentence: `${file} is of an earlier version of passhat, and --record=judges writes what it reads.`,
      hint: "Record it again with --record, which asks its judges as well."
    })
  }
})

const fail = (problem: CassetteProblem) => Effect.fail(new CassetteError(explainProblem(problem)))

/** Whether runs would not be of one kind with those that are recorded now. Those of version 2 only lack checksums, which they get. */
const isOlder = (notices: ReadonlyArray<Issue>, { version }: Header): boolean =>
  version === 1 || notices.some(({ code }) => code !== "OLDER_CASSETTE")

/**
 * Runs of an older version are kept if they are all that the cell asks for. Beside new runs they would be in a recording of
 * this version, which says of the tools what was never compared with them.
 */
const recoveredFrom = (cell: Cell, recording: Recording): Recovered => {
  const runs = usableRuns(cell, recording)
  const older = olderNotices(cell, recording.header, recording.file)
  const isComplete = new Set(runs.map(({ index }) => index).filter((index) => index <= cell.runs)).size === cell.runs
  if (!isOlder(older, recording.header) || isComplete) {
    const inCassette = new Set(runs.map(({ index }) => index))
    return { ...nothing, runs, inCassette, ...(runs.length > 0 && { header: recording.header }), issues: older }
  }
  return { ...nothing, issues: older.map(({ code, message }) => notice(code, message, "It is recorded again.")) }
}

/** A run that the world stood in the way of, or that was not observed as is now asked, is performed again. */
const usableRuns = (cell: Cell, { runs }: Recording): ReadonlyArray<RecordedRun> =>
  [...runs.values()].filter(
    ({ observations = {}, outcome }) =>
      outcome.status === "completed" && cell.observations.every(({ name }) => Object.hasOwn(observations, name))
  )

const tornNotice = (file: string): Issue =>
  notice("DAMAGED_CASSETTE", `The last line of ${file} is torn.`, "The run that it was to hold is recorded again.")
