/**
 * Runs that were performed while the database could not take them: a file each, without secrets, until they are handed in. A file is there
 * whole or not at all.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { join } from "node:path"
import { isHeader } from "../../cassette/predicates.ts"
import type { Header } from "../../domain/Cassette.ts"
import type { LeasedUnit, UnitResult } from "../../services/RunQueue.ts"
import { isObject } from "../../std/Json.ts"
import { sha256 } from "../../std/sha256.ts"
import { tryCatch } from "../../std/tryCatch.ts"
import { writeAtomically } from "../platform/writeAtomically.ts"

export interface Spooled {
  readonly file: string
  readonly unit: LeasedUnit
  readonly result: UnitResult
}

export interface Spool {
  readonly directory: string
  readonly add: (unit: LeasedUnit, result: UnitResult) => Effect.Effect<void, PlatformError>
  /** The files that are there; what none of them says is undefined. */
  readonly files: Effect.Effect<ReadonlyArray<string>>
  readonly read: (file: string) => Effect.Effect<Spooled | undefined>
  readonly remove: (file: string) => Effect.Effect<void>
}

/** One for each queue: `name` says which. */
export const openSpool = Effect.fnUntraced(function* (directory: string, name: string) {
  const fs = yield* FileSystem.FileSystem
  const folder = join(directory, sha256(name).slice(0, 16))
  return {
    directory: folder,
    add: (unit, { header, line, media = new Map() }) =>
      writeAtomically(
        join(folder, `${sha256(keyOf(unit)).slice(0, 32)}.json`),
        JSON.stringify({ unit, header, line, media: [...media] })
      ).pipe(Effect.provideService(FileSystem.FileSystem, fs)),
    files: fs.readDirectory(folder).pipe(
      Effect.map((names) => names.filter((one) => /^[0-9a-f]{32}\.json$/.test(one)).toSorted()),
      Effect.orElseSucceed(() => [])
    ),
    read: (file) =>
      fs.readFileString(join(folder, file)).pipe(
        Effect.map((text) => spooledIn(file, text)),
        Effect.orElseSucceed(() => undefined)
      ),
    remove: (file) => Effect.ignore(fs.remove(join(folder, file), { force: true }))
  } satisfies Spool
})

const keyOf = ({ cell, generation, index, plan }: LeasedUnit): string => JSON.stringify([plan, cell, index, generation])

/** Undefined if another program wrote it. */
const spooledIn = (file: string, text: string): Spooled | undefined => {
  const json = tryCatch((): unknown => JSON.parse(text))
  if (!isObject(json) || !isObject(json["unit"]) || typeof json["line"] !== "string") return undefined
  const { attempt, cell, generation, index, plan } = json["unit"]
  const header: unknown = json["header"]
  if (typeof plan !== "string" || typeof cell !== "string" || !isHeader(header)) return undefined
  if (typeof index !== "number" || typeof generation !== "number" || typeof attempt !== "number") return undefined
  const media = Array.isArray(json["media"]) ? json["media"].flatMap(pairOf) : []
  const unit: LeasedUnit = { plan, cell, index, generation, attempt }
  return { file, unit, result: resultOf(header, json["line"], media) }
}

const resultOf = (header: Header, line: string, media: ReadonlyArray<readonly [string, string]>): UnitResult => ({
  header,
  line,
  ...(media.length > 0 && { media: new Map(media) })
})

const pairOf = (pair: unknown): ReadonlyArray<readonly [string, string]> =>
  Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string" ? [[pair[0], pair[1]]] : []
