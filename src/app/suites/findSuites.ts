/**
 * Finds suite files by name, by folder or by glob.
 */
import { statSync } from "node:fs"
import { relative, resolve } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { UsageError } from "../kit/UsageError.ts"
import { globFiles } from "./globFiles.ts"

export const everySuite = "suites/**/*.{ts,mts}"

/** The files that are asked for, each once, in the order of their paths. */
export const findSuites = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
  const found = yield* Effect.forEach(asked.length === 0 ? [everySuite] : asked, expand)
  return [...new Map(found.flat().map((one) => [one.path, one])).values()].toSorted(byPath)
})

export interface FoundFile {
  readonly path: string
  /** A file that was asked for by name has to be a suite; one that a folder or glob turned up may be something else. */
  readonly isNamed: boolean
}

const expand = Effect.fnUntraced(function* (text: string) {
  const info = tryCatch(() => statSync(text))
  if (info !== undefined && !info.isDirectory()) {
    return [{ path: resolve(text), isNamed: true }] satisfies ReadonlyArray<FoundFile>
  }
  const pattern = info === undefined ? text : `${text.replace(/\/+$/, "")}/**/*.{ts,mts}`
  const named = segmentsOf(text)
  const paths = (yield* Effect.promise(() => globFiles(process.cwd(), pattern))).filter((path) =>
    segmentsOf(relative(process.cwd(), path)).every((name) => !holdsNoSuites(name) || named.includes(name))
  )
  if (paths.length === 0) {
    return yield* new UsageError({
      what: `No file matches ${text}.`,
      hint: `Name a suite file, or a glob like "${everySuite}".`
    })
  }
  return paths.map((path): FoundFile => ({ path, isNamed: false }))
})

export const segmentsOf = (path: string): ReadonlyArray<string> => path.split(/[/\\]/)

/** Folders in which no suite is looked for unless they are named: what a dot hides, packages and recordings. Some disks know no case. */
export const holdsNoSuites = (name: string): boolean => /^(?:\.[^./\\]|(?:node_modules|cassettes)$)/i.test(name)

const byPath = (a: FoundFile, b: FoundFile): number => (a.path < b.path ? -1 : 1)
