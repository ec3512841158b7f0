import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Finished, project, type runtimes } from "./project.ts"

type Project = ReturnType<typeof project>

const weather = "suites/weather.ts"
const cassette = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

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

  const lines = (change: (lines: Array<string>) => ReadonlyArray<string>) => (text: string) =>
    change(text.split("\n")).join("\n")
  const spoilt: Readonly<Record<string, (text: string) => string>> = {
    "an empty cassette": () => "",
    "a torn run": (text) => text.slice(0, -40),
    "a last line that does not end": (text) => text.slice(0, -1),
    "an empty line": lines((all) => [...all.slice(0, 3), "", ...all.slice(3)]),
    "an empty line at the end": (text) => `${text}\n`,
    "lines that end as on Windows": (text) => text.replaceAll("\n", "\r\n"),
    "a run that is missing": lines((all) => all.toSpliced(2, 1)),
    "a run that is there twice": lines((all) => all.toSpliced(2, 0, all[2]!)),
    "a run in place of another": lines((all) => all.toSpliced(2, 1, all[3]!)),
    "a run that nobody asks for": lines((all) => all.toSpliced(6, 0, all[5]!.replace('"index":5', '"index":6'))),
    "a run without a number": lines((all) => all.with(1, all[1]!.replace('"index":1', '"index":0'))),
    "runs in another order": lines((all) => [all[0]!, ...all.slice(1, -1).toReversed(), ""]),
    "a key that is there twice": lines((all) => all.with(1, all[1]!.replace('"index":1', '"index":1,"index":1'))),
    "a key that nobody knows": lines((all) => all.with(1, all[1]!.replace('"index":1', '"index":1,"mood":"good"'))),
    "a number with lost digits": lines((all) =>
      all.with(1, all[1]!.replace(/"input":\d+/, '"input":9007199254740993'))
    ),
    "another order of keys": lines((all) =>
      all.map((line) =>
        line === "" ? line : JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).toReversed()))
      )
    ),
    "a call of another city": (text) => text.replace('"city":"Sacramento"', '"city":"Salem"'),
    "a header of another fingerprint": (text) => text.replace(/"sha256":"./, '"sha256":"!'),
    "a header of other parts": (text) => text.replace('"max_turns":10', '"max_turns":11'),
    "a header of another agent": (text) => text.replace('"agent":"asks', '"agent":"demands'),
    "a header of another format": (text) => text.replace("passhat-cassette", "passhat-tape"),
    "a header of a later version": (text) => text.replace('"version":1', '"version":2'),
    "a header that lacks something": (text) => text.replace('"recorded_at"', '"written_at"'),
    "a header with a server that has no name": (text) => text.replace('"servers":[{"name"', '"servers":[{"title"'),
    "a header with a key twice": (text) => text.replace('{"', '{"suite":"weather","')
  }

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

  test("and --failed knows what was red on either way", () => {
    using user = project()
    const env = { PASSHAT_CACHE: join(user.folder, "cache") }
    assert.equal(user.run("suites/red.ts", [], { env }).code, 1)
    assert.equal(user.run("suites/red.ts", ["--failed"], { env }).code, 1)
    assert.equal(user.run(weather, [], { env }).code, 0)
    const nothing = user.run(weather, ["--failed"], { env })
    assert.match(nothing.stderr, /Nothing was red in the last report of these suites/)
  })
})
