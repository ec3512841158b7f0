/**
 * The lane of a test file: what the file imports decides it. Imports are followed through the code of tests, soaks and benchmarks, and
 * through the static imports of `src`, which loads what starts processes only where a command needs it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize, sep } from "node:path"

export const lanes = ["unit", "world", "matrix"] as const

export type Lane = (typeof lanes)[number]

export const root = join(import.meta.dirname, "../..")

/** Files of this repository that repeat their tests on every runtime, or try a promise many times. */
const ofMatrix = new Set(["test/app/everyRuntime.ts", "test/matrix/programs.ts", "soak/soaks.ts"])

/** Modules that start a process or connect to a server of another program. */
const ofWorld = new Set([
  "node:child_process",
  "child_process",
  "playwright-core",
  "pg",
  "@modelcontextprotocol/client/stdio"
])

const startsByBun = /\bBun\.(?:spawn|\$)/

/** The one file of the lane `unit` that starts processes: one for each command. */
export const smoke = "test/smoke.test.ts"

/** The text of a file by its path from the root, and undefined where there is no file. */
export type Sources = (file: string) => string | undefined

const repository: Sources = (file) =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined

/** Every test file by its path from the root, in a fixed order. */
export const testFiles: ReadonlyArray<string> = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && !file.split(sep).includes("node_modules"))
  .map((file) => join("test", file))
  .toSorted()

export const laneOf = (file: string, sources: Sources = repository): Lane => {
  if (file === smoke) return "unit"
  const reached = reachedFrom(file, sources)
  if (reached.some((name) => ofMatrix.has(name))) return "matrix"
  return reached.some((name) => ofWorld.has(name) || startsByBun.test(codeOf(name, sources))) ? "world" : "unit"
}

/** Files and packages, each once. */
const reachedFrom = (file: string, sources: Sources): ReadonlyArray<string> => {
  const reached = new Set([file])
  // A set also visits what is added while it is visited.
  for (const name of reached) for (const imported of importsOf(name, sources)) reached.add(imported)
  return [...reached]
}

const known = new WeakMap<Sources, Map<string, ReadonlyArray<string>>>()

const importsOf = (file: string, sources: Sources): ReadonlyArray<string> => {
  const files = known.get(sources) ?? new Map<string, ReadonlyArray<string>>()
  known.set(sources, files)
  const found = files.get(file) ?? scan(file, sources)
  files.set(file, found)
  return found
}

const transpiler = new Bun.Transpiler({ loader: "ts" })

/** Without imports of types only. */
const scan = (file: string, sources: Sources): ReadonlyArray<string> =>
  transpiler
    .scanImports(codeOf(file, sources))
    .filter(({ kind }) => kind !== "dynamic-import" || !file.startsWith("src/"))
    .map(({ path }) => (path.startsWith(".") ? normalize(join(dirname(file), path)) : path))

/** Empty for packages and for what is no TypeScript. */
const codeOf = (file: string, sources: Sources): string =>
  file.endsWith(".ts") && /^(?:test|soak|bench|src)\//.test(file) ? (sources(file) ?? "") : ""
