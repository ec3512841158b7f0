/**
 * Which file made a suite, read off the stack that `suite` kept while files were loaded.
 */
import { realpathSync } from "node:fs"
import { pathToFileURL } from "node:url"
import type { LoadLog, MadeSuite } from "../../language/dsl/loadLog.ts"
import type { Suite } from "../../language/dsl/suite.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { foreignFrames } from "../kit/errorPlace.ts"
import type { FoundFile } from "./findSuites.ts"

/**
 * The path of a found file for each suite; none for a suite of another file that exports it. The outermost frame counts: a
 * function that makes suites works for the file that called it.
 */
export const makersOf = async (
  { made }: LoadLog,
  found: ReadonlyArray<FoundFile>
): Promise<ReadonlyMap<Suite, string>> => {
  const paths = new Map(found.flatMap(({ path }) => [path, realPath(path)].map((each) => [each, path] as const)))
  const makers = new Map<Suite, string>()
  for (const one of made) {
    const files = foreignFrames(one.suite.callSite?.stack).map(({ file }) => file)
    const maker = files.map((file) => paths.get(file)).findLast((path) => path !== undefined)
    if (maker !== undefined) makers.set(one.suite, maker)
    else if (!(await exportsIt(files.at(-1), one))) makers.set(one.suite, one.during)
  }
  return makers
}

const realPath = (path: string): string => tryCatch(() => realpathSync(path)) ?? path

/** A stack may end in a function that was waited for, which exports no suite: then the file that was loaded called it. */
const exportsIt = async (file: string | undefined, { suite }: MadeSuite): Promise<boolean> => {
  if (file === undefined) return false
  const module: object = await import(pathToFileURL(file).href).catch(() => ({}))
  return Object.values(module).flat().includes(suite)
}
