/**
 * The suites that files give to be judged: exported by any name, in an exported array, or handed to `main`. Each is judged
 * once, however many files name it; a file that makes suites and gives none of them is refused.
 */
import * as Effect from "effect/Effect"
import type { LoadLog } from "../../language/dsl/loadLog.ts"
import type { Suite } from "../../language/dsl/suite.ts"
import type { SuiteLayers } from "../../engine/services/SuiteLayers.ts"
import { UsageError } from "../kit/UsageError.ts"
import type { LoadedSuite } from "./compileSuites.ts"
import type { FoundFile } from "./findSuites.ts"
import { isSuite } from "./isSuite.ts"
import type { Project } from "../kit/project.ts"
import { lazily } from "../kit/lazily.ts"

export interface LoadedFile extends FoundFile {
  readonly project: Project
  /** What it exports. */
  readonly module: object
}

/** What was asked for. `--watch` loads a part of it. */
export interface AskedSuites {
  readonly found: ReadonlyArray<FoundFile>
  readonly loadOthers: Effect.Effect<ReadonlyArray<LoadedFile>, UsageError>
}

/** In the order of the files, and in one file in the order in which they were made. */
export const givenSuites = Effect.fnUntraced(function* (
  loaded: ReadonlyArray<LoadedFile>,
  log: LoadLog,
  asked: AskedSuites
) {
  const naming = loaded.map((file): Naming => ({ file, suites: suitesOf(file, log) }))
  const makers = isPlain(naming, log, asked) ? new Map<Suite, string>() : yield* makersOf(log, asked.found)
  const ungiven = findUngiven(naming, makers)
  if (ungiven !== undefined) {
    const others = (yield* asked.loadOthers).map((file): Naming => ({ file, suites: suitesOf(file, log) }))
    const still = findUngiven([...naming, ...others], makers)
    if (still !== undefined) return yield* still
  }
  const silent = naming.find(({ file, suites }) => file.isNamed && suites.length === 0 && !isMaker(file, makers))
  if (silent !== undefined) {
    return yield* noSuite(silent.file)
  }
  return naming.flatMap(({ file, suites }) =>
    suites
      .filter((suite) => ownerOf(suite, naming, makers, asked) === file.path)
      .map((suite): LoadedSuite => ({ suite, project: file.project, ...layersOf(suite, log) }))
  )
})

/** The layers that `main` was given, in whichever file. */
const layersOf = (suite: Suite, { handed }: LoadLog): Pick<LoadedSuite, "layers"> => {
  const { layers } = handed.find((one) => one.suite === suite && one.layers !== undefined) ?? {}
  return layers === undefined ? {} : { layers: layers as SuiteLayers }
}

interface Naming {
  readonly file: LoadedFile
  /** Those that the file exports or hands to `main`. */
  readonly suites: ReadonlyArray<Suite>
}

/** The path of the file that made each suite, if it is one of those that were found. */
type Makers = ReadonlyMap<Suite, string>

const suitesOf = ({ module, path }: LoadedFile, { handed, made }: LoadLog): ReadonlyArray<Suite> => {
  const exported = Object.values(module).flat().filter(isSuite)
  const its = new Set([...exported, ...handed.filter(({ file }) => file === path).map(({ suite }) => suite)])
  const order = made.map(({ suite }) => suite)
  return [...order.filter((suite) => its.delete(suite)), ...its]
}

/** Whether each suite that was made is named by exactly one file: then it does not matter which file made it. */
const isPlain = (naming: ReadonlyArray<Naming>, { made }: LoadLog, { found }: AskedSuites): boolean => {
  const all = naming.flatMap(({ suites }) => suites)
  const distinct = new Set(all)
  return (
    distinct.size === all.length && naming.length === found.length && made.every(({ suite }) => distinct.has(suite))
  )
}

const noSuite = lazily(() => import("./noSuite.ts"), "noSuite")

const makersOf = Effect.fnUntraced(function* (log: LoadLog, found: ReadonlyArray<FoundFile>) {
  const { makersOf: find } = yield* Effect.promise(() => import("./makersOf.ts"))
  const makers: Makers = yield* Effect.promise(() => find(log, found))
  return makers
})

const findUngiven = (naming: ReadonlyArray<Naming>, makers: Makers): UsageError | undefined => {
  const given = new Set(naming.flatMap(({ suites }) => suites))
  for (const { file } of naming) {
    const made = [...makers].filter(([, maker]) => maker === file.path).map(([suite]) => suite)
    if (made.length === 0 || made.some((suite) => given.has(suite))) continue
    const names = made.map(({ name }) => JSON.stringify(name)).join(" and ")
    return new UsageError({
      what: `${file.project.file} makes the ${made.length === 1 ? "suite" : "suites"} ${names}, and neither exports nor hands to main what it makes.`,
      hint: "Write: export default suite(...)."
    })
  }
  return undefined
}

const isMaker = ({ path }: LoadedFile, makers: Makers): boolean => [...makers.values()].includes(path)

/** The file that a report names: the one that made it if that names it or is not loaded, else the first that names it. */
const ownerOf = (
  suite: Suite,
  naming: ReadonlyArray<Naming>,
  makers: Makers,
  { found }: AskedSuites
): string | undefined => {
  const paths = naming.filter(({ suites }) => suites.includes(suite)).map(({ file }) => file.path)
  const maker = makers.get(suite)
  const isElsewhere = found.some(({ path }) => path === maker) && naming.every(({ file }) => file.path !== maker)
  return maker !== undefined && (isElsewhere || paths.includes(maker)) ? maker : paths[0]
}
