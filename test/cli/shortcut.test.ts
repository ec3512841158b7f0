import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Finished, project, root, run, type runtimes } from "./project.ts"
import { cassette, spoilt, weather } from "./spoilt.ts"

type Project = ReturnType<typeof project>

/** A flag that changes nothing takes the long way. */
const bothWays = (user: Project, file: string, runtime: keyof typeof runtimes = "bun"): Finished => {
  const env = { PASSHAT_CACHE: join(user.folder, "cache") }
  const long = user.run(file, ["--concurrency", "1"], { runtime, env })
  const short = user.run(file, [], { runtime, env })
  assert.deepEqual(short, long)
  return short
}

describe("the short way says what the long way says", () => {
  test.each(["chaos", "invoice", "issues", "recovery", "red", "weather"])("of %s", (name) => {
    using user = project()
    const { code, stdout } = bothWays(user, `suites/${name}.ts`)
    assert.ok(code === 0 || code === 1, stdout)
  })

  test.each(["deno", "node"] as const)("on %s", (runtime) => {
    using user = project()
    assert.equal(bothWays(user, weather, runtime).code, 0)
    assert.equal(bothWays(user, "suites/red.ts", runtime).code, 1)
  })

  test.each(Object.keys(spoilt))("of %s", (name) => {
    using user = project()
    const before = user.read(cassette)
    user.edit(cassette, spoilt[name]!)
    assert.notEqual(user.read(cassette), before)
    bothWays(user, weather)
  })

  test("of bytes that are no text", () => {
    using user = project()
    const bytes = Buffer.from(user.read(cassette))
    bytes[bytes.indexOf("Sacramento")] = 0xff
    writeFileSync(join(user.folder, cassette), bytes)
    assert.match(bothWays(user, weather).stdout, /is not UTF-8 text/)
  })

  test("of recordings that are missing, that nobody asks for, and that lie elsewhere", () => {
    using user = project()
    user.write("cassettes/weather/asks-for-the-weather/claude-opus-4-5.jsonl", user.read(cassette))
    assert.match(bothWays(user, weather).stdout, /is used by no cell/)
    user.write("elsewhere.jsonl", user.read(cassette))
    rmSync(join(user.folder, cassette))
    assert.equal(bothWays(user, weather).code, 2)
    symlinkSync(join(user.folder, "elsewhere.jsonl"), join(user.folder, cassette))
    assert.match(bothWays(user, weather).stdout, /leads outside cassettes/)
    rmSync(join(user.folder, "cassettes"), { recursive: true })
    assert.equal(bothWays(user, weather).code, 2)
  })

  test("of suites that skip, that say only, that are refused, and of gates that throw", () => {
    using user = project()
    const changed = (from: string, to: string): Finished => {
      const before = user.read(weather)
      user.edit(weather, (text) => text.replace(from, to).replace("agent, call", "agent, gate, only, skip, call"))
      assert.notEqual(user.read(weather), before)
      const finished = bothWays(user, weather)
      user.write(weather, before)
      return finished
    }
    assert.equal(changed("runs(5),", 'runs(5), skip("later"),').code, 2)
    assert.match(changed("runs(5),", "runs(5), only,").stdout, /only is in force/)
    assert.match(changed("runs(5),", "").stdout, /needs two or more runs/)
    const broken = `gate()({ name: "broken", scope: "run", targets: { x: "flag" }, expect: {}, measure: () => { throw new Error("no") } }, {}),`
    assert.match(changed("runs(5),", `runs(5), ${broken}`).stdout, /broken threw instead of measuring: no/)
    const inspecting = `gate()({ name: "rude", targets: { x: "flag" }, expect: {}, check: () => { throw new Error("rude") }, measure: () => ({ x: 1 }) }, {}),`
    assert.match(changed("runs(5),", `runs(5), ${inspecting}`).stderr, /passhat came upon a fault of its own: rude/)
  })

  test("of several files, of files that are no suites, and of files that do not load", () => {
    using user = project()
    user.write("suites/broken.ts", "throw new Error('broken on purpose')\n")
    const passhat = join(root, "dist/cli/passhat.js")
    const both = (...files: ReadonlyArray<string>): Finished => {
      const env = { PASSHAT_CACHE: join(user.folder, "cache") }
      const [short, long] = [[], ["--concurrency", "1"]].map((flags) =>
        run(passhat, ["run", ...files, ...flags], { cwd: user.folder, env })
      )
      assert.deepEqual(short, long)
      return short!
    }
    assert.equal(both(weather, "suites/chaos.ts", weather).code, 0)
    assert.equal(both("suites/red.ts", weather).code, 1)
    assert.match(both(weather, "suites/servers/weather.ts").stderr, /exports no suite/)
    assert.match(both(weather, "suites/broken.ts").stderr, /could not be loaded: broken on purpose/)
    assert.match(both("suites/nowhere.ts").stderr, /No file matches/)
    assert.equal(both("suites/*.ts").code, 2)
  })

  test("and --failed knows what was red on either way", () => {
    using user = project()
    const env = { PASSHAT_CACHE: join(user.folder, "cache") }
    assert.equal(user.run("suites/red.ts", [], { env }).code, 1)
    assert.equal(user.run("suites/red.ts", ["--failed"], { env }).code, 1)
    assert.equal(user.run(weather, [], { env }).code, 0)
    const nothing = user.run(weather, ["--failed"], { env })
    assert.match(nothing.stderr, /Nothing in these suites was red when it was last judged/)
  })
})
