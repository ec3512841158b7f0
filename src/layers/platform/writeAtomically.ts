/**
 * Writes a file atomically: readers see the old text or the new one, never a part, even after a crash.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { basename, dirname, join } from "node:path"
import { inPortions } from "./inPortions.ts"

/** Uninterruptible: a write that goes on behind an interrupted fiber would leave its temporary file behind. */
export const writeAtomically = (
  file: string,
  text: string | Iterable<string>
): Effect.Effect<void, PlatformError, FileSystem.FileSystem> =>
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

const writeSynced = (path: string, text: string | Iterable<string>) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = yield* fs.open(path, { flag: "wx" })
    const encoder = new TextEncoder()
    for (const piece of inPortions(text)) yield* file.writeAll(encoder.encode(piece))
    yield* file.sync
  }).pipe(Effect.scoped)

/** Makes a new name in a directory survive a power cut. Ignores failures: some systems cannot sync a directory. */
export const syncDirectory = (path: string): Effect.Effect<void, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* fs.open(path)
    yield* directory.sync
  }).pipe(Effect.scoped, Effect.ignore)
