/**
 * Reads the files of a driver's code: those that its suite names as sources, and those that its command names. Paths are
 * relative to the project and line ends are `\n`, so the hashes are the same on every machine.
 */
import { createHash } from "node:crypto"
import { readFileSync, type Stats, statSync } from "node:fs"
import { isAbsolute, relative, resolve, sep } from "node:path"
import type { SourceFile } from "../../base/domain/plan/Plan.ts"
import type { AnyDriver } from "../../language/dsl/driver.ts"
import type { Problem } from "../../language/plan/Problem.ts"
import type { Sources } from "../../language/plan/Sources.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { globFiles } from "./globFiles.ts"

/** A name that leads to no file is a problem: code that is not found would never make a recording stale. */
export const readSources = async (root: string, { command = [], sources }: AnyDriver): Promise<Sources> => {
  const found = await Promise.all((sources ?? []).map((pattern) => filesOf(root, pattern)))
  const paths = [...namedIn(command, root), ...found.flatMap((one) => ("what" in one ? [] : one))]
  const unique = [...new Set(paths.map((path) => relative(root, path).split(sep).join("/")))].toSorted()
  const read = unique.map((path) => hashed(root, path))
  return {
    files: read.flatMap((one) => ("what" in one ? [] : [one])),
    problems: [
      ...(sources?.length === 0 ? [noneNamed] : []),
      ...found.flatMap((one) => ("what" in one ? [one] : [])),
      ...read.flatMap((one) => ("what" in one ? [one] : []))
    ]
  }
}

const filesOf = async (root: string, pattern: string): Promise<ReadonlyArray<string> | Problem> => {
  const hint = 'Name a file, or a glob like "agents/**/*.ts", relative to the folder of package.json or deno.json.'
  if (typeof pattern !== "string" || pattern.trim() === "") return { what: "a source of its driver is empty", hint }
  if (isAbsolute(pattern) && !isWithin(root, pattern)) {
    return { what: `the source "${pattern}" of its driver is a path of this machine`, hint }
  }
  const path = resolve(root, pattern)
  const info = statOf(path)
  if (info?.isFile()) return [path]
  if (info?.isDirectory()) {
    const folder = pattern.replace(/[\\/]+$/, "")
    return {
      what: `the source "${pattern}" of its driver is a folder`,
      hint: `Write a glob, like "${folder}/**/*.ts".`
    }
  }
  const files = await globFiles(root, pattern)
  return files.length === 0 ? { what: `no file matches the source "${pattern}" of its driver`, hint } : files
}

const noneNamed: Problem = {
  what: "the list of its driver's sources is empty",
  hint: 'Name its files, like sources: ["agents/**/*.ts"], or leave sources out.'
}

/**
 * Files that arguments name, and the program if it is a script. What is installed is left out, since it differs between
 * machines: packages, and files outside of the project that are named by their full path.
 */
const namedIn = ([program = "", ...args]: ReadonlyArray<string>, root: string): ReadonlyArray<string> =>
  [...(isScript(root, program) ? [program] : []), ...args.filter((argument) => !argument.startsWith("-"))]
    .filter((name) => !isAbsolute(name) || isWithin(root, name))
    .map((name) => resolve(root, name))
    .filter((path) => !relative(root, path).split(sep).includes("node_modules") && statOf(path)?.isFile() === true)

/** A name without a folder is looked up in PATH. A binary differs between machines. */
const isScript = (root: string, program: string): boolean => {
  const path = resolve(root, program)
  if (!/[\\/]/.test(program) || !isWithin(root, path) || statOf(path)?.isFile() !== true) return false
  return tryCatch(() => readFileSync(path).subarray(0, 2).toString("latin1")) === "#!"
}

const isWithin = (root: string, path: string): boolean => {
  const way = relative(root, path)
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const statOf = (path: string): Stats | undefined => tryCatch(() => statSync(path))

const hashed = (root: string, path: string): SourceFile | Problem => {
  const bytes = tryCatch(() => readFileSync(resolve(root, path)))
  if (bytes === undefined) {
    return { what: `the source "${path}" of its driver cannot be read`, hint: "Make it readable, or leave it out." }
  }
  const text = bytes.toString("latin1").replaceAll("\r\n", "\n")
  return { path, sha256: createHash("sha256").update(text, "latin1").digest("hex") }
}
