/**
 * Builds the bundle again before any test if its sources have changed. Suites start from it.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { digestOf, SOURCE_DIGEST } from "../src/cli/bundleFreshness.ts"

const root = join(import.meta.dirname, "..")
const madeOf = join(root, "dist", SOURCE_DIGEST)

if (!existsSync(madeOf) || readFileSync(madeOf, "utf8") !== (await digestOf(join(root, "src")))) {
  const { status, stderr } = spawnSync(process.execPath, ["run", "build.ts"], { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Error(`The bundle could not be made:\n${stderr}`)
}
