/**
 * The text of a cell's cassette, from a file that is there, may be read, lies in the folder and is not too large.
 */
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { join } from "node:path"
import { CassetteError } from "../../services/Cassettes.ts"
import { type Folder, holds } from "./Folder.ts"

const MAX_SIZE = ByteSize.mebibytes(512)

export const readText = (folder: Folder, name: string): Effect.Effect<string, CassetteError, FileSystem.FileSystem> => {
  const path = join(folder.directory, name)
  const file = `${folder.shown}/${name}`
  return Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    if (!(yield* holds(folder, path))) return yield* unreadable(file, `leads outside ${folder.shown}`)
    const { size, type } = yield* fs.stat(path)
    if (type !== "File") return yield* unreadable(file, "is not a file")
    if (size > MAX_SIZE) return yield* unreadable(file, `is larger than ${ByteSize.format(MAX_SIZE)}`)
    return yield* decodeText(file, yield* fs.readFile(path))
  }).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(notRead(file, error))))
}

/** A character torn at the end is left out: the line it stood in has not ended, and is told as torn. */
const decodeText = (file: string, bytes: Uint8Array): Effect.Effect<string, CassetteError> =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }),
    catch: () =>
      new CassetteError({
        reason: "Damaged",
        file,
        sentence: `${file} is not UTF-8 text.`,
        hint: "Restore it from version control, or record it again with --record."
      })
  })

const notRead = (file: string, { reason }: PlatformError): CassetteError =>
  reason._tag === "NotFound"
    ? new CassetteError({
        reason: "Missing",
        file,
        sentence: `${file} does not exist.`,
        hint: "Record it with --record."
      })
    : unreadable(file, `cannot be read (${reason.description ?? reason._tag})`)

const unreadable = (file: string, what: string): CassetteError =>
  new CassetteError({
    reason: "Unreadable",
    file,
    sentence: `${file} ${what}.`,
    hint: "Move it out of the way, then record with --record."
  })
