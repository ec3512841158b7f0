/**
 * The environment of a server's process: a few harmless variables and those that the suite declares. Nothing else of the
 * environment reaches a server, so no key of the user's does.
 */
import { platform } from "node:os"

export interface Environment {
  readonly [name: string]: string | undefined
}

const windows =
  "APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES " +
  "PROGRAMFILES(X86) PROGRAMW6432 SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR"
const elsewhere = "HOME LANG LC_ALL LOGNAME PATH SHELL TERM TMPDIR TZ USER"
const harmless = (platform() === "win32" ? windows : elsewhere).split(" ")

/** A value that starts with `()` is a shell function, which some shells would run. */
export const childEnvironment = (environment: Environment, declared: Environment): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    harmless.flatMap((name) => {
      const value = environment[name]
      return value === undefined || value.startsWith("()") ? [] : [[name, value]]
    })
  ),
  ...declared
})
