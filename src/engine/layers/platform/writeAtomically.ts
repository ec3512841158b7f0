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
    yield* makeDirectories(directory)
    yield* writeSynced(temporary, text).pipe(
      Effect.andThen(fs.rename(temporary, file)),
      Effect.onError(() => Effect.ignore(fs.remove(temporary, { force: true })))
    )
    yield* syncDirectory(directory)
  }).pipe(Effect.uninterruptible)

/** The most that the umask leaves to others: nothing that is recorded is ever writable by all. */
export const FILE_MODE = 0o664

/**
 * Writes a new file, which only its owner may read until it is whole. The mode that it gets then is what the system made of
 * `FILE_MODE` and the umask, which Deno tells only with a permission of its own. Where modes cannot be changed, they are left alone.
 */
const writeNew = <E>(
  path: string,
  text: Pieces<E>,
  isSynced: boolean
): Effect.Effect<void, PlatformError | E, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = yield* fs.open(path, { flag: "wx", mode: FILE_MODE })
    const { mode } = yield* file.stat
    const isClosed = yield* Effect.as(fs.chmod(path, 0o600), true).pipe(
      Effect.catchIf(hasNoModes, () => Effect.succeed(false))
    )
    const encoder = new TextEncoder()
    for (const piece of joined(text)) {
      yield* file.writeAll(encoder.encode(typeof piece === "string" ? piece : yield* piece))
    }
    if (isClosed) yield* fs.chmod(path, mode & 0o777)
    if (isSynced) yield* file.sync
  }).pipe(Effect.scoped)

export const writeSynced = <E = never>(path: string, text: Pieces<E>) => writeNew(path, text, true)

/** For what may be lost in a power cut. */
export const writeUnsynced = (path: string, text: string) => writeNew(path, text, false)

const hasNoModes = ({ reason }: PlatformError): boolean =>
  reason._tag === "PermissionDenied" || reason.description === "ENOSYS" || reason.description === "ENOTSUP"

/** Makes a directory and those above it. The name of a new one survives a power cut before anything is in it. */
export const makeDirectories = (path: string): Effect.Effect<void, PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const missing = yield* missingOf(path)
    yield* fs.makeDirectory(path, { recursive: true })
    yield* Effect.forEach(missing, (made) => syncDirectory(dirname(made)))
  })

/** What cannot be looked at counts as there: making it says what is wrong. */
const missingOf = (path: string): Effect.Effect<ReadonlyArray<string>, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const isThere = yield* Effect.orElseSucceed(fs.exists(path), () => true)
    return isThere ? [] : [path, ...(yield* missingOf(dirname(path)))]
  })

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
