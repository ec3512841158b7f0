/**
 * Writes a file unless it exists.
 */
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { UsageError } from "../../app/kit/UsageError.ts"

export interface NewFile {
  /** In the project, with `/`. */
  readonly path: string
  readonly text: string
}

/** Whether it was written. */
export const writeNew = (
  folder: string,
  { path, text }: NewFile
): Effect.Effect<boolean, UsageError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    yield* fs.makeDirectory(join(folder, dirname(path)), { recursive: true })
    return yield* fs.writeFileString(join(folder, path), text, { flag: "wx" }).pipe(
      Effect.as(true),
      Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.succeed(false))
    )
  }).pipe(Effect.mapError((error) => notWritten(path, error)))

export const notWritten = (path: string, { reason }: PlatformError): UsageError =>
  new UsageError({
    what: `${path} could not be written: ${reason.description ?? reason._tag}.`,
    hint: "Make room for it and run passhat init again: it goes on from what is there."
  })
