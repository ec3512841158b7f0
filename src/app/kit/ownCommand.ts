/**
 * The passhat of this process: the folder of its package, the file that is its command, and the command that starts this program again.
 */
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { rootAbove } from "./project.ts"

export const packageFolder = (): string => {
  const here = dirname(fileURLToPath(import.meta.url))
  return rootAbove(here) ?? here
}

export const commandFile = (): string =>
  join(packageFolder(), import.meta.url.endsWith(".ts") ? "src/doors/passhat.ts" : "dist/doors/passhat.js")

/** The runtime, its flags, and the file. */
export const ownCommand = (): ReadonlyArray<string> => {
  const [program = "", script = ""] = process.argv
  return [program, ...runtimeArguments(), script]
}

/** The flags of the runtime. Deno does not expose them; a process that may start others may do anything, so -A adds nothing. */
const runtimeArguments = (): ReadonlyArray<string> => ("deno" in process.versions ? ["run", "-A"] : process.execArgv)
