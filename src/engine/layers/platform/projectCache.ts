/**
 * Files about a project that are kept outside of it, read and written synchronously. They only save time, so a file that
 * cannot be read is undefined, and a failed write is ignored.
 */
import { readFileSync } from "node:fs"
import { isAbsolute, join, resolve } from "node:path"
import type { Environment } from "../../../base/std/Environment.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { permitted } from "./permitted.ts"
import { writeWhole } from "./writeWhole.ts"
import { sha256 } from "../../../base/std/sha256.ts"

export interface ProjectCache {
  readonly read: (name: string) => string | undefined
  /** Writes the file atomically, unless it has this text already. */
  readonly write: (name: string, text: string) => void
}

export const projectCache = (root: string, environment: Environment): ProjectCache => {
  const directory = cacheDirectory(root, environment)
  if (directory === undefined) return { read: () => undefined, write: () => undefined }
  const read = (name: string): string | undefined => {
    const file = join(directory, name)
    return permitted("read", file) ? tryCatch(() => readFileSync(file, "utf8")) : undefined
  }
  return {
    read,
    write: (name, text) => {
      if (permitted("write", directory) && read(name) !== text) tryCatch(() => writeWhole(join(directory, name), text))
    }
  }
}

/** Below PASSHAT_CACHE, XDG_CACHE_HOME or the home directory; undefined if there is none or PASSHAT_CACHE is `off`. */
export const cacheDirectory = (root: string, environment: Environment): string | undefined => {
  const base = baseOf(environment)
  return base === undefined ? undefined : join(base, sha256(root).slice(0, 16))
}

/** Ignores variables that are empty and, as the XDG specification demands, a relative XDG_CACHE_HOME. */
const baseOf = ({ HOME, PASSHAT_CACHE, USERPROFILE, XDG_CACHE_HOME }: Environment): string | undefined => {
  if (PASSHAT_CACHE === "off") return undefined
  if (PASSHAT_CACHE) return resolve(PASSHAT_CACHE)
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "passhat")
  const home = HOME || USERPROFILE
  return home ? join(home, ".cache", "passhat") : undefined
}
