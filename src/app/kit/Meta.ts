/**
 * `import.meta` as a suite hands it to passhat.
 */
import { realpathSync } from "node:fs"
import process from "node:process"
import { isObject } from "../../base/std/Json.ts"
import { kind } from "../../base/std/kinds.ts"

/** The part of `import.meta` that tells where a file is, and whether it is the program. */
export interface Meta {
  readonly url: string
  /** Every module that is a file has one. */
  readonly filename?: string
  readonly main?: boolean
}

export const metaKind = kind("import.meta", (value) => isObject(value) && typeof value["url"] === "string")

/** Node before 24 has no `import.meta.main`; there the program's path tells. */
export const isProgram = ({ filename, main: isMain }: Meta): boolean =>
  isMain ?? (process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename)
