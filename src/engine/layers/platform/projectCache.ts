/**
 * Files about a project that are kept outside of it, read and written synchronously. They only save time, so a file that
 * cannot be read is undefined, and a failed write is ignored.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Environment } from "../../../base/std/Environment.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { cacheDirectory } from "./cacheDirectory.ts"
import { permitted } from "./permitted.ts"
import { writeWhole } from "./writeWhole.ts"

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
