/**
 * A server's command as it is started: `passhat` is this very passhat, on this runtime, wherever both are installed.
 *
 * So a suite that uses `passhat mock` says the same on every machine, and its recordings hold on every machine.
 */
import { basename } from "node:path"
import process from "node:process"
import { commandFile, packageFolder } from "../kit/ownCommand.ts"
import { version } from "../kit/version.ts"

export const startable = (command: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [program, ...args] = command
  return program === "passhat" ? [process.execPath, ...itself(), ...args] : command
}

const itself = (): ReadonlyArray<string> => {
  if (!("deno" in process.versions)) return [commandFile()]
  // Deno's cache keeps a package in a folder named after its version, where it cannot be started by its file.
  const isCached = basename(packageFolder()) === version
  return ["run", "--allow-all", isCached ? `npm:passhat@${version}` : commandFile()]
}
