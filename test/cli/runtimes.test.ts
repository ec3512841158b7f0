import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { project, root, run } from "./project.ts"

describe.each(["suites/weather.ts", "suites/red.ts", "suites/chaos.ts"])("%s", (suite) => {
  describe.each(["pretty", "json", "junit"])("as %s", (reporter) => {
    const expected = run(suite, ["--reporter", reporter])

    test("has the same bytes on Deno and on Node", () => {
      assert.ok(expected.stdout.length > 0)
      assert.deepEqual(run(suite, ["--reporter", reporter], { runtime: "deno" }), expected)
      assert.deepEqual(run(suite, ["--reporter", reporter], { runtime: "node" }), expected)
    })

    test.each([
      { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
      { TZ: "America/Anchorage", LANG: "ar_EG.UTF-8", LC_ALL: "ar_EG.UTF-8" }
    ])("has the same bytes under %p and any concurrency", (env) => {
      assert.deepEqual(run(suite, ["--reporter", reporter, "--concurrency", "1"], { env }), expected)
      assert.deepEqual(run(suite, ["--reporter", reporter, "--concurrency", "64"], { env, runtime: "deno" }), expected)
      assert.deepEqual(run(suite, ["--reporter", reporter, "--concurrency", "7"], { env, runtime: "node" }), expected)
    })

    test("has the same bytes from another directory, and through passhat run", () => {
      assert.deepEqual(run(join(root, suite), ["--reporter", reporter], { cwd: join(root, "src") }), expected)
      assert.deepEqual(run("dist/cli/passhat.js", ["run", suite, "--reporter", reporter]), expected)
    })
  })
})

test("a replay needs no network, starts no process and writes no file", () => {
  using user = project()
  const denied = ["run", "--allow-read", "--allow-env", "--allow-sys", "--deny-net", "--deny-run", "--deny-write"]
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/deno"), [...denied, "suites/weather.ts"], {
    cwd: user.folder,
    encoding: "utf8"
  })
  assert.equal(status, 0, stdout)
})
