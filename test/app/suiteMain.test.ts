import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import { project, root, run } from "./project.ts"

const weather = "suites/weather.ts"
const cassette = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"
const noStack = (text: string): void => assert.doesNotMatch(text, /\n\s+at |node_modules|Error:/)

describe("bun run suites/weather.ts", () => {
  test("replays all five recorded runs and passes", () => {
    const { code, stderr, stdout } = run(weather)
    assert.equal(code, 0, stdout + stderr)
    for (const index of [1, 2, 3, 4, 5]) assert.match(stdout, new RegExp(`PASS  asks for the weather #${index}\\n`))
    assert.match(
      stdout,
      /tool-selection floor \[PASS\] asks for the weather: selection 5\/5 \(100%\), pass\^1 100%, max tokens \d+/
    )
    assert.match(stdout, /stability \[PASS\] asks for the weather: .*\bscore 0\.\d+, variance /)
    assert.equal(stderr, "")
  })

  test("--reporter json prints a document that is valid against the committed schema", () => {
    const { code, stdout } = run(weather, ["--reporter", "json"])
    assert.equal(code, 0)
    const validate = new Ajv2020({ strict: false }).compile(
      JSON.parse(readFileSync(join(root, "src/edges/report/report-schema.json"), "utf8"))
    )
    const report = JSON.parse(stdout)
    assert.ok(validate(JSON.parse(stdout)), JSON.stringify(validate.errors))
    assert.equal(report.suites[0].cells[0].runs.length, 5)
    assert.equal(report.verdict, "pass")
  })

  test("--runs selects the first runs, and the rules for suites apply to their number", () => {
    const two = run(weather, ["--runs", "2"])
    assert.equal(two.code, 0)
    assert.match(two.stdout, /2 runs/)
    const one = run(weather, ["--runs", "1"])
    assert.equal(one.code, 2)
    assert.match(
      one.stdout,
      /Suite "weather", agent "asks for the weather": stability needs two or more runs \(suites\/gates\/steady\.ts:8\)\./
    )
    const six = run(weather, ["--runs", "6"])
    assert.equal(six.code, 2)
    assert.match(six.stdout, /claude-sonnet-4-5\.jsonl has no run 6: it holds run 1, 2, 3, 4, 5\./)
  })

  test("--plan prints the plan and reads no recording", () => {
    const { code, stdout } = run(weather, ["--plan", "--cassettes", "nowhere"])
    assert.equal(code, 0)
    const plan = JSON.parse(stdout)
    assert.equal(plan.format, "passhat-plan")
    assert.deepEqual(plan.live_at_most, { model_calls: 50, output_tokens: 204_800 })
  })

  test("--quiet prints only the verdict if all is green, and --verbose prints the traces", () => {
    assert.equal(run(weather, ["--quiet"]).stdout, "PASS\n")
    assert.match(run(weather, ["--verbose"]).stdout, /get_weather/)
  })

  test("prints colours only with FORCE_COLOR, and none with NO_COLOR or --no-color", () => {
    const escape = String.fromCodePoint(27)
    assert.ok(!run(weather).stdout.includes(escape))
    assert.ok(run(weather, [], { env: { FORCE_COLOR: "1" } }).stdout.includes(escape))
    assert.ok(!run(weather, ["--no-color"], { env: { FORCE_COLOR: "1" } }).stdout.includes(escape))
    assert.ok(!run(weather, [], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } }).stdout.includes(escape))
  })

  test("--help and --version print to standard output", () => {
    const help = run(weather, ["--help"])
    assert.equal(help.code, 0)
    for (const flag of [
      "--plan",
      "--reporter",
      "--filter",
      "--runs",
      "--concurrency",
      "--cassettes",
      "--quiet",
      "--verbose"
    ]) {
      assert.ok(help.stdout.includes(flag), flag)
    }
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    assert.deepEqual(run(weather, ["--version"]), { code: 0, stdout: `${version}\n`, stderr: "" })
  })

  test("several reporters write to files in one run", () => {
    using user = project()
    const { code, stdout } = user.run(weather, [
      "--reporter",
      "pretty",
      "--reporter",
      "json=report.json",
      "--reporter=junit=junit.xml"
    ])
    assert.equal(code, 0)
    assert.match(stdout, /PASS  asks for the weather #1/)
    assert.equal(JSON.parse(readFileSync(join(user.folder, "report.json"), "utf8")).verdict, "pass")
    assert.match(readFileSync(join(user.folder, "junit.xml"), "utf8"), /<testsuites/)
  })
})

describe("bun run suites/red.ts", () => {
  test("fails with its evidence and the command that reproduces it", () => {
    const { code, stderr, stdout } = run("suites/red.ts")
    assert.equal(code, 1, stdout + stderr)
    assert.equal(stdout, readFileSync(join(import.meta.dirname, "red.txt"), "utf8"))
    assert.match(stdout, /again: passhat run suites\/red\.ts --cell red\/wanders-off\/claude-sonnet-4-5 --verbose/)
  })

  test("is reproduced by the printed command", () => {
    const { code, stdout } = run("src/doors/passhat.ts", ["run", "suites/red.ts", "--filter", "wanders off", "--verbose"])
    assert.equal(code, 1)
    assert.match(stdout, /FAIL  wanders off #2/)
    assert.match(stdout, /Sacremento/)
  })
})

describe("a suite exits with 2 and one sentence, without a stack trace, for", () => {
  test("a recorded run that is missing", () => {
    using user = project()
    user.editRecording(cassette, (text) => text.replace(/^.*"index":3.*\n/m, ""))
    const { code, stderr, stdout } = user.run(weather)
    assert.equal(code, 2)
    assert.match(
      stdout,
      new RegExp(`${cassette} has no run 3: it holds run 1, 2, 4, 5\\.\\n.*Record it with --record=missing`)
    )
    assert.match(
      stdout,
      /NONE  \d gates of asks for the weather: .*tool-selection floor.*\n.* cannot be judged without run #3\./
    )
    noStack(stdout + stderr)
  })

  test("a prompt with one character changed", () => {
    using user = project()
    user.edit(weather, (text) => text.replace("now and tomorrow?", "now and tomorrow!"))
    const { code, stdout } = user.run(weather)
    assert.equal(code, 2)
    assert.match(stdout, /STALE_CASSETTE: .*claude-sonnet-4-5\.jsonl is stale: prompt .*tomorrow\?.*tomorrow!/)
    assert.match(stdout, /--record/)
    noStack(stdout)
  })

  test("a cassette that was cut off", () => {
    for (const kept of [0, 1, 200, 0.5, 0.9, -1]) {
      using user = project()
      user.edit(cassette, (text) => text.slice(0, kept > 0 && kept < 1 ? Math.floor(text.length * kept) : kept))
      const { code, stdout } = user.run(weather)
      assert.equal(code, 2, `kept ${kept}`)
      assert.match(
        stdout,
        /DAMAGED_CASSETTE: cassettes\/weather\/.*line \d|DAMAGED_CASSETTE: cassettes\/weather\/.*empty/
      )
      noStack(stdout)
    }
  })

  test("a missing cassette", () => {
    const { code, stdout } = run(weather, ["--cassettes", "nowhere"])
    assert.equal(code, 2)
    assert.match(stdout, /MISSING_CASSETTE: .*nowhere\/weather\/asks-for-the-weather\/claude-sonnet-4-5\.jsonl/)
    assert.match(stdout, /--record/)
  })

  test("a filter that selects no cell", () => {
    const { code, stdout } = run(weather, ["--filter", "nothing"])
    assert.equal(code, 2)
    assert.match(
      stdout,
      /NOTHING_SELECTED: --filter "nothing" selects no cell of suites\/weather\.ts\.\n.*"asks for the weather"/
    )
  })

  test("a stability gate on one run, if the number of runs is known only at run time", () => {
    using user = project()
    user.edit(weather, (text) => text.replace("runs(5)", 'runs(Number("1"))'))
    const { code, stdout } = user.run(weather)
    assert.equal(code, 2)
    assert.match(stdout, /stability needs two or more runs \(suites\/gates\/steady\.ts:8\)\.\n\s+Say runs\(2\) or more/)
  })

  const mistyped: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
    [["--fliter", "x"], /^There is no flag --fliter\. Did you mean --filter\? See suites\/weather\.ts --help\.\n$/],
    [["--bogus"], /^There is no flag --bogus\. See suites\/weather\.ts --help\.\n$/],
    [["--reporter", "jsno"], /^There is no reporter "jsno"\. Did you mean json\?\n$/],
    [["--reporter", "telepathy"], /^There is no reporter "telepathy"\. There are pretty, json, junit\b.*\.\n$/],
    [["--reporter", "json="], /^--reporter json= names no file\./],
    [
      ["--reporter", "json", "--reporter", "junit"],
      /^The reporters json and junit would both write to standard output\./
    ],
    [["--reporter", "json=nowhere/else/report.json"], /^$/],
    [["--runs", "many"], /^--runs is "many", expected /],
    [["--runs"], /^--runs needs a value/],
    [["--concurrency", "0"], /^--concurrency is 0\. Give it a whole number from 1\.\n$/],
    [["stray"], /^.*"stray"/]
  ]
  test.each(mistyped.filter(([args]) => !args.join().includes("nowhere/else")))("flags %p", (args, sentence) => {
    const { code, stderr, stdout } = run(weather, args)
    assert.equal(code, 2)
    assert.match(stderr, sentence)
    assert.equal(stdout, "")
    noStack(stderr)
  })

  test("a report that cannot be written", () => {
    const { code, stderr } = run(weather, ["--reporter", "json=/dev/null/report.json"])
    assert.equal(code, 2)
    assert.match(stderr, /^The report could not be written to \/dev\/null\/report\.json/)
    noStack(stderr)
  })
})

test("the import of a suite file runs no suite, parses no flags and prints no report", () => {
  using user = project()
  user.write("import.ts", `import weather from "./suites/weather.ts"\nconsole.log(weather.name)\n`)
  assert.deepEqual(user.run("import.ts", ["--bogus"]), { code: 0, stdout: "weather\n", stderr: "" })
})
