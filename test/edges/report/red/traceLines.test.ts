import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Trace } from "../../../../src/base/domain/trace/Trace.ts"
import { print } from "../../../../src/edges/report/text/Line.ts"
import { traceLines } from "../../../../src/edges/report/red/traceLines.ts"
import { trace } from "../sample.ts"

const printed = (changes: Partial<Trace> = {}): ReadonlyArray<string> =>
  traceLines({ ...trace, ...changes }).map((each) => print(each, false).trim())

describe("traceLines", () => {
  test("calls follow the answer that made them, results follow their call", () => {
    assert.deepEqual(printed().slice(0, 7), [
      "trace: 1840 tokens (1500 in, 340 out), stopped with end_turn",
      "user: What is the weather in Sacramento?",
      "assistant: (no text)",
      `call c1: weather get_weather {"city":"Sacramento","unit":"C"}`,
      "result c1, ok: 31 degrees\\nsunny",
      `call c2: weather get_forecast {"city":"Sacramento"}`,
      "result c2, error, timed out: no answer in 3000 ms"
    ])
  })

  test("calls without a known answer and results without a known call are printed too", () => {
    const lost = { ...trace.tool_calls[0]!, id: "c9", turn: 9 }
    const stray = { ...trace.tool_results[0]!, call_id: "c8" }
    const lines = printed({ tool_calls: [lost], tool_results: [stray] })
    assert.ok(lines.some((each) => each.startsWith("call c9: ")))
    assert.ok(lines.some((each) => each.startsWith("result c8, ")))
  })

  test("unrecorded tokens are not zero", () => {
    const lines = printed({ conversation: { turns: [] } })
    assert.equal(lines[0], "trace: tokens not recorded, stopped with end_turn")
  })

  test("a final response that is not the last turn is printed", () => {
    assert.ok(printed({ final_response: "Other." }).includes("final response: Other."))
    assert.ok(!printed().some((each) => each.startsWith("final response")))
  })

  test("a fault that was never noticed is printed as such", () => {
    const { detected_ms: _, ...fault } = trace.faults[0]!
    assert.ok(printed({ faults: [fault] }).includes("fault hung-forecast (hang) met by call c2 at 0 ms, never noticed"))
  })

  test("long texts are shortened", () => {
    const turns = [{ role: "user" as const, content: "x".repeat(10_000) }]
    assert.ok(printed({ conversation: { turns } }).every((each) => each.length < 400))
  })
})
