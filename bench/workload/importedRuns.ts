/**
 * Runs of other benchmarks, read as `passhat import` reads them.
 */
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { valuesOf } from "../../src/features/import/sourceFiles.ts"
import { type FormatName, formats } from "../../src/features/import/formats/formats.ts"
import type { Document, ImportedRun, MissingRun, ReadOptions } from "../../src/edges/telemetry/Item.ts"

/** Of a file, or of all JSON files in a folder. There are none where the path does not exist. */
export const importedRuns = (format: FormatName, path: string, options?: ReadOptions): ReadonlyArray<ImportedRun> =>
  namedRuns(format, path, options).filter((item) => item.kind === "run")

/** Runs, and those of which the files have no messages. */
export const namedRuns = (
  format: FormatName,
  path: string,
  options: ReadOptions = { inferErrors: false }
): ReadonlyArray<ImportedRun | MissingRun> =>
  existsSync(path)
    ? [...formats[format].read(documentsOf(path), options)].filter(
        (item) => item.kind === "run" || item.kind === "missing"
      )
    : []

export function* documentsOf(path: string): Generator<Document> {
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [path]
  for (const file of files.filter((name) => name.endsWith(".json")).toSorted()) {
    for (const value of valuesOf({ path: file, shown: file, isNamed: true })) {
      if ("flaw" in value) throw new Error(`${file} ${value.flaw}`)
      yield value
    }
  }
}
