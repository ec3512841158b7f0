/**
 * Loads suite files by name, by folder or by glob. Loading runs nothing: a suite is a value.
 */
import { stat } from "node:fs/promises"
import { relative, resolve, sep } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Glob from "effect/Glob"
import type { LoadedSuite } from "./compileSuites.ts"
import { isSuite } from "./isSuite.ts"
import { filesFromParent } from "./watch/childFiles.ts"
import { projectOf } from "./project.ts"
import { stripTypes } from "./typeStripping.ts"
import { UsageError } from "./UsageError.ts"

const everySuite = "suites/**/*.{ts,mts}"

export const loadSuites = Effect.fn("loadSuites")(function* (asked: ReadonlyArray<string>) {
  const part = filesFromParent(process.env)
  const found = yield* findSuites(asked)
  stripTypes()
  const loaded = yield* Effect.forEach(
    found.filter(({ path }) => part === undefined || part.includes(path)),
    ({ named, path }) => load(path, named)
  )
  const suites = loaded.flat()
  if (suites.length === 0 && part === undefined) {
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

interface Found {
  readonly path: string
  /** A file that was asked for by name has to be a suite; one that a folder or glob turned up may be something else. */
  readonly named: boolean
}

const expand = Effect.fnUntraced(function* (text: string) {
  const kind = yield* Effect.promise(() =>
    stat(text).then(
      (info) => (info.isDirectory() ? "folder" : "file"),
      () => "nothing"
    )
  )
  if (kind === "file") return [{ path: resolve(text), named: true }] satisfies ReadonlyArray<Found>
  const pattern = kind === "folder" ? `${text.replace(/\/+$/, "")}/**/*.{ts,mts}` : text
  const base = pattern.split("/").findIndex((part) => /[*?[{]/.test(part))
  const paths = base < 0 ? [] : yield* below(pattern.split("/").slice(0, base).join("/") || ".", Glob.make(pattern))
  if (paths.length === 0) {
    return yield* new UsageError({
      what: `No file matches ${text}.`,
      hint: `Name a suite file, or a glob like "${everySuite}".`
    })
  }
  return paths.map((path): Found => ({ path, named: false }))
})

const below = Effect.fnUntraced(function* (directory: string, glob: Glob.Glob) {
  const fs = yield* FileSystem.FileSystem
  const entries = yield* Effect.orElseSucceed(fs.readDirectory(directory, { recursive: true }), () => [])
  return entries
    .map((entry) => resolve(directory, entry))
    .filter((path) => Glob.match(glob, relative(process.cwd(), path).split(sep).join("/")))
})

const load = Effect.fnUntraced(function* (path: string, named: boolean) {
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
  if (isSuite(module.default)) return [{ suite: module.default, project, url } satisfies LoadedSuite]
  return named
    ? yield* new UsageError({ what: `${project.file} exports no suite.`, hint: "Write: export default suite(...)." })
    : []
})

const byPath = (a: Found, b: Found): number => (a.path < b.path ? -1 : 1)
