/**
 * Loads suite files by name, by folder or by glob. Loading runs nothing: a suite is a value.
 */
import { statSync } from "node:fs"
import { resolve } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import { tryCatch } from "../../std/tryCatch.ts"
import { UsageError } from "../UsageError.ts"
import { filesFromParent } from "../watch/childFiles.ts"
import type { LoadedSuite } from "./compileSuites.ts"
import { globFiles } from "./globFiles.ts"
import { isSuite } from "./isSuite.ts"
import { projectOf } from "./project.ts"
import { stripTypes } from "./typeStripping.ts"

const everySuite = "suites/**/*.{ts,mts}"

export const loadSuites = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
  const own = filesFromParent(process.env)
  const found = yield* findSuites(asked)
  stripTypes()
  const loaded = yield* Effect.forEach(
    found.filter(({ path }) => own === undefined || own.includes(path)),
    ({ isNamed, path }) => load(path, isNamed)
  )
  const suites = loaded.flat()
  if (suites.length === 0 && own === undefined) {
    return yield* new UsageError({
      what: `There is no suite in ${asked.length === 0 ? everySuite : asked.join(", ")}.`,
      hint: "A suite file exports its suite as default."
    })
  }
  return suites
})

/** The files that are asked for, each once, in the order of their paths. */
export const findSuites = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
  const found = yield* Effect.forEach(asked.length === 0 ? [everySuite] : asked, expand)
  return [...new Map(found.flat().map((one) => [one.path, one])).values()].toSorted(byPath)
})

interface FoundFile {
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
  const paths = yield* Effect.promise(() => globFiles(process.cwd(), pattern))
  if (paths.length === 0) {
    return yield* new UsageError({
      what: `No file matches ${text}.`,
      hint: `Name a suite file, or a glob like "${everySuite}".`
    })
  }
  return paths.map((path): FoundFile => ({ path, isNamed: false }))
})

const load = Effect.fnUntraced(function* (path: string, isNamed: boolean) {
  const project = projectOf(path)
  const url = pathToFileURL(path).href
  const module: { readonly default?: unknown } = yield* Effect.tryPromise({
    try: () => import(url),
    catch: (cause) =>
      new UsageError({
        what: `${project.file} could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}.`,
        hint: "Correct the file; it has to load without an error."
      })
  })
  if (isSuite(module.default)) return [{ suite: module.default, project } satisfies LoadedSuite]
  return isNamed
    ? yield* new UsageError({ what: `${project.file} exports no suite.`, hint: "Write: export default suite(...)." })
    : []
})

const byPath = (a: FoundFile, b: FoundFile): number => (a.path < b.path ? -1 : 1)
