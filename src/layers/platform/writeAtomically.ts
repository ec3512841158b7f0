/**
 * Writes a file atomically: readers see the old text or the new one, never a part, even after a crash.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { basename, dirname, join } from "node:path"
import { portionsOf } from "./inPortions.ts"

/** A text, or the pieces of one. A piece may be an Effect that reads it, so that only one is in memory. */
export type Pieces<E = never> = string | Iterable<string | Effect.Effect<string, E, FileSystem.FileSystem>>

/** Uninterruptible: a write that goes on behind an interrupted fiber would leave its temporary file behind. */
export const writeAtomically = <E = never>(
  file: string,
  text: Pieces<E>
): Effect.Effect<void, PlatformError | E, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const directory = dirname(file)
    const temporary = join(directory, `.${basename(file)}.${crypto.randomUUID()}.tmp`)
    yield* fs.makeDirectory(directory, { recursive: true })
    yield* writeSynced(temporary, text).pipe(
      Effect.andThen(fs.rename(temporary, file)),
      Effect.onError(() => Effect.ignore(fs.remove(temporary, { force: true })))
    )
    yield* syncDirectory(directory)
  }).pipe(Effect.uninterruptible)

const writeSynced = <E>(path: string, text: Pieces<E>) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = yield* fs.open(path, { flag: "wx" })
    const encoder = new TextEncoder()
    for (const piece of joined(text)) {
      yield* file.writeAll(encoder.encode(typeof piece === "string" ? piece : yield* piece))
    }
    yield* file.sync
  }).pipe(Effect.scoped)

/** Small texts in portions, and the pieces that are read one by one. */
function* joined<Read>(text: string | Iterable<string | Read>): Iterable<string | Read> {
  if (typeof text === "string") return yield text
  const portions = portionsOf()
  for (const piece of text) {
    if (typeof piece === "string") yield* portions.add(piece)
    else {
      yield* portions.rest()
      yield piece
    }
  }
  yield* portions.rest()
}

/** Makes a new name in a directory survive a power cut. Ignores failures: some systems cannot sync a directory. */
export const syncDirectory = (path: string): Effect.Effect<void, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* fs.open(path)
    yield* directory.sync
  }).pipe(Effect.scoped, Effect.ignore)
