/**
 * The demo that `passhat init` writes: its cassette is what the recorder writes today.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { lasting } from "../../engine/cassette/lasting.ts"
import { demoCassette, demoTemplates, recordDemo } from "../../recorder/demo.ts"
import { emptyProject, root, run } from "../../app/project.ts"

setDefaultTimeout(60_000)

const demo = () => {
  const user = emptyProject({ "package.json": `{ "type": "module" }` })
  cpSync(demoTemplates, user.folder, { recursive: true })
  return user
}

describe("the demo", () => {
  test("has the same cassette except for times if it is recorded again", async () => {
    assert.equal(lasting(await recordDemo()), lasting(readFileSync(join(demoTemplates, demoCassette), "utf8")))
  })

  test.each(["bun", "deno", "node"] as const)("is green from its cassette on %s", (runtime) => {
    using user = demo()
    const { code, stderr, stdout } = user.run("suites/demo.ts", [], { runtime })
    assert.deepEqual([code, stderr], [0, ""], stdout)
  })

  test.each([
    ["bun", []],
    ["deno", ["--runs", "1"]]
  ] as const)("is green against its server, which is passhat mock, on %s", (runtime, flags) => {
    using user = demo()
    // Nothing on the path is called passhat, so it can only be the one that runs.
    const { code, stdout } = user.run("suites/demo.ts", ["--live-tools", ...flags], { runtime })
    assert.equal(code, 0, stdout)
  })

  test("has the catalogue that passhat types writes for its server", () => {
    using user = demo()
    const args = ["types", "--server", "passhat mock --tools-from suites/servers/demo.yml", "--name", "demo"]
    const { stdout } = run(join(root, "dist/doors/passhat.js"), args, { cwd: user.folder })
    assert.equal(user.read("suites/servers/demo.ts"), stdout)
  })

  test("is red if its server gives other answers", () => {
    using user = demo()
    user.edit("suites/servers/demo.yml", (text) => text.replaceAll("Lyon", "Nice"))
    const { code, stdout } = user.run("suites/demo.ts", ["--live-tools", "--runs", "1"])
    assert.equal(code, 1)
    assert.match(stdout, /Nice/)
  })
})
