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
import type { Issue } from "../../domain/Issue.ts"
import { issue, notice } from "../../domain/issues.ts"
import type { Cell, Plan } from "../../domain/Plan.ts"
import { type CassetteError, Cassettes, type Listener, type Playback } from "../../services/Cassettes.ts"
import { type Digests, making, recall } from "./digests.ts"
import type { Folder } from "./Folder.ts"
import { cassetteReader } from "./readCassette.ts"
import { type Read, readPieces } from "./readText.ts"
import type { SeenIndices } from "./seenIndices.ts"
import { stale } from "./staleness.ts"
import { unusedRecordings } from "./unusedRecordings.ts"

/** With digests, what is replayed again and again is read from there. */
export const layer = (folder: Folder, digests?: Digests): Layer.Layer<Cassettes, never, FileSystem.FileSystem> =>
  Layer.effect(
    Cassettes,
    Effect.gen(function* () {
      const fileSystem = yield* Effect.context<FileSystem.FileSystem>()
      const open = (cell: Cell) => Effect.succeed(playback(folder, cell, fileSystem, digests))
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

const playback = (
  folder: Folder,
  cell: Cell,
  fileSystem: Context.Context<FileSystem.FileSystem>,
  digests: Digests | undefined
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
    play: Effect.fnUntraced(function* ({ missing, run }) {
      const made = digests === undefined || !areWanted ? undefined : yield* making(digests, folder, cell)
      const take = (recorded: RecordedRun): void => {
        if (recorded.index > cell.runs) return
        const result = run(recorded)
        made?.take(result)
      }
      const { seen } = yield* readRuns(folder, cell, take, made?.bytes)
      yield* made?.keep(seen) ?? Effect.void
      return noticed(seen, missing)
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
