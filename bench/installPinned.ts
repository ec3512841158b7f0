/**
 * Installs the packages that a folder of the benchmark pins in its package.json, unless they are installed already.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** False if npm failed; it says why on stderr. */
export const installPinned = (folder: string): boolean => {
  const wanted = readFileSync(join(folder, "package.json"), "utf8")
  const mark = join(folder, "node_modules/.wanted.json")
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return true
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], {
    cwd: folder,
    stdio: ["ignore", 2, 2]
  })
  if (status !== 0) return false
  writeFileSync(mark, wanted)
  return true
}
