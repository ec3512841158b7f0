import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { type Finished, root, run } from "../../app/project.ts"

const passhat = (...args: ReadonlyArray<string>): Finished => run(join(root, "dist/doors/passhat.js"), args)

let folder = ""
const file = (name: string): string => join(folder, name)
const weather = ["run", "suites/weather.ts", "suites/recovery.ts"]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "passhat-coverage-"))
  passhat(...weather, "--coverage", "--reporter", `json=${file("whole.json")}`)
  for (const part of [1, 2]) {
    passhat(...weather, "--coverage", "--shard", `${part}/2`, "--reporter", `json=${file(`${part}.json`)}`)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A sentence for a person, and nothing else. */
const refuses = ({ code, stderr, stdout }: Finished, sentence: RegExp): void => {
  assert.deepEqual([code, stdout, stderr.split("\n").length], [2, "", 2], stderr)
  assert.match(stderr, sentence)
}

describe("--coverage", () => {
  test("tells what the runs of all selected cells reach, and changes no verdict", () => {
    const { code, stdout } = passhat(...weather, "--coverage")
    assert.equal(code, 0)
    assert.match(stdout, /^coverage: 5 of 11 reached, 45\.4 %: 1 of 2 tools, 2 of 5 arguments, 2 of 4 enum values$/m)
    assert.match(stdout, /^ {2}weather\/get_forecast: called 3 times, always with an error$/m)
    assert.match(stdout, /^ {2}weather\/get_weather: never given units$/m)
  })

  test("of shards is merged to the bytes of the whole", () => {
    const merged = passhat("merge", file("2.json"), file("1.json"), "--reporter", `json=${file("merged.json")}`)
    assert.equal(merged.code, 0, merged.stderr)
    assert.equal(readFileSync(file("merged.json"), "utf8"), readFileSync(file("whole.json"), "utf8"))
  })

  test("of some shards and not of others is refused", () => {
    passhat(...weather, "--shard", "2/2", "--reporter", `json=${file("without.json")}`)
    refuses(
      passhat("merge", file("1.json"), file("without.json")),
      /^\S+without\.json does not have the coverage of its runs\. Run every shard with --coverage/
    )
  })
})

describe("--coverage-threshold", () => {
  test("fails the report below it, and passes it from it on", () => {
    const red = passhat(...weather, "--coverage-threshold", "0.5", "--quiet")
    assert.equal(red.code, 1)
    assert.match(red.stdout, /FAIL {2}coverage: 5 of 11 reached, 45\.4 %, which is less than --coverage-threshold 0\.5/)
    assert.equal(passhat(...weather, "--coverage-threshold", "0.45").code, 0)
  })

  test("is of all shards together", () => {
    const shards = ["merge", file("1.json"), file("2.json"), "--quiet", "--coverage-threshold"]
    assert.equal(passhat(...shards, "0.45").code, 0)
    assert.equal(passhat(...shards, "0.5").code, 1)
    refuses(
      passhat(...weather, "--shard", "1/2", "--coverage-threshold", "0.1"),
      /^--coverage-threshold is of all shards/
    )
    passhat(...weather, "--shard", "1/2", "--reporter", `json=${file("bare.json")}`)
    passhat(...weather, "--shard", "2/2", "--reporter", `json=${file("bare2.json")}`)
    refuses(
      passhat("merge", file("bare.json"), file("bare2.json"), "--coverage-threshold", "0.1"),
      /^\S+bare\.json does not have the coverage of its runs\. /
    )
  })

  test.each(["0", "1.01", "-1", "NaN", "Infinity", "80%"])("%s is refused", (asked) => {
    refuses(passhat(...weather, `--coverage-threshold=${asked}`), /^--coverage-threshold is /)
  })

  test("is refused where nothing can be reached", () => {
    const suite = join(folder, "suites/none.ts")
    writeFileSync(file("package.json"), `{ "type": "module" }\n`)
    const source = `import { agent, equals, expect, suite } from "${root}/dist/index.js"
export default suite("none", agent("asks", { model: "claude-sonnet-4-5", servers: [], prompt: "Hi" }).pipe(expect("stop_reason", equals("end_turn"))))\n`
    mkdirSync(join(folder, "suites"))
    writeFileSync(suite, source)
    refuses(
      passhat("run", suite, "--coverage-threshold", "0.1"),
      /^--coverage-threshold has nothing to measure: no selected agent has a server whose catalogue has schemas\. /
    )
  })

  test("a report whose coverage does not follow from its servers is refused", () => {
    const altered = (change: (report: Report) => unknown): Finished => {
      const whole = JSON.parse(readFileSync(file("whole.json"), "utf8")) as Report
      writeFileSync(file("altered.json"), JSON.stringify(change(whole)))
      return passhat("report", file("altered.json"))
    }
    refuses(
      altered((report) => ({ ...report, coverage: { ...report.coverage, total: { reached: 11, of: 11 } } })),
      /^\S+altered\.json, coverage\.total: expected the share that its servers have/
    )
    refuses(
      altered((report) => ({ ...report, coverage: { ...report.coverage, threshold: 0.9, verdict: "pass" } })),
      /^\S+altered\.json, coverage\.verdict: /
    )
    refuses(
      altered((report) => ({ ...report, coverage: { ...report.coverage, threshold: 0.9, verdict: "fail" } })),
      /^\S+altered\.json, verdict: /
    )
  })
})
