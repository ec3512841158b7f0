/**
 * Whether the bundle that runs was made of the sources beside it. Only in a checkout of passhat are there any.
 */
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The file in `dist` that says what the bundle was made of. */
export const MADE_OF = "source.sha256"

/** Whether the sources beside the bundle with this module have changed since. Sources themselves are always fresh. */
export const isStale = (module: string): boolean => {
  const at = module.lastIndexOf("/dist/")
  if (at < 0) return false
  const checkout = fileURLToPath(module.slice(0, at))
  const [src, madeOf] = [join(checkout, "src"), join(checkout, "dist", MADE_OF)]
  if (!existsSync(src) || !existsSync(madeOf)) return false
  const made = statSync(madeOf).mtimeMs
  return filesIn(src).some((file) => statSync(file).mtimeMs > made) && digestOf(src) !== readFileSync(madeOf, "utf8")
}

/** Of the names and the contents of all sources. */
export const digestOf = (src: string): string => {
  const hash = createHash("sha256")
  for (const file of filesIn(src).toSorted()) {
    hash.update(file.slice(src.length)).update("\0").update(readFileSync(file)).update("\0")
  }
  return hash.digest("hex")
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
