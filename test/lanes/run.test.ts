/**
 * The program that runs a lane.
 */
import { afterAll, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./lanes.ts"

const folder = mkdtempSync(join(tmpdir(), "passhat-lanes-"))
afterAll(() => rmSync(folder, { recursive: true }))

test("a lane in which no test runs fails", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["run", "test/lanes/run.ts", "world", "--shard", "9999/9999"],
    {
      cwd: root,
      encoding: "utf8"
    }
  )
  assert.equal(status, 1)
  assert.match(stdout, /^The lane world of the tests, shard 9999\/9999:\n/)
  assert.match(stdout, /\n1 passed, 1 failed\n$/)
})

test("a lane that does not exist is refused", () => {
  const { status, stderr } = spawnSync(process.execPath, ["run", "test/lanes/run.ts", "wrld"], {
    cwd: root,
    encoding: "utf8"
  })
  assert.deepEqual([status, stderr], [1, "Name a lane: unit, world, matrix.\n"])
})

test.each([
  ["unit", 1],
  ["world", 0]
])("of the lane %s, a process that a test starts is %d failure, also where the error is handled", (lane, failures) => {
  writeFileSync(
    join(folder, "starts.test.ts"),
    `import { test } from "bun:test"
import { spawnSync } from "node:child_process"
test("starts", () => Promise.try(() => void spawnSync("true")).catch(() => {}))
`
  )
  const { stderr } = spawnSync(process.execPath, ["test", "--preload", join(import.meta.dirname, "guard.ts")], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PASSHAT_TEST_LANE: lane }
  })
  assert.match(stderr, new RegExp(`^ *1 pass\\n *${failures} fail$`, "m"))
})
