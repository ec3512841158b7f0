/**
 * Whether the bundle that runs was made of the sources beside it. Only in a checkout of passhat are there any.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, sep } from "node:path"
import { permitted } from "../../engine/layers/platform/permitted.ts"

/** The file in `dist` that says what the bundle was made of. */
export const SOURCE_DIGEST = "source.sha256"

/**
 * Whether the sources beside the bundle with this module have changed since. Sources themselves are always fresh, and so is
 * what may not be looked at: it is not under development.
 */
export const bundleIsOutdated = async (module = ""): Promise<boolean> => {
  const at = module.lastIndexOf(join(sep, "dist", sep))
  if (at < 0) return false
  const checkout = module.slice(0, at)
  const [src, madeOf] = [join(checkout, "src"), join(checkout, "dist", SOURCE_DIGEST)]
  if (!permitted("read", checkout) || !existsSync(madeOf) || !existsSync(src)) return false
  const made = statSync(madeOf).mtimeMs
  const touched = filesIn(src).some((file) => statSync(file).mtimeMs > made)
  return touched && (await digestOf(src)) !== readFileSync(madeOf, "utf8")
}

/** Of the names and the contents of all sources. */
export const digestOf = async (src: string): Promise<string> => {
  const texts = filesIn(src)
    .toSorted()
    .map((file) => `${file.slice(src.length)}\0${readFileSync(file, "utf8")}\0`)
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts.join("")))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
