import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Report } from "../../../../src/base/domain/verdict/Verdict.ts"
import { explanation, type Places } from "../../../../src/edges/report/red/explanation.ts"
import { print } from "../../../../src/edges/report/text/Line.ts"
import { result, trace } from "../../../traces.ts"
import { check, gate, ofCell, run } from "../sample.ts"

const places: Places = {
  excerpt: (suite, { line }) => [`> ${line}  a line of ${suite.file}`],
  recording: (_, cell) => `cassettes/${cell}.jsonl`
}
const textOf = (report: Report): string =>
  explanation(report, places)
    .map((line) => print(line, false))
    .join("\n")

/** So many answers with a call each: three lines of a trace for each of them. */
const long = (calls: number) =>
  trace({
    tool_calls: Array.from({ length: calls }, (_, at) => ({
      id: `c${at}`,
      turn: at + 1,
      server: "s",
      name: "t",
      args: {}
    })),
    tool_results: Array.from({ length: calls }, (_, at) => result(`c${at}`)),
    conversation: { turns: Array.from({ length: calls }, (_, at) => ({ role: "assistant", content: `answer ${at}` })) },
    final_response: `answer ${calls - 1}`
  })

const failing = (path: string, calls: number): Report =>
  ofCell({
    verdict: "fail",
    runs: [
      run(1, {
        verdict: "fail",
        checks: [check({ verdict: "fail", actual: 0 }, { path, reason: "it differs" })],
        trace: long(calls)
      })
    ],
    gates: []
  })

describe("an explanation", () => {
  test("of a green report says that there is nothing to explain", () => {
    assert.equal(
      textOf(ofCell()),
      "PASS: 0 failed · 0 undecided · 1 passed (1 cell, 1 run) · runs: 0 failed, 0 undecided, 1 passed\nNothing is red, so there is nothing to explain."
    )
  })

  test("shows the whole of a short trace, and names its recording", () => {
    const text = textOf(failing("final_response", 5))
    assert.match(text, /^run #1 in cassettes\/weather\/asks-for-the-weather\.jsonl:$/m)
    for (const at of [0, 1, 2, 3, 4]) assert.ok(text.includes(`call c${at}: s t {}`))
    assert.ok(!text.includes("left out"))
  })

  test("shows a long trace at its ends and around the call that the evidence names, and counts the other lines", () => {
    const text = textOf(failing("tool_calls[50].args.city", 100))
    const calls = Array.from(text.matchAll(/call (c\d+):/g), ([, id]) => id)
    assert.deepEqual(calls, ["c0", "c49", "c50", "c51", "c99"])
    const left = Array.from(text.matchAll(/\.\.\. (\d+) lines are left out/g), ([, count]) => Number(count))
    const shown = text.split("\n").filter((line) => /answer|call c|result c|trace:/.test(line)).length
    assert.equal(left.length, 2)
    assert.equal(shown + left[0]! + left[1]!, 301)
  })

  test("shows the run that a gate over all runs names, the line of the gate, and both only once", () => {
    const red = (id: string) =>
      gate({
        id,
        title: id,
        verdict: "fail",
        source: { file: "suites/weather.ts", line: 7 },
        checks: [check({ target: id, verdict: "fail" }, { run: 2, reason: "it loops" })]
      })
    const text = textOf(
      ofCell({
        verdict: "fail",
        runs: [run(1, { trace: long(1) }), run(2, { trace: long(2) })],
        gates: [red("first"), red("second")]
      })
    )
    assert.deepEqual(text.match(/^(?:run #.*|suites.*|(?:first|second) \[.*)$/gm), [
      "first [FAIL] asks for the weather: selection 9/10 (90%), pass^1 90%, max tokens 1840",
      "suites/weather.ts:7 says:",
      "run #2 in cassettes/weather/asks-for-the-weather.jsonl:",
      "second [FAIL] asks for the weather: selection 9/10 (90%), pass^1 90%, max tokens 1840"
    ])
    assert.match(text, /> 7 {2}a line of suites\/weather\.ts/)
  })
})
