/**
 * Cassettes from a folder: a cell is replayed from its own file, read whole and recorded of this very cell, or not at all.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { join } from "node:path"
import type { Header, RecordedRun } from "../../domain/Cassette.ts"
import type { Issue } from "../../domain/Issue.ts"
import { issue, notice } from "../../domain/issues.ts"
import type { Cell, Plan } from "../../domain/Plan.ts"
import { type CassetteError, Cassettes, type Listener, type Playback } from "../../services/Cassettes.ts"
import { recordingOf } from "./blocks.ts"
import type { Crew } from "./Crew.ts"
import { type Digests, making, recall } from "./digests.ts"
import type { Folder } from "./Folder.ts"
import { cassetteReader } from "./readCassette.ts"
import { type Read, readPieces, stampOf } from "./readText.ts"
import { seenIn, type SeenIndices } from "./seenIndices.ts"
import { olderNotices, stale } from "./staleness.ts"
import { unusedRecordings } from "./unusedRecordings.ts"

/** With digests, what is replayed again and again is read from there. With a crew, what is large is replayed together. */
export const layer = (
  folder: Folder,
  digests?: Digests,
  crew?: Crew
): Layer.Layer<Cassettes, never, FileSystem.FileSystem> =>
  Layer.effect(
    Cassettes,
    Effect.gen(function* () {
      const fileSystem = yield* Effect.context<FileSystem.FileSystem>()
      if (crew !== undefined) yield* Effect.addFinalizer(() => crew.dismiss)
      const open = (cell: Cell) => Effect.succeed(playback(folder, cell, fileSystem, { digests, crew }))
      const unused = (plan: Plan) => Effect.provideContext(unusedRecordings(folder, plan), fileSystem)
      return Cassettes.of({ open, unused })
    })
  )

/** Reads a cell's cassette whole. */
export const readRecording = Effect.fn("Cassettes.readRecording")(function* (folder: Folder, cell: Cell) {
  const runs = new Map<number, RecordedRun>()
  const { header } = yield* readRuns(folder, cell, (run) => runs.set(run.index, run))
  return { file: fileOf(folder, cell), header, runs }
})

interface Aids {
  readonly digests: Digests | undefined
  readonly crew: Crew | undefined
}

const playback = (
  folder: Folder,
  cell: Cell,
  fileSystem: Context.Context<FileSystem.FileSystem>,
  { crew, digests }: Aids
): Playback => {
  const file = fileOf(folder, cell)
  const noticed = (seen: SeenIndices, missing: Listener["missing"]): ReadonlyArray<Issue> => {
    for (let index = 1; index <= cell.runs; index++) {
      if (!seen.has(index)) missing(index, missingRun(index, file, seen))
    }
    return unusedRuns(cell, file, seen)
  }
  /** Digests are made for those who would have used them. */
  let areWanted = false
  return {
    file,
    play: Effect.fnUntraced(function* (listener) {
      const { missing, run } = listener
      const made = digests === undefined || !areWanted ? undefined : yield* making(digests, folder, cell)
      const together = made === undefined ? yield* readTogether(folder, cell, crew, listener) : undefined
      if (together !== undefined) return noticed(together, missing)
      const take = (recorded: RecordedRun): void => {
        if (recorded.index > cell.runs) return
        const result = run(recorded)
        made?.take(result)
      }
      const { header, seen } = yield* readRuns(folder, cell, take, made?.bytes)
      const older = olderNotices(cell, header, file)
      // A digest has no header, so it could not repeat the notice.
      if (older.length === 0) made?.keep(seen)
      return [...older, ...noticed(seen, missing)]
    }, Effect.provideContext(fileSystem)),
    recall: Effect.fnUntraced(function* ({ missing, result }) {
      areWanted = true
      const seen = digests === undefined ? Option.none() : yield* recall(digests, folder, cell, result)
      return Option.map(seen, (indices) => noticed(indices, missing))
    }, Effect.provideContext(fileSystem))
  }
}

const fileOf = (folder: Folder, cell: Cell): string => `${folder.shown}/${cell.id}.jsonl`

/** Hands over each run once the recording is known to be of this cell. */
const readRuns = Effect.fnUntraced(function* (
  folder: Folder,
  cell: Cell,
  take: (run: RecordedRun) => void,
  look?: Read
) {
  const file = fileOf(folder, cell)
  let header: Header | undefined
  const reader = cassetteReader(file, {
    header: (read) => {
      header = read
      return Option.match(stale(cell, read, file), { onNone: () => Result.void, onSome: Result.fail<CassetteError> })
    },
    run: take
  })
  yield* readPieces(folder, `${cell.id}.jsonl`, reader.push, look)
  const seen = yield* Effect.fromResult(reader.end())
  return { header: header!, seen }
})

/** Nothing where nobody helps, or one has to read it alone. */
const readTogether = Effect.fnUntraced(function* (
  folder: Folder,
  cell: Cell,
  crew: Crew | undefined,
  { parts, run }: Listener
) {
  if (crew === undefined || parts === undefined) return undefined
  const name = `${cell.id}.jsonl`
  // Only what lies in the folder is read.
  yield* stampOf(folder, name)
  const recording = Result.try(() => recordingOf(cell, join(folder.directory, name)))
  if (Result.isFailure(recording) || recording.success === undefined) return undefined
  const isReplayed = (recorded: RecordedRun): boolean => {
    const result = run(recorded)
    return result !== undefined && "trace" in result
  }
  const stretches = yield* crew.replay(cell, recording.success, { parts, run: isReplayed })
  const seen = stretches && seenIn(stretches)
  if (seen === undefined) parts.clear()
  return seen
})

const missingRun = (index: number, file: string, seen: SeenIndices): Issue =>
  issue(
    "MISSING_RUN",
    `${file} has no run ${index}: it holds ${seen.named()}.`,
    "Record it with --record=missing, or ask for fewer runs."
  )

const unusedRuns = (cell: Cell, file: string, seen: SeenIndices): ReadonlyArray<Issue> =>
  seen.largest() <= cell.runs
    ? []
    : [
        notice(
          "UNUSED_RECORDING",
          `${file} also holds ${seen.named(cell.runs + 1)}, which nothing asks for.`,
          `Say runs(${seen.largest()}) to use what is recorded.`
        )
      ]
