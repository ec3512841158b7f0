/**
 * Reads the source files of drivers, for suites that name any: compiling is synchronous and reads no files. A suite without
 * drivers loads nothing.
 */
import type { AnyDriver } from "../../language/dsl/driver.ts"
import { namesFiles, type Sources, type SourcesOf } from "../../language/plan/Sources.ts"
import type { LoadedSuite } from "../suites/compileSuites.ts"

/** Each driver is read once for each project that uses it. */
export const sourcesFor = async (
  loaded: ReadonlyArray<LoadedSuite>
): Promise<(suite: LoadedSuite) => SourcesOf | undefined> => {
  if (loaded.every((one) => driversOf(one).length === 0)) return () => undefined
  const { readSources } = await import("../suites/readSources.ts")
  const read = new Map<string, Map<AnyDriver, Sources>>()
  for (const one of loaded) {
    const { root } = one.project
    const known = read.get(root) ?? new Map<AnyDriver, Sources>()
    read.set(root, known)
    for (const driver of driversOf(one)) {
      if (!known.has(driver)) known.set(driver, await readSources(root, driver))
    }
  }
  return ({ project }) =>
    (driver) =>
      read.get(project.root)?.get(driver)
}

const driversOf = ({ suite }: LoadedSuite): ReadonlyArray<AnyDriver> =>
  suite.agents.flatMap(({ driver }) => (driver !== undefined && namesFiles(driver) ? [driver] : []))
