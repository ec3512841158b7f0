/**
 * The tests that reach a source file through their imports, nearest first: those are the likeliest to notice a mistake.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"

const aliases: Readonly<Record<string, string>> = { passhat: "src/index.ts", "passhat/metrics": "src/metrics.ts" }

export interface Related {
  /** Those at the least distance. */
  readonly nearest: ReadonlyArray<string>
  readonly others: ReadonlyArray<string>
}

/** Gives, of these tests, those for a file. All are paths from the root. */
export const relatedTests = (root: string, tests: ReadonlyArray<string>): ((file: string) => Related) => {
  const importsOf = remembered((file) => importsIn(root, file))
  const reaching = tests.map((test) => ({ test, distances: distancesFrom(test, importsOf) }))
  return (file) => {
    const reached = reaching
      .map(({ distances, test }) => ({ test, distance: distances.get(file) ?? Infinity }))
      .filter(({ distance }) => distance < Infinity)
    const least = Math.min(...reached.map(({ distance }) => distance))
    const testsAt = (near: boolean) =>
      reached.filter(({ distance }) => (distance === least) === near).map(({ test }) => test)
    return { nearest: testsAt(true), others: testsAt(false) }
  }
}

export const filesIn = (root: string, folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))
    .toSorted()

const importsIn = (root: string, file: string): ReadonlyArray<string> =>
  [...readFileSync(join(root, file), "utf8").matchAll(/\bfrom "([^"]+)"/g)].flatMap(([, from = ""]) =>
    from.startsWith(".") ? [relative(root, resolve(root, file, "..", from))] : (aliases[from] ?? [])
  )

const distancesFrom = (
  start: string,
  importsOf: (file: string) => ReadonlyArray<string>
): ReadonlyMap<string, number> => {
  const distances = new Map([[start, 0]])
  for (const [file, distance] of distances) {
    for (const next of importsOf(file)) if (!distances.has(next)) distances.set(next, distance + 1)
  }
  return distances
}

const remembered = <A>(compute: (key: string) => A): ((key: string) => A) => {
  const known = new Map<string, A>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}
