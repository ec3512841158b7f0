/**
 * `passhat score` as a process.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { emptyProject, passhatOn, project } from "../../app/project.ts"

const trace = { tool_calls: [{ name: "search" }, { name: "search" }], final_response: "Done." }

describe("passhat score", () => {
  test("prints the values of every run and of all runs, and ends with 0 although a score is bad", () => {
    using user = project()
    const { code, stdout } = passhatOn("bun", ["score", "cassettes/red"], { cwd: user.folder })
    assert.equal(code, 0)
    assert.match(stdout, /^red > wanders off > claude-sonnet-4-5, 5 runs\n/)
    assert.match(stdout, /^ {2}tool calls +0 +2 +5 +5$/m)
    assert.match(stdout, /^ {2}stability\.redundancy +0\.2 +1 +1 +5$/m)
    assert.match(stdout, /^ {2}stability\.weakest_score +0\.2$/m)
  })

  test("prints the same bytes on every runtime", () => {
    using user = project()
    const [bun, deno, node] = (["bun", "deno", "node"] as const).map((on) =>
      passhatOn(on, ["score", "cassettes"], { cwd: user.folder })
    )
    assert.ok(bun?.stdout.includes("weather"))
    assert.deepEqual([deno, node], [bun, bun])
  })

  test("scores a trace of plain JSON, where what is missing counts as not recorded", () => {
    using user = emptyProject({ "trace.json": JSON.stringify(trace) })
    const { code, stdout } = passhatOn("bun", ["score", "trace.json"], { cwd: user.folder })
    assert.equal(code, 0)
    assert.match(stdout, /^ {2}stability\.redundancy +0\.5 +0\.5 +0\.5 +1$/m)
    assert.match(stdout, /^ {2}tokens +not recorded +0$/m)
  })

  test("gives its report no verdict, so that it cannot be taken for a pass", () => {
    using user = emptyProject({ "trace.json": JSON.stringify([trace, trace]) })
    const { stdout } = passhatOn("bun", ["score", "trace.json", "--reporter", "json"], { cwd: user.folder })
    const report = JSON.parse(stdout)
    assert.deepEqual([report.verdict, report.suites[0].cells[0].verdict], ["none", "none"])
    assert.equal(report.suites[0].cells[0].runs.length, 2)
  })

  test.each([
    ["nothing.json", undefined, /nothing\.json does not exist\./],
    ["broken.json", "{", /broken\.json is not JSON\./],
    ["empty.json", "[]", /empty\.json has no trace\./],
    ["other.json", `[${JSON.stringify(trace)},{"a":1}]`, /other\.json, \[1\] is not a trace/],
    ["torn.jsonl", `{"format":"passhat-cassette"`, /torn\.jsonl/]
  ])("refuses %s with one sentence", (file, text, sentence) => {
    using user = emptyProject(text === undefined ? {} : { [file]: text })
    const { code, stderr, stdout } = passhatOn("bun", ["score", file], { cwd: user.folder })
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, sentence)
    assert.doesNotMatch(stderr, /\n +at /)
  })
})
