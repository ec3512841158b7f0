/**
 * `passhat compare`, `passhat bless` and `passhat show --diff` of two recordings, as processes.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { Baseline } from "../../../src/base/domain/verdict/Baseline.ts"
import { Comparison } from "../../../src/base/domain/verdict/Comparison.ts"
import type { ToolCall } from "../../../src/base/domain/trace/Trace.ts"
import { call } from "../../traces.ts"
import { everyRuntime } from "../../app/everyRuntime.ts"
import { type Finished, passhatOn } from "../../app/project.ts"
import { writeRecording } from "./recordings.ts"

/** Several processes, on a machine that may be busy. */
setDefaultTimeout(240_000)

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "passhat-compare-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

const passhat = (...args: ReadonlyArray<string>): Finished => passhatOn("bun", args, { cwd: folder })
const compare = (...args: ReadonlyArray<string>): Finished => passhat("compare", ...args)
const comparisonOf = ({ stdout }: Finished): Comparison => Schema.decodeUnknownSync(Comparison)(JSON.parse(stdout))

const look: ReadonlyArray<ToolCall> = [call("look")]
const runsOf = (count: number, passed: (at: number) => boolean, calls: (at: number) => ReadonlyArray<ToolCall>) =>
  Array.from({ length: count }, (_, at) => ({ passed: passed(at), calls: calls(at) }))

/** Thirty runs, nine of which make a step more if it is planted. Run 1 and every seventh run fail. */
const sample = (name: string, planted: boolean, failing = (at: number): boolean => at % 7 === 0): string =>
  writeRecording(join(folder, name), {
    agent: "asks",
    runs: runsOf(
      30,
      (at) => !failing(at),
      (at) => (planted && at % 10 < 3 ? [call("look"), call("ask", { city: "Davis" })] : look)
    )
  })

describe("passhat compare", () => {
  test("equal recordings: no difference shown, exit 0", () => {
    sample("one", false)
    sample("same", false)
    const { code, stdout } = compare("one", "same")
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^NO DIFFERENCE SHOWN$/m)
  })

  test("ten of ten and then five of ten: exit 1, with an interval that ends below 0", () => {
    const passed = (name: string, count: number): string =>
      writeRecording(join(folder, name), {
        agent: "asks",
        runs: runsOf(
          10,
          (at) => at < count,
          () => look
        )
      })
    const { code, stdout } = compare(passed("ten", 10), passed("five", 5))
    assert.equal(code, 1, stdout)
    assert.match(stdout, /-0\.50 \(-0\.73 to -0\.19\) +p 0\.0163 .*regressed$/m)
  })

  test("a step more in 30 % of the runs: a notice with a witness to look at, and exit 1 if behaviour decides", () => {
    const [before, after] = [sample("before", false), sample("after", true)]
    const { code, stdout } = compare(before, after)
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^s > asks > m: behaves differently from the baseline$/m)
    assert.match(stdout, /weather ask is called in 0 of 30 runs of the baseline and in 9 of 30 of the candidate/)
    assert.match(stdout, /behaviour by itself with confidence 0\.95, and it does not decide$/m)
    assert.match(stdout, /^NO DIFFERENCE SHOWN$/m)
    const decided = compare(before, after, "--behaviour-decides", "--reporter", "json")
    assert.equal(decided.code, 1)
    const [cell] = comparisonOf(decided).cells
    assert.deepEqual([cell?.verdict, cell?.because, cell?.behaviour?.differs], ["regressed", "behaviour", true])
    assert.equal(compare(before, after, "--no-behaviour").code, 0)
    const see = /see: passhat (.*)/.exec(stdout)?.[1]?.split(" ") ?? []
    const shown = passhat(...see)
    assert.equal(shown.code, 0, shown.stderr)
    assert.match(shown.stdout, /^ {2}\+ weather ask \{"city":"Davis"\}$/m)
  })

  test("fewer passes: exit 1, and more passes: exit 0", () => {
    sample("good", false)
    sample("bad", false, (at) => at % 7 === 0 || at % 3 === 0)
    const { code, stdout } = compare("good", "bad")
    assert.equal(code, 1)
    assert.match(stdout, /it passes less often, 17\/30 instead of 25\/30; by Fisher's exact test/)
    const better = compare("bad", "good")
    assert.equal(better.code, 0)
    assert.match(better.stdout, /^IMPROVED$/m)
  })

  test("another prompt, other tools and other run counts cannot be compared, exit 2, until they are allowed", () => {
    const ten = runsOf(
      10,
      () => true,
      () => look
    )
    writeRecording(join(folder, "plain"), { agent: "asks", runs: ten })
    writeRecording(join(folder, "prompted"), { agent: "asks", prompt: "Please look.", runs: ten })
    writeRecording(join(folder, "tooled"), { agent: "asks", tools: ["look", "ask"], runs: ten })
    writeRecording(join(folder, "fewer"), { agent: "asks", runs: ten.slice(1) })
    const refused = (candidate: string, reason: RegExp, allowed: string): void => {
      const { code, stdout } = compare("plain", candidate)
      assert.equal(code, 2, stdout)
      assert.match(stdout, reason)
      assert.match(stdout, /^NOT COMPARABLE$/m)
      assert.equal(compare("plain", candidate, "--allow", allowed).code, 0)
    }
    refused("prompted", /^s > asks > m: the prompt differs$/m, "prompt")
    refused("tooled", /^s > asks > m: the tools differ: weather\.ask$/m, "tools")
    refused("fewer", /^s > asks > m: the run counts differ: 10 and 9$/m, "runs")
  })

  test("a cell that the candidate lacks is not comparable, one that only it has is not compared", () => {
    sample("both", false)
    writeRecording(join(folder, "both"), {
      agent: "tells",
      runs: runsOf(
        30,
        () => true,
        () => look
      )
    })
    sample("half", false)
    const lacking = compare("both", "half")
    assert.equal(lacking.code, 2)
    assert.match(lacking.stdout, /s > tells > m: the candidate does not have it/)
    const more = compare("half", "both")
    assert.equal(more.code, 0)
    assert.match(more.stdout, /s > tells > m: only the candidate has it, so it is not compared/)
  })

  test("many cells that pass less often together are named together", () => {
    for (const name of ["together", "apart"]) {
      for (let task = 1; task <= 12; task++) {
        const runs = runsOf(
          4,
          (at) => name === "together" || at > 1,
          () => look
        )
        writeRecording(join(folder, name), { agent: `task ${task}`, runs })
      }
    }
    const { code, stdout } = compare("together", "apart")
    assert.equal(code, 1)
    assert.match(
      stdout,
      /^all cells: it passes less often, 24\/48 instead of 48\/48; by Fisher's exact test within each cell$/m
    )
  })

  test("of more than 100 runs the first 100 are compared, and counted", () => {
    const many = (calls: ReadonlyArray<ToolCall>) =>
      runsOf(
        120,
        () => true,
        () => calls
      )
    writeRecording(join(folder, "many"), { agent: "asks", runs: many(look) })
    writeRecording(join(folder, "others"), { agent: "asks", runs: many([]) })
    const { code, stdout } = compare("many", "others", "--behaviour-decides")
    assert.equal(code, 1)
    assert.match(stdout, /weather look is called in 100 of 100 runs of the baseline and in 0 of 100 of the candidate/)
    assert.match(stdout, /the first 100 runs of each side were compared/)
  })

  test("so few runs that nothing could be shown do not pass", () => {
    const two = (passed: boolean) =>
      runsOf(
        2,
        () => passed,
        () => look
      )
    writeRecording(join(folder, "two"), { agent: "asks", runs: two(true) })
    writeRecording(join(folder, "worse"), { agent: "asks", runs: two(false) })
    const { code, stdout } = compare("two", "worse")
    assert.equal(code, 2)
    assert.match(stdout, /so few runs cannot show a regression: 3 runs of each cell on both sides can/)
  })

  test("bad input is one sentence on standard error, exit 2", () => {
    sample("fine", false)
    writeFileSync(join(folder, "empty.json"), "")
    writeFileSync(join(folder, "binary.json"), new Uint8Array([0xff, 0xfe, 0x00]))
    writeFileSync(join(folder, "other.json"), "{}")
    writeFileSync(join(folder, "torn.json"), '{"format":"passhat-baseline","version":1,"cells":[{"id":3}]}')
    writeFileSync(join(folder, "newer.json"), '{"format":"passhat-baseline","version":2,"cells":[]}')
    writeFileSync(join(folder, "damaged.jsonl"), "{}\n")
    const run = '{"index":1,"outcome":"pass","calls":[]}'
    const twice = `{"id":"a","name":"a","runs":[${run},${run}]}`
    writeFileSync(join(folder, "twice.json"), `{"format":"passhat-baseline","version":1,"cells":[${twice}]}`)
    const refused = (args: ReadonlyArray<string>, sentence: RegExp): void => {
      const { code, stderr, stdout } = compare(...args)
      assert.equal(code, 2)
      assert.equal(stdout, "")
      assert.match(stderr, sentence)
      assert.equal(stderr.split("\n").length, 2, stderr)
    }
    refused(["fine", "nowhere"], /^nowhere does not exist\. /)
    refused(["fine", "empty.json"], /^empty\.json/)
    refused(["fine", "binary.json"], /^binary\.json: it is not UTF-8 text\. /)
    refused(["fine", "other.json"], /^other\.json is not a report of passhat\. /)
    refused(["fine", "torn.json"], /^torn\.json, cells\[0\]\.id: expected string/)
    refused(["fine", "newer.json"], /^newer\.json is of version 2, and this passhat reads version 1\. /)
    refused(["fine", "damaged.jsonl"], /^damaged\.jsonl/)
    refused(["fine", "twice.json"], /^twice\.json has run 1 of a twice\. /)
    refused(["fine", "fine", "--allow", "weather"], /^--allow weather is not known\. /)
    refused(["fine", "fine", "--confidence", "95"], /^--confidence is 95\. /)
    refused(
      ["fine", "fine", "--no-behaviour", "--behaviour-decides"],
      /^--no-behaviour and --behaviour-decides exclude/
    )
    refused(["fine", "fine", "--reporter", "junit"], /^There is no reporter "junit" of comparisons\. /)
  })

  test("table and json are the same bytes on every runtime", () => {
    sample("left", false)
    sample("right", true)
    for (const reporter of ["table", "json"]) {
      const args = ["compare", "left", "right", "--reporter", reporter]
      const printed = everyRuntime.map((runtime) => passhatOn(runtime, args, { cwd: folder }))
      assert.deepEqual(
        printed.map(({ code, stderr }) => [code, stderr]),
        everyRuntime.map(() => [0, ""])
      )
      assert.equal(new Set(printed.map(({ stdout }) => stdout)).size, 1)
    }
  })
})

describe("passhat bless", () => {
  test("writes a baseline that its source equals, and changes by nothing else", () => {
    sample("blessed", false)
    const { code, stdout } = passhat("bless", "blessed", "--to", "baselines/main.json")
    assert.equal(code, 0)
    assert.equal(stdout, "baselines/main.json: 1 cell, 30 runs, 25 of them pass\n")
    const text = readFileSync(join(folder, "baselines/main.json"), "utf8")
    assert.equal(Schema.decodeUnknownSync(Baseline)(JSON.parse(text)).cells[0]?.runs.length, 30)
    assert.equal(compare("baselines/main.json", "blessed").code, 0)
    sample("drifted", true)
    assert.equal(compare("baselines/main.json", "drifted", "--behaviour-decides").code, 1)
    assert.equal(readFileSync(join(folder, "baselines/main.json"), "utf8"), text)
    passhat("bless", "drifted", "--to", "baselines/main.json")
    assert.equal(compare("baselines/main.json", "drifted", "--behaviour-decides").code, 0)
  })

  test("refuses what lacks evidence, and writes nothing", () => {
    const passed = [
      ...runsOf(
        3,
        () => true,
        () => look
      ),
      { calls: look }
    ]
    writeRecording(join(folder, "open"), { agent: "asks", runs: passed })
    const { code, stderr } = passhat("bless", "open", "--to", "none.json")
    assert.equal(code, 2)
    assert.match(stderr, /^open is no baseline: s > asks > m, run #4 has no verdict\. /)
    assert.throws(() => readFileSync(join(folder, "none.json")))
  })
})
