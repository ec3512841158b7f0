/**
 * The permissions that a replay from the installed package needs, on Deno.
 */
import { setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { root, runtimes } from "../app/project.ts"
import { unpacked } from "./tarball.ts"

setDefaultTimeout(60_000)

test("a replay reads only the project, green or red", () => {
  using user = unpacked()
  for (const part of ["suites", "cassettes"]) cpSync(join(root, part), join(user.folder, part), { recursive: true })
  const readable = "suites,cassettes,package.json,deno.json,deno.jsonc"
  const ended = ["weather", "red"].map((suite) => {
    const args = ["run", "--no-prompt", "--allow-env", `--allow-read=${readable}`, `suites/${suite}.ts`]
    const { status, stderr } = spawnSync(runtimes.deno[0], args, { cwd: user.folder, encoding: "utf8" })
    return { suite, status, stderr }
  })
  assert.deepEqual(ended, [
    { suite: "weather", status: 0, stderr: "" },
    { suite: "red", status: 1, stderr: "" }
  ])
})
