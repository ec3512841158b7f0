/**
 * `passhat show` as a process, on the shipped recordings.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { hostile, OFFENCE } from "../../edges/report/hostile.ts"
import { project } from "../../app/project.ts"
import { golden, red, show, timeless, weather } from "./golden.ts"

describe("passhat show", () => {
  test.each(golden)("prints the text of %s for %p", (file, args) => {
    const { code, stderr, stdout } = show(args)
    assert.deepEqual([code, stderr], [0, ""])
    assert.equal(timeless(stdout), readFileSync(join(import.meta.dirname, file), "utf8"))
  })

  test("prints the same bytes on every runtime", () => {
    assert.deepEqual(show([weather]), show([weather], { runtime: "deno" }))
  })

  test("accepts a folder with only one recording", () => {
    assert.deepEqual(show(["cassettes/weather"]), show([weather]))
    assert.deepEqual(show(["--diff", "1", "2", "cassettes/red"]), show([red, "--diff", "1", "2"]))
  })

  test("shows a stale recording", () => {
    using user = project()
    user.editRecording(weather, (text) => text.replace('"sha256":"', '"sha256":"0'))
    assert.equal(show([weather, "--run", "1"], { cwd: user.folder }).code, 0)
  })

  test("shows the issue of a run that was not completed", () => {
    using user = project()
    const issue = { code: "INFRASTRUCTURE", message: "The server died.", hint: "Start it.", advisory: false }
    const outcome = JSON.stringify({ status: "infrastructure_error", issue })
    user.editRecording(weather, (text) => text.replace('"outcome":{"status":"completed"}', `"outcome":${outcome}`))
    const { code, stdout } = show([weather, "--run", "1"], { cwd: user.folder })
    assert.equal(code, 0)
    assert.match(stdout, /^run #1\n {2}INFRASTRUCTURE: The server died\.\n {4}Start it\.\n {2}exchanges: 5/m)
    assert.equal(show([weather, "--diff", "1", "2"], { cwd: user.folder }).code, 2)
  })

  test("shows the path of a recorded call that differs from its answer", () => {
    using user = project()
    user.editRecording(weather, (text) =>
      text.replace('"kind":"tool"', '"kind":"tool","note":1').replace('"call":{"args":{', '"call":{"args":{"x":1,')
    )
    const { code, stdout } = show([weather, "--run", "1"], { cwd: user.folder })
    assert.equal(code, 0)
    assert.match(stdout, /DIVERGED: .*run 1: exchanges\[1\]\.call\.args\.x is recorded as 1/)
  })

  test("escapes texts of agents, servers and suites that control a terminal", () => {
    using user = project()
    const words = JSON.stringify(hostile.join(" ")).slice(1, -1).replaceAll("$", "$$$$")
    user.editRecording(red, (text) =>
      text
        .replace(/"parts_sha256":"\w+",/, "")
        .replaceAll("Sacramento", words)
        .replace('"agent":"', `"agent":"${words}`)
    )
    for (const args of [[red], [red, "--diff", "1", "3"]]) {
      const { code, stdout } = show(args, { cwd: user.folder })
      assert.equal(code, 0)
      assert.doesNotMatch(stdout, OFFENCE)
    }
  })
})

describe("passhat show prints one sentence and exits with 2 for", () => {
  const user = project()
  afterAll(() => user[Symbol.dispose]())
  const recorded = user.read(weather)

  test.each<readonly [string, ReadonlyArray<string>, RegExp]>([
    ["no such file", ["cassettes/none.jsonl"], /^cassettes\/none\.jsonl does not exist\./],
    ["no cassette", ["package.json"], /^package\.json is not a cassette: /],
    [
      "a folder with many",
      ["cassettes"],
      /^There are 33 recordings in cassettes\. Choose one: (cassettes\/chaos\/.*\.jsonl, ){5}and 28 more\.$/
    ],
    ["no path, with many recordings", [], /^There are 33 recordings in cassettes\. Choose one: /],
    ["a folder with none", ["suites"], /^There is no recording in suites\. Record one with passhat run --record\.$/],
    ["no such run", [weather, "--run", "6"], /^cassettes\/.* has no run 6\. It holds run 1, 2, 3, 4, 5\.$/],
    ["no run 0", [weather, "--run", "0"], /has no run 0\./],
    ["no such run to compare", [weather, "--diff", "1", "6"], /has no run 6\./],
    ["one run to compare", [weather, "--diff", "1"], /^--diff needs two runs\. Write --diff 1 2, say\.$/],
    ["a run and a comparison", [weather, "--run", "1", "--diff", "1", "2"], /^--run and --diff exclude each other\./],
    ["two recordings", [weather, red], /^There is nothing to do with "cassettes\/red/]
  ])("%s", (_, args, sentence) => {
    const { code, stderr, stdout } = show(args, { cwd: user.folder })
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr.trimEnd(), sentence)
    assert.doesNotMatch(stderr, /\n./)
  })

  test.each<readonly [string, (text: string) => string, RegExp]>([
    ["torn", (text) => text.slice(0, -20), /\.jsonl, line 7: the last line is torn/],
    ["damaged", (text) => text.replace('"index":1', '"index":-1'), /\.jsonl, line 2, index: expected/],
    ["empty", () => "", /\.jsonl is empty\./],
    ["newer", (text) => text.replace('"version":3}', '"version":4}'), /\.jsonl is of version 4, and this passhat reads/]
  ])("a recording that is %s", (_, edit, sentence) => {
    user.write("spoilt.jsonl", edit(recorded))
    const { code, stderr, stdout } = show(["spoilt.jsonl"], { cwd: user.folder })
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr.trimEnd(), sentence)
    assert.doesNotMatch(stderr, /\n./)
  })
})
