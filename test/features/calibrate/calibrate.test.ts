/**
 * `passhat calibrate` as a process.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { passhatOn, project } from "../../app/project.ts"

describe("passhat calibrate", () => {
  test("prints floors, false alarms and gates that a suite can take", () => {
    using user = project()
    const { code, stdout } = passhatOn("bun", ["calibrate", "cassettes/weather", "cassettes/red"], { cwd: user.folder })
    assert.equal(code, 0)
    assert.match(stdout, /^10 runs of 2 cases, 10 of them good\n/)
    assert.match(stdout, /^ {2}95 % of 10 good runs reach 0\.2 \(95 % interval no lower bound to 1\)$/m)
    assert.match(stdout, /^ {2}false alarms on cases that were held back: 1 of 10 good runs, 10 %/m)
    assert.match(stdout, /no case has both/)
    const [, gate = ""] = /^ {2}(stability\(.+\))$/m.exec(stdout) ?? []
    assert.equal(
      gate,
      "stability({}, { floors: { tool_usage_stability: 1, response_consistency: 0.8, redundancy: 0.2, cost_per_progress: 0.47 } })"
    )
  })

  test("the gates that it prints pass on the runs that they were made of, and fail with a floor above", () => {
    using user = project()
    const { stdout } = passhatOn("bun", ["calibrate", "cassettes/red", "--share", "0.99"], { cwd: user.folder })
    const [, gate = ""] = /^ {2}(stability\(.+\))$/m.exec(stdout) ?? []
    user.edit("suites/red.ts", (text) =>
      `import { stability } from "passhat"\n${text}`.replace("runs(5)", () => `runs(5), ${gate}`)
    )
    const judged = (): string =>
      JSON.parse(user.run("suites/red.ts", ["--reporter", "json"]).stdout).suites[0].cells[0].gates.find(
        (one: { gate: string }) => one.gate === "stability"
      )?.verdict
    assert.equal(judged(), "pass")
    user.edit("suites/red.ts", (text) => text.replace("redundancy: 0.2", "redundancy: 0.3"))
    assert.equal(judged(), "fail")
  })

  test("--good tells good runs from bad ones, and leaves out a run that does not have the value", () => {
    using user = project()
    const args = ["calibrate", "cassettes/red", "--good", "conversation.tokens.total=421", "--json"]
    const { code, stdout } = passhatOn("bun", args, { cwd: user.folder })
    assert.equal(code, 0)
    const { dimensions, goodRuns, leftOut, runs } = JSON.parse(stdout)
    assert.deepEqual([runs, goodRuns, leftOut], [5, 1, 0])
    assert.equal(dimensions[0].calibration.separation.pairs, 4)
    const missing = passhatOn("bun", ["calibrate", "cassettes/red", "--good", "observations.x.structured=1"], {
      cwd: user.folder
    })
    assert.equal(missing.code, 2)
    assert.match(missing.stderr, /None of 0 runs is known to be good/)
  })

  test.each([
    [["--good", "passed"], /--good takes a path of the trace and its value/],
    [["--share", "95"], /--share is 95/],
    [["nowhere"], /nowhere/]
  ])("refuses %p with one sentence", (args, sentence) => {
    using user = project()
    const { code, stderr, stdout } = passhatOn("bun", ["calibrate", ...args], { cwd: user.folder })
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, sentence)
  })
})
