import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { project, root, run } from "./project.ts"

const command = join(root, "src/doors/passhat.ts")

describe("passhat run", () => {
  test("runs every suite of the project, in one report", () => {
    using user = project()
    const { code, stdout } = run(command, ["run", "--reporter", "json"], { cwd: user.folder })
    assert.equal(code, 1)
    const report = JSON.parse(stdout)
    assert.deepEqual(
      report.suites.map((suite: { file: string; verdict: string }) => [suite.file, suite.verdict]),
      [
        ["suites/chaos.ts", "pass"],
        ["suites/invoice.ts", "fail"],
        ["suites/issues.ts", "pass"],
        ["suites/recovery.ts", "pass"],
        ["suites/red.ts", "fail"],
        ["suites/weather.ts", "pass"]
      ]
    )
  })

  test("accepts files, folders and globs, and runs each file once", () => {
    using user = project()
    const suites = (...args: ReadonlyArray<string>): ReadonlyArray<string> =>
      JSON.parse(run(command, ["run", "--reporter", "json", ...args], { cwd: user.folder }).stdout).suites.map(
        (suite: { suite: string }) => suite.suite
      )
    assert.deepEqual(suites("suites/weather.ts"), ["weather"])
    assert.deepEqual(suites("suites"), ["chaos", "invoice", "issues", "recovery", "red", "weather"])
    assert.deepEqual(suites("suites/w*.ts"), ["weather"])
    assert.deepEqual(suites("suites/{red,weather}.ts", "suites/weather.ts", "./suites/red.ts"), ["red", "weather"])
  })

  test("selects cells of all suites with --filter", () => {
    using user = project()
    const { code, stdout } = run(command, ["run", "--filter", "asks for"], { cwd: user.folder })
    assert.equal(code, 0)
    assert.match(stdout, /\(1 cell, 5 runs\)/)
  })

  const broken: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["no such file", "", /^No file matches suites\/broken\.ts\. Name a suite file/],
    ["no suite in it", "export const x = 1\n", /^suites\/broken\.ts exports no suite\. Write: export default suite/],
    ["does not parse", "export default (\n", /^suites\/broken\.ts could not be loaded: .*\. Correct the file/],
    [
      "throws",
      'throw new Error("no key")\n',
      /^suites\/broken\.ts could not be loaded: no key \(suites\/broken\.ts:1\)\. Correct the file/
    ],
    ["imports a missing file", 'import "./nowhere.ts"\n', /^suites\/broken\.ts could not be loaded: .*nowhere\.ts/]
  ]
  test.each(broken)("refuses a file with one sentence and exit code 2: %s", (_, text, sentence) => {
    using user = project()
    if (text !== "") user.write("suites/broken.ts", text)
    const { code, stderr, stdout } = run(command, ["run", "suites/broken.ts"], { cwd: user.folder })
    assert.equal(code, 2)
    assert.match(stderr, sentence)
    assert.doesNotMatch(stderr, /\n\s+at /)
    assert.equal(stdout, "")
  })

  test("refuses two suites with one name, which would share their recordings", () => {
    using user = project()
    user.edit("suites/red.ts", (text) => text.replace('"red"', '"weather"'))
    const { code, stdout } = run(command, ["run", "suites/red.ts", "suites/weather.ts"], { cwd: user.folder })
    assert.equal(code, 2)
    assert.match(stdout, /suites\/red\.ts and suites\/weather\.ts .*share/)
  })

  test("gives a notice for recordings that no cell uses, which changes no verdict", () => {
    using user = project()
    user.edit("suites/weather.ts", (text) => text.replace("runs(5)", "runs(4)"))
    const { code, stdout } = user.run("suites/weather.ts")
    assert.equal(code, 0)
    assert.match(stdout, /UNUSED_RECORDING: .*also holds run 5/)
  })
})
