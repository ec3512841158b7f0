import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { project, root, run } from "./project.ts"

const command = join(root, "src/doors/passhat.ts")

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
    assert.match(missing.stdout, /^missing {2}suites\/red\.ts wanders off: MISSING_RUN: .* has no run 6/)
    user.edit("suites/red.ts", (text) => text.replace("runs(6)", 'runs(Number("0"))'))
    const checked = (): string => run(command, ["check", "suites/red.ts"], { cwd: user.folder }).stdout
    assert.match(checked(), /^invalid {2}suites\/red\.ts: INVALID_SUITE: .*runs\(0\)/)
    user.edit("suites/red.ts", (text) => text.replace('runs(Number("0"))', "runs(5)"))
    user.edit("cassettes/red/wanders-off/claude-sonnet-4-5.jsonl", (text) => text.slice(0, -40))
    assert.match(checked(), /^damaged {2}suites\/red\.ts wanders off: DAMAGED_CASSETTE: /)
    rmSync(join(user.folder, "cassettes/red"), { recursive: true })
    assert.match(checked(), /^missing {2}suites\/red\.ts wanders off: MISSING_CASSETTE: /)
  })
})

describe("a suite that is not there to be judged", () => {
  const every = ["js", "mjs", "cjs", "cts", "tsx"]

  test.each(every)(
    "is named by check and by run if it is a file that ends in .%s, and check exits with 2",
    (ending) => {
      using user = project()
      user.write(`suites/lost.${ending}`, 'import { agent, suite } from "passhat"\nexport default suite("lost")\n')
      user.write("suites/servers/plain.js", "throw new Error('a server is not loaded')\n")
      const sentence = new RegExp(
        `suites/lost\\.${ending} makes a suite, and only files that end in .ts or .mts are looked for`
      )
      const checked = run(command, ["check"], { cwd: user.folder })
      assert.equal(checked.code, 2)
      assert.match(checked.stdout, new RegExp(`^missed {2}.*${sentence.source}`, "m"))
      assert.match(run(command, ["run"], { cwd: user.folder }).stdout.replaceAll(/\s+/g, " "), sentence)
    }
  )

  test("is not missed if it is what a compiler made of one that is judged, or if another is asked for", () => {
    using user = project()
    user.write("suites/weather.js", 'import { suite } from "passhat"\nexport default suite("weather")\n')
    assert.doesNotMatch(run(command, ["check"], { cwd: user.folder }).stdout, /missed/)
    user.write("suites/lost.js", 'import { suite } from "passhat"\nexport default suite("lost")\n')
    assert.equal(run(command, ["check", "suites/weather.ts"], { cwd: user.folder }).code, 0)
  })

  test("is named by check and by run if it was deleted and its recordings remain, and check exits with 2", () => {
    using user = project()
    assert.equal(run(command, ["check"], { cwd: user.folder }).code, 0)
    rmSync(join(user.folder, "suites/red.ts"))
    const sentence = /cassettes\/red holds a recording, and no suite has it: the suite is gone, or has another name\./
    const checked = run(command, ["check"], { cwd: user.folder })
    assert.equal(checked.code, 2)
    assert.match(checked.stdout, sentence)
    assert.match(run(command, ["run"], { cwd: user.folder }).stdout.replaceAll(/\s+/g, " "), sentence)
    assert.equal(run(command, ["check", "suites/weather.ts"], { cwd: user.folder }).code, 0)
  })
})

describe("fewer runs than were recorded", () => {
  /** Its first run passes, and two of the others fail. */
  const oneRun = (user: ReturnType<typeof project>): void =>
    user.edit("suites/red.ts", (text) =>
      text.replace(/ {4}runs\(5\),\n {4}steady,\n.*\n/, "    runs(1),\n").replace(",\n    reliability()", "")
    )

  test("leave the cell without a verdict if a run that is left out failed, and name it", () => {
    using user = project()
    oneRun(user)
    for (const asked of ["run", "check"]) {
      const { code, stdout } = run(command, [asked, "suites/red.ts"], { cwd: user.folder })
      assert.equal(code, 2, stdout)
      assert.match(
        stdout.replaceAll(/\s+/g, " "),
        /also holds run 2, 3, 4, 5, which nothing asks for, and of these run \d.* failed\./
      )
    }
    const { code, stdout } = run(command, ["run", "suites/red.ts", "--runs", "5"], { cwd: user.folder })
    assert.equal(code, 1, stdout)
  })

  test("leave the cell without a verdict if a gate over all runs would fail with those that are left out, also beside a recording that goes on", () => {
    using user = project()
    user.edit("suites/red.ts", (text) =>
      text.replace(
        / {4}runs\(5\),[^]*?toolSelection\(([^]*?)\}\),[^]*\)\n {2}\)\n\)/,
        "    runs(1),\n    toolSelection($1})\n  )\n)"
      )
    )
    for (const flags of [["run"], ["check"], ["run", "--record=missing"], ["run", "--live-tools"]]) {
      const { code, stdout } = run(command, [...flags, "suites/red.ts"], { cwd: user.folder })
      assert.equal(code, 2, stdout)
      assert.match(
        stdout.replaceAll(/\s+/g, " "),
        /also holds run 2, 3, 4, 5, which nothing asks for\. With all of them, tool-selection floor would fail\./
      )
    }
  })

  test("are a notice if every run that is left out passed", () => {
    using user = project()
    const { code, stdout } = run(command, ["run", "suites/weather.ts", "--runs", "2"], { cwd: user.folder })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /also holds run 3, 4, 5, which nothing asks for\./)
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
