/**
 * The files of the recordings at some paths: a file itself, and every recording below a folder.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { basename, dirname, join, resolve } from "node:path"
import { UsageError } from "../kit/UsageError.ts"
import { explainProblem } from "../../engine/cassette/explain/explainProblem.ts"
import { readRecording } from "../../engine/cassette/readRecording.ts"
import type { Recording } from "../../base/domain/recording/Cassette.ts"

/** Sorted, and each once. Fails for a folder without a recording. */
export const recordingsIn = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
  const found = yield* Effect.forEach(paths, below)
  return [...new Set(found.flat())].toSorted()
})

const below = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* Effect.option(fs.stat(path))
  // Anything but a folder is read as a file, by the caller, which reports what is wrong with it.
  if (Option.isNone(info) || info.value.type !== "Directory") return [path]
  const entries = yield* Effect.orElseSucceed(
    fs.readDirectory(path, { recursive: true }),
    (): ReadonlyArray<string> => []
  )
  const files = entries.filter((entry) => entry.endsWith(".jsonl")).map((entry) => join(path, entry))
  return files.length > 0
    ? files
    : yield* new UsageError({
        what: `There is no recording in ${path}.`,
        hint: "Record one with passhat run --record."
      })
})

/** Reads the recording in a file, or fails with the sentence that says what is wrong with it. */
export const readAt = (file: string): Effect.Effect<Recording, UsageError> => {
  const recording = readRecording({ directory: dirname(resolve(file)), shown: dirname(file) }, basename(file))
  if (!("code" in recording)) return Effect.succeed({ ...recording, file })
  const { hint, sentence } = explainProblem({ ...recording, file })
  return Effect.fail(new UsageError({ what: sentence, hint }))
}
