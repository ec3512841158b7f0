/**
 * Where small files about a project are kept outside of it.
 */
import { isAbsolute, join, resolve } from "node:path"
import { sha256 } from "../../std/sha256.ts"

export type Environment = { readonly [name: string]: string | undefined }

/** The project is told by its root; where to keep things, by PASSHAT_CACHE, XDG_CACHE_HOME or the home directory. `off` is nowhere. */
export const cacheDirectory = (root: string, environment: Environment): string | undefined => {
  const base = baseOf(environment)
  return base === undefined ? undefined : join(base, sha256(root).slice(0, 16))
}

/** Nothing where a variable is empty or, for XDG's, relative: their specification says to ignore such a one. */
const baseOf = ({ HOME, PASSHAT_CACHE, USERPROFILE, XDG_CACHE_HOME }: Environment): string | undefined => {
  if (PASSHAT_CACHE === "off") return undefined
  if (PASSHAT_CACHE) return resolve(PASSHAT_CACHE)
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return join(XDG_CACHE_HOME, "passhat")
  const home = HOME || USERPROFILE
  return home ? join(home, ".cache", "passhat") : undefined
}
