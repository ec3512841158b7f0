/**
 * Files about a project that are kept outside of it, read and written at once. Losing them loses time and nothing else:
 * where they cannot be read there are none, and where they cannot be written nobody is told.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { tryCatch } from "../../std/tryCatch.ts"
import { cacheDirectory, type Environment } from "./cacheDirectory.ts"
import { permitted } from "./permitted.ts"

export interface ProjectCache {
  readonly read: (name: string) => string | undefined
  /** Writes the text whole, unless it is there already. */
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
      if (permitted("write", directory) && read(name) !== text) writeWhole(directory, name, text)
    }
  }
}

/** Whoever reads it sees the old text or the new one. */
const writeWhole = (directory: string, name: string, text: string): void => {
  const temporary = join(directory, `.${name}.${process.pid}.tmp`)
  tryCatch(
    () => {
      mkdirSync(directory, { recursive: true })
      writeFileSync(temporary, text, { flag: "wx" })
      renameSync(temporary, join(directory, name))
    },
    () => tryCatch(() => rmSync(temporary, { force: true }))
  )
}
