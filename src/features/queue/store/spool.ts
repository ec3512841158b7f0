/**
 * Runs that were performed while the database could not take them: a file each, without secrets, until they are handed in. A file is there
 * whole or not at all, with the hash of what is in it: what was cut or changed since is not handed in.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { join } from "node:path"
import { isHeader } from "../../../engine/cassette/predicates.ts"
import type { LeasedUnit, UnitResult } from "../../../engine/services/RunQueue.ts"
import { isObject } from "../../../base/std/Json.ts"
import { sha256 } from "../../../base/std/sha256.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { refusedSize } from "../../../engine/layers/platform/writeWhole.ts"
import { writeAtomically } from "../../../engine/layers/platform/writeAtomically.ts"
import { runIn } from "./unitTape.ts"

export interface Spooled {
  readonly unit: LeasedUnit
  readonly result: UnitResult
}

export interface Spool {
  readonly directory: string
  readonly add: (unit: LeasedUnit, result: UnitResult) => Effect.Effect<void, PlatformError>
  /** The files that are there. */
  readonly files: Effect.Effect<ReadonlyArray<string>>
  /** What a file has, or a sentence about what is wrong with it. */
  readonly read: (file: string) => Effect.Effect<Spooled | string>
  readonly remove: (file: string) => Effect.Effect<void>
}

/** One for each queue: `name` says which. */
export const openSpool = Effect.fnUntraced(function* (directory: string, name: string) {
  const fs = yield* FileSystem.FileSystem
  const folder = join(directory, sha256(name).slice(0, 16))
  return {
    directory: folder,
    add: (unit, result) =>
      writeAtomically(join(folder, `${sha256(keyOf(unit)).slice(0, 32)}.json`), spoolText(unit, result)).pipe(
        Effect.provideService(FileSystem.FileSystem, fs)
      ),
    files: fs.readDirectory(folder).pipe(
      Effect.map((names) => names.filter((one) => /^[0-9a-f]{32}\.json$/.test(one)).toSorted()),
      Effect.orElseSucceed(() => [])
    ),
    read: (file) => {
      const path = join(folder, file)
      return fs.stat(path).pipe(
        // A pipe would be waited for without end, and a sparse file can be larger than any memory.
        Effect.map(({ size, type }) => (type === "File" ? refusedSize(Number(size)) : "it is no file")),
        Effect.flatMap((why) =>
          why === undefined
            ? Effect.map(fs.readFileString(path), (text) => spooledIn(path, text))
            : Effect.succeed(`${path} cannot be read (${why}).`)
        ),
        Effect.catch(({ reason }) => Effect.succeed(`${path} cannot be read (${reason.description ?? reason._tag}).`))
      )
    },
    remove: (file) => Effect.ignore(fs.remove(join(folder, file), { force: true }))
  } satisfies Spool
})

const keyOf = ({ cell, generation, index, plan }: LeasedUnit): string => JSON.stringify([plan, cell, index, generation])

/** The hash comes first, and is of everything behind it. */
export const spoolText = (unit: LeasedUnit, { header, line, media = new Map() }: UnitResult): string =>
  hashed(JSON.stringify({ unit, header, line, media: [...media] }))

const hashed = (content: string): string => `${HASH}${sha256(content)}${KEPT}${content}}`

const [HASH, KEPT] = ['{"sha256":"', '","kept":']
const CONTENT = HASH.length + 64 + KEPT.length

/** What a worker kept, or a sentence about what is wrong with the file. */
export const spooledIn = (file: string, text: string): Spooled | string => {
  const content = text.slice(CONTENT, -1)
  const json = text === hashed(content) ? tryCatch((): unknown => JSON.parse(content)) : undefined
  if (json === undefined) return `${file} is cut off, or was changed since a worker wrote it.`
  const { header, line, media, unit } = isObject(json) ? json : {}
  if (!isUnit(unit) || !isHeader(header) || typeof line !== "string" || !isArrayOfPairs(media)) {
    return `${file} is no run that a worker kept.`
  }
  const run = runIn(file, line, unit.index)
  if (typeof run === "string") return run
  return { unit, result: { header, line, ...(media.length > 0 && { media: new Map(media) }) } }
}

const isUnit = (unit: unknown): unit is LeasedUnit =>
  isObject(unit) &&
  typeof unit["plan"] === "string" &&
  typeof unit["cell"] === "string" &&
  [unit["index"], unit["generation"], unit["attempt"]].every((count) => Number.isSafeInteger(count))

const isArrayOfPairs = (media: unknown): media is ReadonlyArray<readonly [string, string]> =>
  Array.isArray(media) &&
  media.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"))
