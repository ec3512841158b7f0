import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { project, root, run } from "./project.ts"

const command = join(root, "src/cli/passhat.ts")

describe("passhat check", () => {
  test("prints ok for each cell whose recording is complete and fresh", () => {
    const { code, stdout } = run(command, ["check", "suites/weather.ts", "suites/red.ts"])
    assert.equal(code, 0)
    assert.equal(stdout, "ok    suites/red.ts wanders off\nok    suites/weather.ts asks for the weather\n")
  })

  test("prints stale, missing and invalid recordings, and judges no cell", () => {
    using user = project()
    user.edit("suites/weather.ts", (text) => text.replace("now and tomorrow?", "now and tomorrow!"))
    const stale = run(command, ["check", "suites/weather.ts"], { cwd: user.folder })
    assert.equal(stale.code, 2)
    assert.match(stale.stdout, /^stale {2}suites\/weather\.ts asks for the weather: STALE_CASSETTE: .*tomorrow!/)
    user.edit("suites/red.ts", (text) => text.replace("runs(5)", "runs(6)"))
    const missing = run(command, ["check", "suites/red.ts"], { cwd: user.folder })
    assert.equal(missing.code, 2)
    assert.match(missing.stdout, /MISSING_RUN: .* has no run 6/)
    user.edit("suites/red.ts", (text) => text.replace("runs(6)", 'runs(Number("0"))'))
    assert.match(run(command, ["check", "suites/red.ts"], { cwd: user.folder }).stdout, /INVALID_SUITE: .*runs\(0\)/)
  })
})

describe("passhat plan", () => {
  test("prints a table for people: each cell with its runs, and what they may cost", () => {
    const { code, stdout } = run(command, ["plan", "suites/weather.ts", "suites/red.ts", "--runs", "20"])
    assert.equal(code, 0)
    assert.equal(
      stdout,
      [
        "red  suites/red.ts",
        "  cell         model              runs  gates  servers",
        "  wanders off  claude-sonnet-4-5  20    8      weather",
        "",
        "weather  suites/weather.ts",
        "  cell                  model              runs  gates  servers",
        "  asks for the weather  claude-sonnet-4-5  20    8      weather",
        "",
        "2 cells, 40 runs. Live they take at most 400 model calls and 1,638,400 output tokens.",
        ""
      ].join("\n")
    )
  })

  test("--json prints one plan, or several as a list, as run --plan does", () => {
    const { stdout } = run(command, ["plan", "--json", "suites/weather.ts"])
    assert.equal(JSON.parse(stdout).suite, "weather")
    assert.equal(run(command, ["run", "--plan", "suites/weather.ts"]).stdout, stdout)
    const several = JSON.parse(run(command, ["plan", "--json", "suites/weather.ts", "suites/red.ts"]).stdout)
    assert.deepEqual(
      several.map((plan: { suite: string }) => plan.suite),
      ["red", "weather"]
    )
  })
})

describe("passhat recommend-runs", () => {
  test("prints the number of runs that a claim needs", () => {
    const { code, stdout } = run(command, ["recommend-runs", "--half-width", "0.05", "--floor", "0.9"])
    assert.equal(code, 0)
    assert.match(stdout, /^385 runs pin .*\n29 runs show a pass rate of at least 0\.9/)
  })

  test("refuses values that no number of runs can show", () => {
    for (const args of [[], ["--floor", "1.5"], ["--half-width", "0"], ["--floor", "0.9", "--confidence", "2"]]) {
      const { code, stderr } = run(command, ["recommend-runs", ...args])
      assert.equal(code, 2)
      assert.match(stderr, /Give --half-width|lie between 0 and 1/)
    }
  })
})
