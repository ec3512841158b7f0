/**
 * Suites that are not judged although something of them is there: a file that the search for suites leaves out by its name, and recordings of a
 * suite that is gone. Nothing else would tell that they are missing.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import type { Folder } from "../../engine/cassette/Folder.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { notice } from "../../base/domain/issues.ts"
import { slug } from "../../language/plan/cellId.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { LoadedSuite } from "./compileSuites.ts"
import { everySuite, holdsNoSuites, segmentsOf } from "./findSuites.ts"
import { globFiles } from "./globFiles.ts"
import { cassettesOf } from "../kit/project.ts"

/** The suites, the first of them with what was noticed. */
export const withVanished = Effect.fnUntraced(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  asked: ReadonlyArray<string>,
  cassettes: string | undefined
) {
  const [first, ...others] = loaded
  if (first === undefined || !asked.every(asksForAll)) return loaded
  const files = yield* Effect.promise(() => otherSuites(loaded))
  const roots = [...new Map(loaded.map(({ project }) => [project.root, project])).values()]
  const left = roots.flatMap((project) => leftRecordings(cassettesOf(project, cassettes), loaded))
  const noticed = [...files.map(strangeName), ...left]
  return noticed.length === 0 ? loaded : [{ ...first, noticed }, ...others]
})

/** Whoever names one suite does not ask for the others. */
const asksForAll = (text: string): boolean => /^(?:\.|(?:\.\/)?suites)\/*$/.test(text) || text === everySuite

const otherSuites = async (loaded: ReadonlyArray<LoadedSuite>): Promise<ReadonlyArray<string>> => {
  const known = new Set(loaded.map(({ project }) => stemOf(join(project.root, project.file))))
  const paths = await globFiles(process.cwd(), "suites/**/*.{js,mjs,cjs,cts,tsx,jsx}")
  return paths
    .filter((path) => !segmentsOf(relative(process.cwd(), path)).some(holdsNoSuites))
    .filter((path) => !known.has(stemOf(path)) && makesSuite(tryCatch(() => readFileSync(path, "utf8")) ?? ""))
    .map((path) => relative(process.cwd(), path).split(sep).join("/"))
    .toSorted()
}

/** What a compiler has made of a suite lies beside it, under the same name. */
const stemOf = (path: string): string => path.replace(/\.\w+$/, "")

/** Whether a text imports passhat and calls `suite`. The file is not loaded: it may be a server. */
const makesSuite = (text: string): boolean =>
  /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["']passhat(?:\/effect)?["']/.test(text) &&
  /\bsuite\s*\(/.test(text)

const strangeName = (file: string): Issue =>
  notice(
    "NOTHING_RUN",
    `${file} makes a suite, and only files that end in .ts or .mts are looked for: it was not run.`,
    `Name it on the command line, or rename it to ${stemOf(file)}.${/\.c/.test(file.slice(file.lastIndexOf("."))) ? "mts" : "ts"}.`
  )

const leftRecordings = (folder: Folder, loaded: ReadonlyArray<LoadedSuite>): ReadonlyArray<Issue> => {
  const used = new Set(loaded.map(({ suite }) => slug(suite.name)))
  return list(folder.directory)
    .filter((name) => !used.has(name))
    .flatMap((name) => {
      const recorded = list(join(folder.directory, name), true).filter((file) => RECORDING.test(file))
      return recorded.length === 0 ? [] : [goneSuite(`${folder.shown}/${name}`, recorded.length)]
    })
}

/** The path of a recording in the folder of its suite. */
const RECORDING = /^[^/\\]+[/\\][^/\\]+\.jsonl$/

const list = (directory: string, recursive = false): ReadonlyArray<string> =>
  tryCatch(
    () => readdirSync(directory, { recursive, encoding: "utf8" }).toSorted(),
    () => []
  )

const goneSuite = (folder: string, files: number): Issue =>
  notice(
    "UNUSED_RECORDING",
    `${folder} holds ${files === 1 ? "a recording" : `${files} recordings`}, and no suite has it: the suite is gone, or has another name.`,
    "Bring the suite back, or delete the folder."
  )
