/**
 * Cassettes that are being recorded: what is not recorded yet is performed, and survives whatever ends the program.
 *
 * While a cell is recorded there are three more files beside its cassette: a `.lock`, a `.journal` of the runs so far, and a `.progress`
 * of those that are not over. The cassette itself is the old one until the new one is complete.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { dirname, join } from "node:path"
import { readRecordingOf } from "../../cassette/readRecording.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import { CassetteError, Cassettes } from "../../services/Cassettes.ts"
import type { Keep } from "../../services/LiveParts.ts"
import { type ProcessIdentity, thisProcess } from "../platform/processes.ts"
import { makeDirectories } from "../platform/writeAtomically.ts"
import { type Folder, holds, shownFile } from "../../cassette/Folder.ts"
import { unusedRecordings } from "../../cassette/unusedRecordings.ts"
import { headerOf } from "./header.ts"
import { type Held, lock, sweep } from "./lock.ts"
import { judgeable, nothing, recover } from "./recover.ts"
import { progressFile } from "./progressFile.ts"
import { makeRedactor, type Redactor } from "./redact.ts"
import type { Secrets } from "./secrets.ts"
import { recordingTape } from "./tape.ts"

export interface Options {
  readonly folder: Folder
  /**
   * `all` performs every run again; `missing` only those that no fresh cassette and no journal holds; `judges` none, and asks judges about
   * those that are recorded.
   */
  readonly mode: Keep
  readonly suite: string
  /** Of passhat. */
  readonly version: string
  readonly secrets: Secrets
  /** When the runs of a cell were performed, if that is not now. */
  readonly recordedAt?: ((cell: string) => string | undefined) | undefined
}

export const layer = (options: Options): Layer.Layer<Cassettes, never, FileSystem.FileSystem> =>
  Layer.effect(
    Cassettes,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const redactor = makeRedactor(options.secrets)
      return Cassettes.of({
        open: (cell) => Effect.provideService(open(options, redactor, cell), FileSystem.FileSystem, fs),
        unused: (plan) => Effect.sync(() => unusedRecordings(options.folder, plan))
      })
    })
  )

const open = ({ folder, mode, recordedAt, suite, version }: Options, redactor: Redactor, cell: Cell) => {
  const path = join(folder.directory, `${cell.id}.jsonl`)
  const file = shownFile(folder, cell)
  return Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    yield* makeDirectories(dirname(path))
    if (!holds(folder, dirname(path))) return yield* unusable(file, `leads outside ${folder.shown}`)
    yield* lock(`${path}.lock`)
    yield* sweep(path)
    const recovered = mode === "all" ? nothing : yield* recover(folder, cell)
    if (mode === "judges" && recovered.journal === undefined) yield* judgeable(readRecordingOf(folder, cell))
    if (recovered.journal === undefined) yield* fs.remove(`${path}.journal`, { force: true })
    const at = recordedAt?.(cell.id) ?? new Date(yield* Clock.currentTimeMillis).toISOString()
    const header = headerOf(cell, { suite, at, version })
    const onlyJudges = mode === "judges"
    const progress = yield* progressFile(path, suite, cell, redactor)
    return yield* recordingTape(
      { cell, mode: onlyJudges ? "missing" : mode, onlyJudges, path, file, redactor, header, progress },
      recovered
    )
  }).pipe(
    Effect.catchTag("Held", ({ holder }) => Effect.fail(busy(file, holder))),
    Effect.catchTag("PlatformError", ({ reason }) =>
      Effect.fail(unusable(file, `cannot be written (${reason.description ?? reason._tag})`))
    )
  )
}

const busy = (file: string, holder: Held["holder"]): CassetteError =>
  new CassetteError({
    reason: "Busy",
    file,
    sentence: `${file} is being recorded by ${holder === undefined ? "another process" : shownHolder(holder)}.`,
    hint: `Wait until it is done. If nothing records it, delete ${file}.lock.`
  })

const shownHolder = ({ host, pid }: ProcessIdentity): string =>
  host === thisProcess().host ? `process ${pid}` : `process ${pid} on ${host}`

const unusable = (file: string, what: string): CassetteError =>
  new CassetteError({
    reason: "Unreadable",
    file,
    sentence: `${file} ${what}.`,
    hint: "Make room for it, or make it writable; then record again."
  })
