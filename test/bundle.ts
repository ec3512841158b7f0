/**
 * Builds the bundle again before any test if its sources, or the pages that it carries, have changed. Suites start from it.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { agentFiles } from "../agentFiles.ts"
import { digestOf, SOURCE_DIGEST } from "../src/app/kit/bundleFreshness.ts"

const root = join(import.meta.dirname, "..")
const madeOf = join(root, "dist", SOURCE_DIGEST)

const holds = (path: string, text: string): boolean => existsSync(path) && readFileSync(path, "utf8") === text
const pagesAreFresh = agentFiles().every(([path, text]) => holds(join(root, "dist", path), text))

if (!pagesAreFresh || !holds(madeOf, await digestOf(join(root, "src")))) {
  const { status, stderr } = spawnSync(process.execPath, ["run", "build.ts"], { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Error(`The bundle could not be made:\n${stderr}`)
}
