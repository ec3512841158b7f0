/**
 * The time limit of a test if `bun test` is started by hand.
 */
import { afterAll, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = mkdtempSync(join(tmpdir(), "passhat-timeout-"))
afterAll(() => rmSync(folder, { recursive: true }))

const slow = `
import { test } from "bun:test"
test("slow", () => new Promise((resolve) => setTimeout(resolve, 200)))
`

/** Bun's own limit is set to a millisecond, so that only a limit which the preload sets lets the tests pass. */
const runWith = (...preload: ReadonlyArray<string>): string =>
  spawnSync(process.execPath, ["test", "--timeout", "1", ...preload], { cwd: folder, encoding: "utf8" }).stderr

test("the limit applies to every test file, and not only to the first", () => {
  for (const name of ["a", "b", "c"]) writeFileSync(join(folder, `${name}.test.ts`), slow)
  assert.match(runWith(), /^ *3 fail$/m)
  assert.match(runWith("--preload", join(import.meta.dirname, "timeout.ts")), /^ *3 pass\n *0 fail$/m)
})

test("a test file may set its own limit", () => {
  const own = slow
    .replace("\ntest(", "\nsetDefaultTimeout(1)\ntest(")
    .replace("{ test }", "{ setDefaultTimeout, test }")
  for (const name of ["a", "b", "c"]) writeFileSync(join(folder, `${name}.test.ts`), own)
  assert.match(runWith("--preload", join(import.meta.dirname, "timeout.ts")), /^ *3 fail$/m)
})
