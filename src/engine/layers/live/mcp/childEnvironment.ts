/**
 * The environment of a server's process: a few harmless variables and those that the suite declares. The server gets no
 * others, so it gets none of the user's keys.
 */
import { platform } from "node:os"
import type { Environment } from "../../../../base/std/Environment.ts"

const windows =
  "APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES " +
  "PROGRAMFILES(X86) PROGRAMW6432 SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR"
const posix = "HOME LANG LC_ALL LOGNAME PATH SHELL TERM TMPDIR TZ USER"
const harmless = (platform() === "win32" ? windows : posix).split(" ")

/** Values that start with `()` are left out: they are shell functions, which some shells would run. */
export const childEnvironment = (environment: Environment, declared: Environment): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    harmless.flatMap((name) => {
      const value = environment[name]
      return value === undefined || value.startsWith("()") ? [] : [[name, value]]
    })
  ),
  ...declared
})
