/**
 * The worked example of docs/calibration.md is what the command prints of tau-bench's published runs.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { emptyProject, passhatOn, root } from "../../app/project.ts"

const published = join(root, "../shared/data/tau-bench/gpt-4o-airline.json")
const isThere = existsSync(published)
if (!isThere) console.log(`Skipped: ${published} is not there.`)

test.skipIf(!isThere)("the worked example of docs/calibration.md is what the command prints", () => {
  using user = emptyProject({ "package.json": `{ "type": "module" }\n` })
  const cwd = user.folder
  assert.equal(passhatOn("bun", ["import", published, "--suite", "airline"], { cwd }).code, 0)
  const good = ["--good", "observations.outcome.structured.passed=true"]
  const { code, stdout } = passhatOn("bun", ["calibrate", "cassettes/airline", ...good], { cwd })
  assert.equal(code, 0)
  assert.ok(readFileSync(join(root, "docs/calibration.md"), "utf8").includes(`passed=true\n${stdout}\`\`\``))
})
