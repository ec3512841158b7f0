/**
 * `passhat run` with files and no flags. Files that are suites, and ordinary ones, take the short way.
 */
import { statSync } from "node:fs"
import { resolve } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import { tryCatch } from "../std/tryCatch.ts"
import type { LoadedSuite } from "./compileSuites.ts"
import { isSuite } from "./isSuite.ts"
import { filesFromParent } from "./watch/childFiles.ts"
import { projectOf } from "./project.ts"
import { takeShortcut } from "./shortcut.ts"
import { stripTypes } from "./typeStripping.ts"

export const runFiles = async (files: ReadonlyArray<string>): Promise<void> => {
  const suites = await namedSuites(files)
  if (suites.length > 0 && (await takeShortcut(suites))) return
  const { runEveryFile } = await import("./runEveryFile.ts")
  await runEveryFile(files)
}

/** In the order of their paths; none at all where anything else than a suite is named. */
const namedSuites = async (files: ReadonlyArray<string>): Promise<ReadonlyArray<LoadedSuite>> => {
  const paths = [...new Set(files.map((file) => resolve(file)))].toSorted()
  if (filesFromParent(process.env) !== undefined || !paths.every(isFile)) return []
  stripTypes()
  const loaded = await Promise.all(paths.map(load)).catch(() => [])
  return loaded.some((one) => one === undefined) ? [] : loaded.flatMap((one) => one ?? [])
}

const isFile = (path: string): boolean => tryCatch(() => statSync(path).isFile()) === true

/** What does not load will not do so the second time either, and is then told. */
const load = async (path: string): Promise<LoadedSuite | undefined> => {
  const url = pathToFileURL(path).href
  const module: { readonly default?: unknown } = await import(url)
  return isSuite(module.default) ? { suite: module.default, project: projectOf(path), url } : undefined
}
