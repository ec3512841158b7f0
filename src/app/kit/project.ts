/**
 * The project that a suite file belongs to, so that reports read the same from every directory.
 */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import type { Folder } from "../../engine/cassette/Folder.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

export interface Project {
  /** The nearest directory above the file with a package.json or a deno.json; the file's own if there is none. */
  readonly root: string
  /** The file as a person would write it, relative to the root. */
  readonly file: string
}

export const projectOf = (path: string): Project => {
  const file = sourceOf(path)
  const root = rootAbove(dirname(file)) ?? dirname(file)
  return { root, file: relative(root, file).split(sep).join("/") }
}

/** The folder of a project's recordings. Messages show it without the path of the machine. */
export const cassettesOf = ({ root }: Project, directory?: string): Folder =>
  directory === undefined
    ? { directory: join(root, "cassettes"), shown: "cassettes" }
    : { directory: resolve(directory), shown: directory }

const manifests = ["package.json", "deno.json", "deno.jsonc"]

/** The nearest directory with a manifest, this one included. */
export const rootAbove = (directory: string): string | undefined =>
  manifests.some((name) => existsSync(join(directory, name)))
    ? directory
    : dirname(directory) === directory
      ? undefined
      : rootAbove(dirname(directory))

/** The source that a person would edit, if the source map of a compiled suite names it. */
const sourceOf = (path: string): string => {
  if (path.endsWith(".ts") || !existsSync(`${path}.map`)) return path
  const source = tryCatch((): unknown => JSON.parse(readFileSync(`${path}.map`, "utf8"))?.sources?.[0])
  return typeof source === "string" ? resolve(dirname(path), source) : path
}
