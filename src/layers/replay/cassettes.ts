/**
 * Cassettes from a folder: a cell is replayed from its own file, read whole and recorded of this very cell, or not at all.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Recording } from "../../domain/Cassette.ts"
import { type Issue, issue, notice } from "../../domain/Issue.ts"
import type { Cell, Plan } from "../../domain/Plan.ts"
import { type CassetteError, Cassettes, type Tape } from "../../services/Cassettes.ts"
import { closed } from "./closed.ts"
import type { Folder } from "./Folder.ts"
import { parseCassette } from "./readCassette.ts"
import { readText } from "./readText.ts"
import { stale } from "./staleness.ts"
import { unusedRecordings } from "./unusedRecordings.ts"

export const layer = (folder: Folder): Layer.Layer<Cassettes, never, FileSystem.FileSystem> =>
  Layer.effect(
    Cassettes,
    Effect.gen(function* () {
      const fileSystem = yield* Effect.context<FileSystem.FileSystem>()
      const open = (cell: Cell) =>
        Effect.map(Effect.provideContext(readRecording(folder, cell), fileSystem), (recording) => tape(cell, recording))
      const unused = (plan: Plan) => Effect.provideContext(unusedRecordings(folder, plan), fileSystem)
      return Cassettes.of({ open, unused })
    })
  )

/** Reads a cell's cassette whole. */
export const readRecording = Effect.fn("Cassettes.readRecording")(function* (folder: Folder, cell: Cell) {
  const file = `${cell.id}.jsonl`
  const text = yield* readText(folder, file)
  const recording = yield* Effect.fromResult(parseCassette(`${folder.shown}/${file}`, text))
  const error: Option.Option<CassetteError> = stale(cell, recording.header, recording.file)
  return Option.isSome(error) ? yield* error.value : recording
})

/** Every run has to be there, and nothing can be added. */
const tape = (cell: Cell, { file, runs }: Recording): Tape => ({
  file,
  issues: unusedRuns(cell, file, [...runs.keys()]),
  recorded: (index) => {
    const run = runs.get(index)
    return run === undefined ? Result.fail(missingRun(index, file, [...runs.keys()])) : Result.succeed(Option.some(run))
  },
  keep: () => Effect.fail(closed),
  finish: Effect.void
})

const missingRun = (index: number, file: string, recorded: ReadonlyArray<number>): Issue =>
  issue(
    "MISSING_RUN",
    `${file} has no run ${index}: it holds ${recorded.length === 0 ? "no run" : `run ${recorded.join(", ")}`}.`,
    "Record it with --record=missing, or ask for fewer runs."
  )

const unusedRuns = (cell: Cell, file: string, recorded: ReadonlyArray<number>): ReadonlyArray<Issue> => {
  const unused = recorded.filter((index) => index > cell.runs)
  return unused.length === 0
    ? []
    : [
        notice(
          "UNUSED_RECORDING",
          `${file} also holds run ${unused.join(", ")}, which nothing asks for.`,
          `Say runs(${Math.max(...unused)}) to use what is recorded.`
        )
      ]
}
