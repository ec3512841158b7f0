/**
 * The directory outside of a project for small files about it.
 */
import { isAbsolute, join, resolve } from "node:path"
import type { Environment } from "../../../base/std/Environment.ts"
import { sha256 } from "../../../base/std/sha256.ts"

/** Below PASSHAT_CACHE, XDG_CACHE_HOME or the home directory; undefined if there is none or PASSHAT_CACHE is `off`. */
export const cacheDirectory = (root: string, environment: Environment): string | undefined => {
  const base = baseOf(environment)
  return base === undefined ? undefined : join(base, sha256(root).slice(0, 16))
}

/** Ignores variables that are empty and, as the XDG specification demands, a relative XDG_CACHE_HOME. */
const baseOf = ({ HOME, PASSHAT_CACHE, USERPROFILE, XDG_CACHE_HOME }: Environment): string | undefined => {
  if (PASSHAT_CACHE === "off") return undefined
  if (PASSHAT_CACHE) return resolve(PASSHAT_CACHE)
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "passhat")
  const home = HOME || USERPROFILE
  return home ? join(home, ".cache", "passhat") : undefined
}
