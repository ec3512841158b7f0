/**
 * The suite files that `--watch` assigns to a process that it starts.
 */
import process from "node:process"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { rootAbove } from "./project.ts"

/** The environment variable that holds the paths, as JSON. */
export const CHILD_FILES = "PASSHAT_PART"

/** Undefined if the process was not started by `--watch`: then it judges every file of the command. */
export const filesFromParent = ({ [CHILD_FILES]: text }: Environment): ReadonlyArray<string> | undefined => {
  const paths: unknown = text === undefined ? undefined : tryCatch(() => JSON.parse(text))
  return Array.isArray(paths) && paths.every((path) => typeof path === "string") ? paths : undefined
}

/** The runtime, its flags, and the file. */
export const ownCommand = (): ReadonlyArray<string> => {
  const [program = "", script = ""] = process.argv
  return [program, ...runtimeArguments(), script]
}

/** The flags of the runtime. Deno does not expose them; a process that may start others may do anything, so -A adds nothing. */
const runtimeArguments = (): ReadonlyArray<string> => ("deno" in process.versions ? ["run", "-A"] : process.execArgv)

/** Where this passhat is installed: the folder of its package, and the file that is its command. */
export const packageFolder = (): string => {
  const here = dirname(fileURLToPath(import.meta.url))
  return rootAbove(here) ?? here
}

export const commandFile = (): string =>
  join(packageFolder(), import.meta.url.endsWith(".ts") ? "src/doors/passhat.ts" : "dist/doors/passhat.js")
