/**
 * The recording of a cell while it goes on: a run that was performed counts once it is on the disk, and the cassette is
 * written once all of them are there.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Semaphore from "effect/Semaphore"
import stringify from "fast-json-stable-stringify"
import { Buffer } from "node:buffer"
import type { ToolChange } from "../../cassette/toolChanges.ts"
import { leftOutOf } from "../../cassette/unusedRuns.ts"
import { toolIssues } from "../../cassette/toolIssues.ts"
import type {
  Ending,
  Header,
  RecordedRun,
  Recording,
  ServerInfo,
  Stopped
} from "../../../base/domain/recording/Cassette.ts"
import { VERSION } from "../../../base/domain/recording/cassetteFormat.ts"
import type { Issue } from "../../../base/domain/Issue.ts"
import { issue, notice } from "../../../base/domain/issues.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { Kept, Tape } from "../../services/Cassettes.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { cleaned } from "./cleaned.ts"
import { endedAt } from "./endedAt.ts"
import { appendLines, journalLines, type RecordMode, readLine } from "./journal.ts"
import { mediaBeside } from "./media.ts"
import type { ProgressFile } from "./progressFile.ts"
import type { Recovered } from "./recover.ts"
import type { Redactor } from "./redact.ts"
import { type StoredRun, writeCassette } from "./writeCassette.ts"

export interface Recorder {
  readonly cell: Cell
  readonly mode: RecordMode
  /** Whether no run is performed, and judges are asked about those that are recorded. */
  readonly onlyJudges: boolean
  /** Where the cassette will be. */
  readonly path: string
  /** How messages spell that. */
  readonly file: string
  readonly redactor: Redactor
  /** The servers are left out: they introduce themselves as they are used. */
  readonly header: Omit<Header, "servers">
  /** Left out if no reader can look on. */
  readonly progress?: ProgressFile
}

/** A cell that misses a run keeps its old cassette, and the journal that `--record=missing` goes on with. */
export const recordingTape = Effect.fnUntraced(function* (
  { cell, file, mode, onlyJudges, path, progress, redactor, header: unintroduced }: Recorder,
  recovered: Recovered
) {
  const fs = yield* FileSystem.FileSystem
  const writing = yield* Semaphore.make(1)
  const runs = new Map(
    recovered.runs.map((run): readonly [number, RecordedRun | StoredRun<PlatformError | Infrastructure>] => [
      run.index,
      run
    ])
  )
  let header = recovered.journal?.recording.header
  const tools = toolIssues(file, toolsMixed)
  let length = recovered.journal?.length ?? 0
  const journal = `${path}.journal`
  const media = mediaBeside(path, redactor)

  /** The last of these lines, which end there. It stays on the disk: a recording may have any number of runs. */
  const storedRun = (index: number, end: number, lines: string): StoredRun<PlatformError | Infrastructure> => {
    const start = end - Buffer.byteLength(lines.slice(lines.lastIndexOf("\n", lines.length - 2) + 1))
    const line = Effect.flatMap(readLine(journal, start, end), (found) =>
      found === undefined ? Effect.fail(overwritten(file)) : Effect.succeed(found)
    )
    return { index, line }
  }

  const keep = Effect.fnUntraced(function* (
    performed: RecordedRun,
    servers: ReadonlyArray<ServerInfo>,
    found?: ReadonlyMap<string, string>
  ) {
    const unclean = { file, header: { ...(header ?? unintroduced), servers }, runs: [performed] }
    const clean = yield* Effect.fromResult(cleaned(redactor, cell, unclean))
    const run = clean.runs.get(performed.index)!
    if (run.outcome.status === "completed") {
      if (found !== undefined) yield* media.write(found)
      const kept = header ?? goesOn(clean.header, recovered)
      tools.compare(kept, clean.header.servers)
      yield* append({ ...clean, header: kept })
    }
    return { run, issues: [] } satisfies Kept
  })

  /** Puts a run in the journal. */
  const append = Effect.fnUntraced(function* (recording: Recording) {
    const lines = journalLines(recording, length === 0 ? mode : undefined)
    length = yield* appendLines(journal, length, lines)
    header = recording.header
    for (const index of recording.runs.keys()) runs.set(index, storedRun(index, length, lines))
  })

  /** A run is in the journal once more then, and the last of its lines counts. */
  const keepJudged = Effect.fnUntraced(function* (run: RecordedRun) {
    const known = header ?? recovered.header!
    const clean = yield* Effect.fromResult(cleaned(redactor, cell, { file, header: known, runs: [run] }))
    yield* append({ ...clean, header: known })
    return clean.runs.get(run.index)!
  })

  const finish = Effect.fnUntraced(function* (ending: Ending) {
    const { isKept, missing, stopped, wrong } = endedAt(cell, file, recovered, (index) => runs.has(index), ending)
    if (missing.length > 0) return yield* incomplete(file, missing, runs.size > 0)
    const written = headerAt(header ?? recovered.header, stopped)
    const isUnchanged = header === undefined && isSame(written, recovered.header)
    if (written !== undefined && !isUnchanged) {
      // What was kept is clean; what an earlier recorder left may show what is known to be secret by now.
      const old = recovered.runs.filter((run) => runs.get(run.index) === run)
      const clean = yield* Effect.fromResult(cleaned(redactor, cell, { file, header: written, runs: old }))
      const all = [...new Map([...runs, ...clean.runs]).values()]
      yield* writeCassette(
        path,
        clean.header,
        all.filter(({ index }) => isKept(index))
      )
      yield* fs.remove(journal, { force: true })
      if (mode === "all") yield* media.sweep
    }
    if (wrong !== undefined) return yield* new Infrastructure({ issue: wrong })
  })

  /** One after the other, and to the end: what is half written when the program gets a signal to stop would be lost. */
  const safely = <A>(write: Effect.Effect<A, Infrastructure | PlatformError, FileSystem.FileSystem>) =>
    writing
      .withPermits(1)(write)
      .pipe(
        Effect.catchTag("PlatformError", (error) => Effect.fail(unwritten(file, error))),
        Effect.provideService(FileSystem.FileSystem, fs),
        Effect.uninterruptible
      )

  return {
    file,
    get issues() {
      return [...recovered.issues, ...tools.all()]
    },
    recordedAt: () => (header ?? recovered.header)?.recorded_at,
    recorded: (index) => {
      const run = runs.get(index)
      if (run === undefined && onlyJudges) return { issue: notRecorded(file, index) }
      return run === undefined || "line" in run ? undefined : { run }
    },
    keep: (run, servers, found) =>
      Effect.ensuring(
        safely(keep(run, servers, found)),
        Effect.sync(() => progress?.ended(run.index))
      ),
    ...(progress !== undefined && { underWay: progress.tell }),
    keepJudged: (run) => safely(keepJudged(run)),
    judgesRecorded: onlyJudges,
    leftOut: leftOutOf(cell, file, recovered.runs),
    finish: (ending = {}) => safely(finish(ending))
  } satisfies Tape
})

/** A recording that gets more runs is as old as its first, and has the servers that those were offered. */
export const goesOn = (fresh: Header, { header, runs }: Recovered): Header =>
  header === undefined
    ? fresh
    : { ...fresh, servers: header.servers, ...(runs.length > 0 && { recorded_at: header.recorded_at }) }

/** The header of a recording that stopped there, or did not. What is of version 2 gets the checksums of this version. */
export const headerAt = (header: Header | undefined, stopped: Stopped | undefined): Header | undefined => {
  if (header === undefined) return undefined
  const { stopped: _, ...rest } = header
  const version = rest.version === 1 ? 1 : VERSION
  return { ...rest, version, ...(stopped !== undefined && { stopped }) }
}

export const isSame = (one: Header | undefined, other: Header | undefined): boolean =>
  one?.version === other?.version && stringify(one?.stopped ?? null) === stringify(other?.stopped ?? null)

/** The header keeps the tools that the first runs were offered, so that --live-tools goes on to tell that they have changed. */
export const toolsMixed = ({ what }: ToolChange): Issue => notice("TOOL_CHANGED", `${what}.`, MIXED)

const MIXED = "The runs of this recording were not all offered the same tools: record all of them again with --record."

export const notRecorded = (file: string, index: number): Issue =>
  issue(
    "MISSING_RUN",
    `${file} has no run ${index}, and --record=judges runs no agent.`,
    "Record it with --record=missing, or ask for fewer runs."
  )

export const incomplete = (file: string, missing: ReadonlyArray<number>, someAreKept: boolean): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${file} is not written, since run ${missing.join(", ")} could not be recorded.`,
      someAreKept
        ? "The other runs are kept: go on with --record=missing."
        : "Each of them says why. Mend that, then record again."
    )
  })

const overwritten = (file: string): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${file}.journal was changed by another program while it was written, so that ${file} is not.`,
      "Record everything again with --record."
    )
  })

const unwritten = (file: string, { reason }: PlatformError): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${file} could not be written (${reason.description ?? reason._tag}).`,
      "Make room for it, or make it writable; then go on with --record=missing."
    )
  })
