/**
 * The text of a cell's cassette, piece by piece, from a file that is there, may be read and lies in the folder.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import { join } from "node:path"
import { CassetteError } from "../../services/Cassettes.ts"
import { stampOf as stamped } from "./digestNames.ts"
import { type Folder, holds } from "../../cassette/Folder.ts"

/** How much is read at once: enough to be quick, little enough to answer Ctrl-C in between. */
const PIECE = 1024 * 1024

/** How much is read where all of it has to be there at once. */
const MAX_TEXT = 512 * 1024 * 1024

/** Who takes the pieces. A refusal ends the reading. */
export type Read = (bytes: Uint8Array) => Result.Result<void, CassetteError>
type Take = (piece: string) => Result.Result<void, CassetteError>

/** Cuts the text anywhere but within a character. Somebody may look at the bytes first. */
export const readPieces = (
  folder: Folder,
  name: string,
  take: Take,
  look: Read = () => Result.void
): Effect.Effect<void, CassetteError, FileSystem.FileSystem> => {
  const decode = textDecoder(`${folder.shown}/${name}`)
  return readBytes(folder, name, (bytes) => Result.flatMap(look(bytes), () => Result.flatMap(decode(bytes), take)))
}

/** Two buffers take turns: one is filled while the other is read. */
export const readBytes = (
  folder: Folder,
  name: string,
  read: Read
): Effect.Effect<void, CassetteError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const { size } = yield* stampOf(folder, name)
    const open = yield* fs.open(join(folder.directory, name))
    const room = Math.min(PIECE, size + 1)
    let [current, other] = [new Uint8Array(room), new Uint8Array(room)]
    let count = yield* open.read(current)
    while (count > 0) {
      const next = yield* Effect.forkChild(open.read(other), { startImmediately: true })
      yield* Effect.fromResult(read(current.subarray(0, count)))
      count = yield* Fiber.join(next)
      ;[current, other] = [other, current]
    }
  }).pipe(
    Effect.scoped,
    Effect.catchTag("PlatformError", (error) => Effect.fail(notRead(`${folder.shown}/${name}`, error)))
  )

/** How large a file is, and what changes when it is written, as a rule: not to be trusted with more than a guess. */
export const stampOf = (
  folder: Folder,
  name: string
): Effect.Effect<{ readonly size: number; readonly stamp: string }, CassetteError, FileSystem.FileSystem> => {
  const path = join(folder.directory, name)
  const file = `${folder.shown}/${name}`
  return Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    if (!(yield* holds(folder, path))) return yield* unreadable(file, `leads outside ${folder.shown}`)
    const { mtime, size, type } = yield* fs.stat(path)
    if (type !== "File") return yield* unreadable(file, "is not a file")
    const written = Option.getOrElse(mtime, () => new Date(0))
    return { size: Number(size), stamp: stamped(Number(size), written) }
  }).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(notRead(file, error))))
}

/** The whole text at once. */
export const readText = (folder: Folder, name: string): Effect.Effect<string, CassetteError, FileSystem.FileSystem> =>
  Effect.suspend(() => {
    const pieces: Array<string> = []
    let length = 0
    const take: Take = (piece) => {
      pieces.push(piece)
      length += piece.length
      return length > MAX_TEXT
        ? Result.fail(unreadable(`${folder.shown}/${name}`, "is larger than 512 MiB"))
        : Result.void
    }
    return Effect.map(readPieces(folder, name, take), () => pieces.join(""))
  })

/** A character torn at the end is left out: the line it stood in has not ended, and is told as torn. */
const textDecoder = (file: string) => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  return (bytes: Uint8Array): Result.Result<string, CassetteError> =>
    Result.try({
      try: () => decoder.decode(bytes, { stream: true }),
      catch: () =>
        new CassetteError({
          reason: "Damaged",
          file,
          sentence: `${file} is not UTF-8 text.`,
          hint: "Restore it from version control, or record it again with --record."
        })
    })
}

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
