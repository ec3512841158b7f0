/**
 * A server's command as it is started: `passhat` is this very passhat, on this runtime, wherever both are installed.
 *
 * So a suite that uses `passhat mock` says the same on every machine, and its recordings hold on every machine.
 */
import process from "node:process"
import { commandFile } from "./installed.ts"

export const startable = (command: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [program, ...args] = command
  return program === "passhat" ? [process.execPath, ...permissions, commandFile(), ...args] : command
}

const permissions = "deno" in process.versions ? ["run", "--allow-all"] : []
