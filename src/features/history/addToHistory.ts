/**
 * Adds the cells of a report to a history. A file is written whole, behind a lock: two writers both get their lines in, and a crash
 * leaves the old file or the new one. Cells are written before the rows that name them. What was added before is not added again.
 */
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import * as Files from "../../engine/layers/platform/fileSystem.ts"
import { makeDirectories, writeAtomically } from "../../engine/layers/platform/writeAtomically.ts"
import { lockForWriting } from "../../engine/layers/record/lock.ts"
import { type LiveParts, runModeOf } from "../../engine/services/LiveParts.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { timeOf } from "../../app/run/reporterTargets.ts"
import { missingPermission, recording } from "../../app/kit/permissions.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { cellLineOf, idOf, lineText, rowLineOf } from "./lines.ts"
import { CELLS_FILE, readHistory } from "./readHistory.ts"
import { type RowOfCell, rowsOf } from "./rowsOf.ts"

/** What was added, and where. */
export interface Added {
  readonly file: string
  readonly rows: number
  /** Rows that the history had already. */
  readonly known: number
}

/** Fails for what could not be added, before anything is run for it. */
export const prepareHistory = Effect.fnUntraced(function* (directory: string, parts: LiveParts) {
  const mode = runModeOf(parts)
  if (mode === "live-agent" || mode === "live-tools") {
    return yield* new UsageError({
      what: `--history keeps what agents did, and --${mode} replays recorded models.`,
      hint: "Leave one of them out."
    })
  }
  const refusal = missingPermission(recording(resolve(directory)))
  if (refusal !== undefined) return yield* refusal
  yield* readHistory(directory, () => undefined)
})

/** `source` is how a sentence about the report names it. */
export const addReport = Effect.fnUntraced(function* (directory: string, report: Report, source: string) {
  const rows = yield* Effect.mapError(
    Effect.fromResult(rowsOf(report)),
    (lack) =>
      new UsageError({
        what: `${source} ${lack}, so that it cannot be added to a history.`,
        hint: "Make it again with --with-traces."
      })
  )
  const at = new Date(timeOf()).toISOString()
  return yield* append(directory, at, rows).pipe(
    Effect.scoped,
    Effect.provide(Files.layer),
    Effect.catchTag("PlatformError", (error) => Effect.fail(unwritten(directory, error))),
    Effect.catchTag("Held", () => Effect.fail(busy(directory)))
  )
})

const append = Effect.fnUntraced(function* (directory: string, at: string, rows: ReadonlyArray<RowOfCell>) {
  const folder = resolve(directory)
  const name = `${at.slice(0, 7)}.jsonl`
  yield* makeDirectories(folder)
  const [path, cellsPath] = [join(folder, name), join(folder, CELLS_FILE)]
  yield* lockForWriting(join(folder, "history"), [path, cellsPath])
  const known = new Set<string>()
  const { cells } = yield* readHistory(directory, ({ id }) => known.add(id))
  const texts = rows.map(({ row }) => lineText(row)).toSorted()
  const fresh = texts.filter((text) => !known.has(idOf(text)))
  if (fresh.length > 0) {
    yield* writeAttributes(folder)
    const named = rows.filter(({ row }) => !cells.has(row.cell))
    yield* addLines(cellsPath, named.map(({ cell }) => cellLineOf(cell)).toSorted())
    yield* addLines(
      path,
      fresh.map((text) => rowLineOf(at, text))
    )
  }
  return { file: join(directory, name), rows: fresh.length, known: texts.length - fresh.length } satisfies Added
})

const addLines = Effect.fnUntraced(function* (path: string, lines: ReadonlyArray<string>) {
  if (lines.length === 0) return
  const before = tryCatch(() => readFileSync(path, "utf8")) ?? ""
  const isEnded = before === "" || before.endsWith("\n")
  yield* writeAtomically(path, [isEnded ? before : `${before}\n`, ...lines])
})

/** Git then keeps the lines of both sides of a merge. */
const writeAttributes = Effect.fnUntraced(function* (folder: string) {
  const path = join(folder, ".gitattributes")
  if (!(yield* (yield* FileSystem.FileSystem).exists(path))) yield* writeAtomically(path, ATTRIBUTES)
})

const ATTRIBUTES = "*.jsonl text eol=lf merge=union\n"

const unwritten = (directory: string, { reason }: PlatformError): UsageError =>
  new UsageError({
    what: `The history could not be written to ${directory} (${reason.description ?? reason._tag}).`,
    hint: "Make room for it, or choose another folder."
  })

const busy = (directory: string): UsageError =>
  new UsageError({
    what: `The history in ${directory} is being written by another process.`,
    hint: `Add the report again later. If nothing writes it, delete ${join(directory, "history.lock")}.`
  })
