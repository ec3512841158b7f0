/**
 * The files that `passhat import` was asked for, and the JSON values in them.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs"
import { join, relative, resolve, sep } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import type { Document, Place } from "../../edges/telemetry/Item.ts"
import { type Flaw, jsonSplitter } from "./formats/splitJson.ts"
import { errorCode } from "../../base/std/errorCode.ts"
import { jsonPlace, placeAt } from "../../base/std/jsonPlace.ts"
import { stepsOf } from "../../base/std/jsonPointer.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { globFiles } from "../../app/suites/globFiles.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

export interface SourceFile {
  readonly path: string
  /** As messages show it: relative to the current folder, with `/`. */
  readonly shown: string
  /** A file that was named has to hold a run; one in a folder may be something else. */
  readonly isNamed: boolean
}

/** Each once, sorted by path, so that the files of a folder come one after the other. */
export const sourceFiles = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
  const found = yield* Effect.forEach(asked, expand)
  const byPath = new Map(found.flat().map((file) => [file.path, file]))
  return [...byPath.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
})

const expand = Effect.fnUntraced(function* (text: string) {
  const info = tryCatch(() => statSync(text))
  if (info === undefined) {
    return yield* new UsageError({ what: `There is no file ${text}.`, hint: "Name files, or folders with files." })
  }
  if (!info.isDirectory()) return [sourceFile(resolve(text), true)]
  const pattern = join(text, "**/*.{json,jsonl,ndjson}")
  const paths = yield* Effect.promise(() => globFiles(process.cwd(), pattern))
  if (paths.length === 0) {
    return yield* new UsageError({
      what: `${text} has no .json, .jsonl or .ndjson file.`,
      hint: "Name the files one by one if they end otherwise."
    })
  }
  return paths.map((path) => sourceFile(path, false))
})

const sourceFile = (path: string, isNamed: boolean): SourceFile => {
  const shown = relative(process.cwd(), path)
  return { path, shown: (shown.startsWith("..") ? path : shown).split(sep).join("/"), isNamed }
}

/** How much is read at once, of a whole file and for a sample of it. */
const [BLOCK, SAMPLE] = [256 * 1024, 16 * 1024]

/** The values of a file, in order, and then what is wrong with it, if anything is. Not many more than `most` are read. */
export function* valuesOf({ path, shown }: SourceFile, most = Infinity): Generator<Document | Flaw> {
  const file = tryCatch(
    () => (statSync(path).isFile() ? openSync(path, "r") : "it is not a file"),
    (thrown) => errorCode(thrown)
  )
  if (typeof file === "string") return yield { flaw: `cannot be read (${file})` }
  const splitter = jsonSplitter()
  const block = new Uint8Array(most === Infinity ? BLOCK : SAMPLE)
  let values = 0
  for (let isOpen = true; isOpen && values < most;) {
    const count = tryCatch(() => readSync(file, block, 0, block.length, null), errorCode)
    const parts =
      typeof count === "string"
        ? [{ flaw: `cannot be read (${count})` }]
        : count === 0
          ? splitter.end()
          : splitter.push(block.subarray(0, count))
    isOpen = count !== 0 && !parts.some((part) => "flaw" in part)
    values += parts.length
    for (const part of parts) yield "flaw" in part ? part : { file: shown, ...part }
  }
  closeSync(file)
}

/** What is wrong with a file, as a sentence. */
export const unreadable = ({ shown }: SourceFile, { flaw }: Flaw): UsageError =>
  new UsageError({ what: `${shown} ${flaw}.`, hint: "Correct the file, or export it again. Nothing was written." })

/** A larger file is not read again to find a line. */
const MOST_FOR_LINES = 64 * 1024 * 1024

/** The line of a place in a file that is one JSON value. Undefined where the pointer has the line, and in a large file. */
export const lineOf = ({ file, pointer }: Place, files: ReadonlyArray<SourceFile>): number | undefined => {
  const source = files.find(({ shown }) => shown === file)
  if (source === undefined || !pointer.startsWith("#")) return undefined
  return tryCatch(() => {
    if (statSync(source.path).size > MOST_FOR_LINES) return undefined
    const text = readFileSync(source.path, "utf8")
    return placeAt(text, jsonPlace(text, stepsOf(pointer) ?? [])).line
  })
}
