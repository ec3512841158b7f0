/**
 * The files that a glob matches, the same on every runtime and every system. Links are followed, also to folders;
 * `node_modules` and `.git` are left out unless the glob begins inside of them.
 */
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs"
import { join, relative, resolve, sep } from "node:path"
import { tryCatch } from "../../base/std/tryCatch.ts"

/** Full paths, in no particular order. A text without wildcards matches nothing: it would be a file. */
export const globFiles = async (directory: string, pattern: string): Promise<ReadonlyArray<string>> => {
  const parts = pattern.split(sep).join("/").split("/")
  const fixed = parts.findIndex((part) => /[*?[{]/.test(part))
  if (fixed < 0) return []
  const Glob = await import("effect/Glob")
  const glob = Glob.make(parts.slice(fixed).join("/"))
  const start = resolve(directory, parts.slice(0, fixed).join("/") || (fixed > 0 ? "/" : "."))
  const real = tryCatch(() => realpathSync(start))
  if (real === undefined) return []
  return filesBelow(start, [real]).filter((path) => Glob.match(glob, relative(start, path).split(sep).join("/")))
}

const leftOut = new Set(["node_modules", ".git"])

/** `entered` are the real paths of this folder and of those it is in, so that a link that leads back is not followed. */
const filesBelow = (folder: string, entered: readonly [string, ...ReadonlyArray<string>]): ReadonlyArray<string> =>
  entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    const kind = entry.isSymbolicLink() ? tryCatch(() => statSync(path)) : entry
    if (kind?.isDirectory()) {
      const real = entry.isSymbolicLink() ? realpathSync(path) : join(entered[0], entry.name)
      return leftOut.has(entry.name) || entered.includes(real) ? [] : filesBelow(path, [real, ...entered])
    }
    // A link that leads nowhere is kept, so that reading it is an error.
    return kind === undefined || kind.isFile() ? [path] : []
  })

const entriesOf = (folder: string): ReadonlyArray<Dirent> =>
  tryCatch(
    () => readdirSync(folder, { withFileTypes: true }),
    () => []
  )
