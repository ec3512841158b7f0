/**
 * Finds the recording at a path: the file itself, or the only recording in a folder.
 */
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { UsageError } from "../UsageError.ts"

/** How many recordings the message names if there are several. */
const NAMED = 5

export const recordingAt = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* Effect.option(fs.stat(path))
  // Anything but a folder is read as a file, by the caller, which reports what is wrong with it.
  if (Option.isNone(info) || info.value.type !== "Directory") return path
  const entries = yield* Effect.orElseSucceed(
    fs.readDirectory(path, { recursive: true }),
    (): ReadonlyArray<string> => []
  )
  const [only, ...others] = entries
    .filter((entry) => entry.endsWith(".jsonl"))
    .map((entry) => join(path, entry))
    .toSorted()
  if (only === undefined) {
    return yield* new UsageError({
      what: `There is no recording in ${path}.`,
      hint: "Record one with passhat run --record."
    })
  }
  if (others.length === 0) return only
  const named = [only, ...others].slice(0, NAMED)
  const more = others.length + 1 - named.length
  return yield* new UsageError({
    what: `There are ${others.length + 1} recordings in ${path}.`,
    hint: `Choose one: ${named.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`
  })
})
