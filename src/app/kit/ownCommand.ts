/**
 * The command that starts this program again, in a new process and without its arguments.
 */
import process from "node:process"

/** The runtime, its flags, and the file. */
export const ownCommand = (): ReadonlyArray<string> => {
  const [program = "", script = ""] = process.argv
  return [program, ...runtimeArguments(), script]
}

/** The flags of the runtime. Deno does not expose them; a process that may start others may do anything, so -A adds nothing. */
const runtimeArguments = (): ReadonlyArray<string> => ("deno" in process.versions ? ["run", "-A"] : process.execArgv)
