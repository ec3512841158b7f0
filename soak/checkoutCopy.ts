/**
 * A copy of the checkout with a bundle of its own.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { root } from "../bench/runtimes.ts"

/** Made or linked again. */
const leftOut = new Set([".git", "dist", "node_modules"])

/** Removed by `using`. The change is made before the bundle. */
export const builtCopy = (change: (folder: string) => void = () => {}) => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-copy-"))
  cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  change(folder)
  const { status, stderr } = spawnSync(process.execPath, ["run", "build.ts"], { cwd: folder, encoding: "utf8" })
  if (status !== 0) throw new Error(`The copy of the checkout cannot be built:\n${stderr}`)
  return { folder, [Symbol.dispose]: (): void => rmSync(folder, { recursive: true, force: true }) }
}
