/**
 * The recording of a cell while it goes on: a run that was performed counts once it is on the disk, and the cassette is
 * written once all of them are there.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Semaphore from "effect/Semaphore"
import { Buffer } from "node:buffer"
import { toolIssues } from "../../cassette/toolIssues.ts"
import type { Header, RecordedRun, ServerInfo } from "../../domain/Cassette.ts"
import { issue, notice } from "../../domain/issues.ts"
import type { Cell } from "../../domain/Plan.ts"
import type { Kept, Tape } from "../../services/Cassettes.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { cleaned } from "./cleaned.ts"
import { appendLines, journalLines, type Mode, readLine } from "./journal.ts"
import type { Recovered } from "./recover.ts"
import type { Redactor } from "./redact.ts"
import { type StoredRun, writeCassette } from "./writeCassette.ts"

export interface Recorder {
  readonly cell: Cell
  readonly mode: Mode
  /** Where the cassette will be. */
  readonly path: string
  /** How messages spell that. */
  readonly file: string
  readonly redactor: Redactor
  /** The servers are left out: they introduce themselves as they are used. */
  readonly header: Omit<Header, "servers">
}

/** A cell that misses a run keeps its old cassette, and the journal that `--record=missing` goes on with. */
export const recordingTape = Effect.fnUntraced(function* (
  { cell, file, mode, path, redactor, header: unintroduced }: Recorder,
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
  const tools = toolIssues(file, ({ what }) => notice("TOOL_CHANGED", `${what}.`, MIXED))
  let length = recovered.journal?.length ?? 0
  const journal = `${path}.journal`

  /** The last of these lines, which end there. It stays on the disk: a recording may have any number of runs. */
  const storedRun = (index: number, end: number, lines: string): StoredRun<PlatformError | Infrastructure> => {
    const start = end - Buffer.byteLength(lines.slice(lines.lastIndexOf("\n", lines.length - 2) + 1))
    const line = Effect.flatMap(readLine(journal, start, end), (found) =>
      found === undefined ? Effect.fail(overwritten(file)) : Effect.succeed(found)
    )
    return { index, line }
  }

  const keep = Effect.fnUntraced(function* (performed: RecordedRun, servers: ReadonlyArray<ServerInfo>) {
    const unclean = { file, header: { ...(header ?? unintroduced), servers }, runs: [performed] }
    const clean = yield* Effect.fromResult(cleaned(redactor, cell, unclean))
    const run = clean.runs.get(performed.index)!
    if (run.outcome.status === "completed") {
      const kept = header ?? { ...clean.header, servers: recovered.servers ?? clean.header.servers }
      tools.compare(kept, clean.header.servers)
      const lines = journalLines({ ...clean, header: kept }, length === 0 ? mode : undefined)
      length = yield* appendLines(journal, length, lines)
      header = kept
      runs.set(run.index, storedRun(run.index, length, lines))
    }
    return { run, issues: [] } satisfies Kept
  })

  const finish = Effect.gen(function* () {
    const missing = Array.from({ length: cell.runs }, (_, at) => at + 1).filter((index) => !runs.has(index))
    if (missing.length > 0) return yield* incomplete(file, missing, runs.size > 0)
    if (header === undefined) return
    // What was kept is clean; what an earlier recorder left may show what is known to be secret by now.
    const old = recovered.runs.filter((run) => runs.get(run.index) === run)
    const clean = yield* Effect.fromResult(cleaned(redactor, cell, { file, header, runs: old }))
    yield* writeCassette(path, clean.header, [...new Map([...runs, ...clean.runs]).values()])
    yield* fs.remove(journal, { force: true })
  })

  /** One after the other, and to the end: what is half written when the program is told to stop would be lost. */
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
    recorded: (index) => {
      const run = runs.get(index)
      return run === undefined || "line" in run ? undefined : { run }
    },
    keep: (run, servers) => safely(keep(run, servers)),
    finish: safely(finish)
  } satisfies Tape
})

/** The header keeps the tools that the first runs were offered, so that --live-tools goes on to tell that they have changed. */
const MIXED = "The runs of this recording were not all offered the same tools: record all of them again with --record."

const incomplete = (file: string, missing: ReadonlyArray<number>, someAreKept: boolean): Infrastructure =>
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
