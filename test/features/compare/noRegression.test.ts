/**
 * `noRegression` in a suite that is run as a process, with baselines that `passhat bless` wrote.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { compiledOf } from "../../suites.ts"
import { agent, equals, expect, type Gate, noRegression, runs, suite } from "passhat"
import { compile } from "../../../src/language/plan/compile.ts"
import { weather } from "../../../suites/servers/weather.ts"
import { type Finished, passhatOn, project, root, start } from "../../app/project.ts"
import { watching } from "../watch/watching.ts"

const CASSETTE = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

const source = (gates: string, prompt = "What is the weather in Sacramento, now and tomorrow?"): string => `
import { agent, equals, expect, noRegression, runs, suite } from "passhat"
import { weather } from "./servers/weather.ts"

export default suite(
  "weather",
  agent("asks for the weather", {
    model: "claude-sonnet-4-5",
    servers: [weather],
    prompt: ${JSON.stringify(prompt)},
    callTimeout: "2 seconds"
  }).pipe(runs(10), expect("stop_reason", equals("end_turn")), ${gates})
)
`

/** The shipped recording with its five runs twice. */
const tenRuns = (cassette: string): string => {
  const [header, ...lines] = cassette.trimEnd().split("\n").slice(0, -1)
  const copied = [...lines, ...lines].map((run, at) => JSON.stringify({ ...JSON.parse(run), index: at + 1 }))
  return `${[header, ...copied].join("\n")}\n`
}

const GATE = `noRegression({ baseline: "baselines/main.json" })`

const prepared = () => {
  const user = project()
  user.editRecording(CASSETTE, tenRuns)
  user.write("suites/weather.ts", source(GATE))
  const passhat = (...args: ReadonlyArray<string>): Finished => passhatOn("bun", args, { cwd: user.folder })
  const run = (): Finished => passhat("run", "suites/weather.ts")
  const bless = (): void => {
    passhat("run", "suites/weather.ts", "--with-traces", "--reporter", "json=run.json")
    const { code, stderr } = passhat("bless", "run.json", "--to", "baselines/main.json")
    assert.equal(code, 0, stderr)
  }
  return { user, run, bless, passhat, [Symbol.dispose]: () => user[Symbol.dispose]() }
}

/** Several processes, on a machine that may be busy. */
setDefaultTimeout(240_000)

describe("noRegression", () => {
  test("has no verdict without its baseline, passes with it, and says how to write it", () => {
    using made = prepared()
    const before = made.run()
    assert.equal(before.code, 2, before.stdout)
    assert.match(before.stdout, /baselines\/main\.json does not exist: write it with passhat bless <report> --to/)
    made.bless()
    const after = made.run()
    assert.equal(after.code, 0, after.stdout)
    assert.match(after.stdout, /no_regression \[PASS\] .*pass rate 0\.00 above the baseline/)
    assert.equal(made.passhat("compare", "baselines/main.json", "run.json").code, 0)
  })

  test("is judged again under --watch once its baseline is written, in a folder that did not exist", async () => {
    using made = prepared()
    const args = ["run", "suites/weather.ts", "--watch"]
    const its = watching(start(join(root, "dist/doors/passhat.js"), args, { cwd: made.user.folder, runtime: "bun" }))
    assert.match(await its.report(), /baselines\/main\.json does not exist/)
    made.bless()
    assert.match(await its.report(), /asks for the weather: pass, was none/)
    assert.equal((await its.end("SIGINT")).code, 130)
  })

  test("fails when five of ten runs pass that all passed, with both counts", () => {
    using made = prepared()
    made.bless()
    made.user.editRecording(CASSETTE, (text) => {
      const [header, ...lines] = text.trimEnd().split("\n")
      const edited = lines.map((line, at) => (at % 2 === 0 ? line : line.replaceAll('"end_turn"', '"max_tokens"')))
      return `${[header, ...edited].join("\n")}\n`
    })
    const { code, stdout } = made.run()
    assert.equal(code, 1, stdout)
    assert.match(stdout, /no_regression \[FAIL\] .*pass rate 0\.50 below the baseline, p 0\.0163/)
    assert.match(stdout, /it passes less often than the baseline, 5\/10 instead of 10\/10/)
  })

  test("notes that the agent behaves differently, and fails with the step that differs if behaviour decides", () => {
    using made = prepared()
    made.bless()
    assert.equal(made.run().code, 0)
    made.user.editRecording(CASSETTE, (text) => text.replaceAll('"day":"tomorrow"', '"day":"in two days"'))
    const noticed = made.run()
    assert.equal(noticed.code, 0, noticed.stdout)
    assert.match(noticed.stdout, /no_regression \[PASS\] .*behaves differently, p 0\.\d+, a notice/)
    made.user.write("suites/weather.ts", source(GATE.replace(" })", `, behaviour: "decides" })`)))
    const { code, stdout } = made.run()
    assert.equal(code, 1, stdout)
    assert.match(
      stdout,
      /it behaves differently from the baseline: weather get_weather \{[^}]*tomorrow[^}]*\} is called/
    )
  })

  test("has no verdict with a stale, damaged or foreign baseline", () => {
    using made = prepared()
    made.bless()
    const open = (sentence: RegExp): void => {
      const { code, stdout } = made.run()
      assert.equal(code, 2, stdout)
      assert.match(stdout, sentence)
    }
    made.user.write("suites/weather.ts", source(`expect("tool_calls[0].name", equals("get_weather")), ${GATE}`))
    open(/not comparable with baselines\/main\.json: the gates differ: expect#2/)
    made.user.write("suites/weather.ts", source(GATE).replace("runs(10)", "runs(8)"))
    open(/not comparable with baselines\/main\.json: the run counts differ: 10 and 8/)
    made.user.write("suites/weather.ts", source(GATE))
    made.user.edit("baselines/main.json", (text) => text.replaceAll("asks-for-the-weather", "other"))
    open(/baselines\/main\.json has no cell weather\/asks-for-the-weather\/claude-sonnet-4-5/)
    made.user.write("baselines/main.json", "{")
    open(/baselines\/main\.json is no baseline/)
  })

  test("is refused in the plan where types did not see one run, and with options that cannot be met", () => {
    const asks = agent("asks", { model: "claude-m", servers: [weather], prompt: "?" })
    const on = (...gates: ReadonlyArray<Gate<never>>) =>
      compile(
        suite(
          "s",
          gates.reduce((self, gate) => self.pipe(gate) as typeof self, asks)
        )
      )
    const compiled = on(noRegression({ baseline: "b.json" }) as unknown as Gate<never>)
    assert.ok("issues" in compiled)
    assert.match(compiled.issues[0]?.message ?? "", /no_regression needs two or more runs/)
    const bad = asks.pipe(
      runs(5),
      expect("stop_reason", equals("end_turn")),
      noRegression({ baseline: "", confidence: 9 })
    )
    const refused = compile(suite("s", bad))
    assert.ok("issues" in refused)
    assert.match(refused.issues[0]?.message ?? "", /no_regression: baseline is "", expected the path of a file/)
    assert.match(refused.issues[1]?.message ?? "", /no_regression: confidence is 9, expected 0\.5 or more and below 1/)
    assert.ok(compiledOf(suite("s", asks.pipe(runs(2), noRegression({ baseline: "b.json" })))).plan.cells.length > 0)
  })
})
