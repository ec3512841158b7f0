/**
 * Refuses what leads out of the project: by its text, by a link, or by a link in a folder that would be searched.
 */
import { existsSync, realpathSync, statSync } from "node:fs"
import { isAbsolute, relative, resolve, sep } from "node:path"
import * as Effect from "effect/Effect"
import { holds } from "../../engine/cassette/Folder.ts"
import { shorten } from "../../base/std/shorten.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { findSuites, holdsNoSuites, segmentsOf } from "../../app/suites/findSuites.ts"
import { globFiles } from "../../app/suites/globFiles.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

/** Returns the suite files that the texts name. The current folder has to be the project. */
export const suitesInside = Effect.fnUntraced(function* (folder: string, asked: ReadonlyArray<string>) {
  yield* Effect.forEach(asked, (text) => checkPath(folder, text))
  const found = (yield* findSuites(asked)).map(({ path }) => path)
  yield* checkEach(folder, found)
  const real = (path: string): string => tryCatch(() => realpathSync(path)) ?? path
  const other = found.find((path) => [path, real(path)].some((one) => !isSuite(relative(folder, one))))
  return other === undefined ? found : yield* noSuite(relative(folder, other))
})

/** Loading a file executes it: a client may choose among the suites of the project, and nothing else. */
const isSuite = (path: string): boolean => {
  const folders = segmentsOf(path).slice(0, -1)
  return folders.includes("suites") && !segmentsOf(path).some(holdsNoSuites)
}

const noSuite = (path: string): UsageError =>
  new UsageError({
    what: `${shorten(path, 200)} is no suite of the project, and is not loaded.`,
    hint: "Name files in a folder suites, and none in cassettes, in node_modules or behind a dot."
  })

/** A file, or a folder with everything below it. */
export const pathInside = Effect.fnUntraced(function* (folder: string, text: string) {
  yield* checkPath(folder, text)
  const path = resolve(folder, text)
  if (tryCatch(() => statSync(path).isDirectory()) !== true) return
  yield* checkEach(folder, yield* Effect.promise(() => globFiles(path, "**/*")))
})

/** Whether an existing file is inside, with every link followed. One that cannot be looked at cannot be read either. */
export const isInside = (folder: string, path: string): boolean =>
  tryCatch(
    () => holds({ directory: folder, shown: "." }, path),
    () => true
  )

const checkPath = (folder: string, text: string): Effect.Effect<void, UsageError> => {
  const path = resolve(folder, text)
  if (existsSync(path)) return checkEach(folder, [path])
  return leadsOut(folder, path) ? outside(text) : Effect.void
}

/** By its text alone. */
const leadsOut = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way.split(sep)[0] === ".." || isAbsolute(way)
}

const checkEach = (folder: string, paths: ReadonlyArray<string>): Effect.Effect<void, UsageError> => {
  const stranger = paths.find((path) => !isInside(folder, path))
  return stranger === undefined ? Effect.void : outside(relative(folder, stranger))
}

const outside = (text: string): Effect.Effect<never, UsageError> =>
  Effect.fail(
    new UsageError({
      what: `${shorten(text, 200)} leads out of the project, and nothing outside of it is read.`,
      hint: "Name a path inside; for another project, start passhat mcp there."
    })
  )
