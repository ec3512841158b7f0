/**
 * Cassettes from a folder: a cell is replayed from its own file, read whole and recorded of this very cell, or not at all.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Header, RecordedRun } from "../../domain/Cassette.ts"
import { type Issue, issue, notice } from "../../domain/Issue.ts"
import type { Cell, Plan } from "../../domain/Plan.ts"
import { type CassetteError, Cassettes, type Playback } from "../../services/Cassettes.ts"
import type { Folder } from "./Folder.ts"
import { cassetteReader } from "./readCassette.ts"
import { readPieces } from "./readText.ts"
import type { SeenIndices } from "./seenIndices.ts"
import { stale } from "./staleness.ts"
import { unusedRecordings } from "./unusedRecordings.ts"

export const layer = (folder: Folder): Layer.Layer<Cassettes, never, FileSystem.FileSystem> =>
  Layer.effect(
    Cassettes,
    Effect.gen(function* () {
      const fileSystem = yield* Effect.context<FileSystem.FileSystem>()
      const open = (cell: Cell) => Effect.succeed(playback(folder, cell, fileSystem))
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

const playback = (folder: Folder, cell: Cell, fileSystem: Context.Context<FileSystem.FileSystem>): Playback => {
  const file = fileOf(folder, cell)
  return {
    file,
    play: (listener) =>
      readRuns(folder, cell, (run) => {
        if (run.index <= cell.runs) listener.run(run)
      }).pipe(
        Effect.map(({ seen }) => {
          for (let index = 1; index <= cell.runs; index++) {
            if (!seen.has(index)) listener.missing(index, missingRun(index, file, seen))
          }
          return unusedRuns(cell, file, seen)
        }),
        Effect.provideContext(fileSystem)
      )
  }
}

const fileOf = (folder: Folder, cell: Cell): string => `${folder.shown}/${cell.id}.jsonl`

/** Hands over each run once the recording is known to be of this cell. */
const readRuns = Effect.fnUntraced(function* (folder: Folder, cell: Cell, take: (run: RecordedRun) => void) {
  const file = fileOf(folder, cell)
  let header: Header | undefined
  const reader = cassetteReader(file, {
    header: (read) => {
      header = read
      return Option.match(stale(cell, read, file), { onNone: () => Result.void, onSome: Result.fail<CassetteError> })
    },
    run: take
  })
  yield* readPieces(folder, `${cell.id}.jsonl`, reader.push)
  const seen = yield* Effect.fromResult(reader.end())
  return { header: header!, seen }
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
