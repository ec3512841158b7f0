import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { readTrace } from "../../../src/language/metrics/readTrace.ts"
import { call, result, said, trace } from "../../traces.ts"

const nothing = { ...trace(), stop_reason: "" }

describe("readTrace", () => {
  test("a value that is not a trace gives an empty trace", () => {
    for (const input of [undefined, null, 5, "trace", [], {}, { conversation: null, tool_calls: "none" }]) {
      assert.deepEqual(readTrace(input), nothing)
    }
  })

  test("calls with a name, a server and arguments, and a total of tokens, are enough", () => {
    const read = readTrace({
      tool_calls: [{ name: "get_weather", server: "weather", args: { city: "Rome" } }, { name: "search" }],
      conversation: { tokens: { total: 3000 }, turns: [{ role: "assistant", content: "Sunny." }, { role: "system" }] }
    })
    assert.deepEqual(read, {
      ...nothing,
      tool_calls: [
        { id: "call-1", server: "weather", name: "get_weather", args: { city: "Rome" } },
        { id: "call-2", server: "", name: "search", args: {} }
      ],
      tool_results: [
        { call_id: "call-1", missing: true },
        { call_id: "call-2", missing: true }
      ],
      conversation: {
        tokens: { input: 0, output: 0, total: 3000 },
        turns: [{ role: "assistant", content: "Sunny." }]
      }
    })
  })

  test("a failed call of an empty id is not hidden by the success of another", () => {
    const { tool_calls, tool_results } = readTrace({
      tool_calls: [
        { id: "", name: "delete" },
        { id: "", name: "search" },
        { id: "a", name: "update" },
        { id: "a", name: "search" }
      ],
      tool_results: [
        { call_id: "", is_error: true },
        { call_id: "" },
        { call_id: "a", is_error: true },
        { call_id: "a" }
      ]
    })
    assert.deepEqual(
      tool_calls.map(({ id, name }) => [
        name,
        tool_results.filter(({ call_id }) => call_id === id).map(({ is_error }) => is_error)
      ]),
      [
        ["delete", [true]],
        ["search", [false]],
        ["update", [true]],
        ["search", [false]]
      ]
    )
  })

  test("a turn that is no number from 1 is unknown", () => {
    for (const turn of [0, -1, 1.5, NaN, "1", null]) {
      assert.ok(!("turn" in readTrace({ tool_calls: [{ name: "a", turn }] }).tool_calls[0]!))
    }
  })

  test("unusable tokens count as not recorded", () => {
    for (const total of [-1, NaN, Infinity, 1.5, "3000", null, undefined, {}]) {
      assert.deepEqual(readTrace({ conversation: { tokens: { input: 1, output: 2, total } } }), nothing)
    }
    assert.deepEqual(readTrace({ conversation: { tokens: 3000 } }), nothing)
  })

  test("a total of 0 tokens is recorded", () => {
    assert.equal(readTrace({ conversation: { tokens: { total: 0 } } }).conversation.tokens?.total, 0)
  })

  test("a mark without usable times starts at 0 and was not detected", () => {
    assert.deepEqual(readTrace({ faults: [{ fault: "f", start_ms: "1", detected_ms: NaN }] }).faults, [
      { fault: "f", call_id: "", kind: "", start_ms: 0 }
    ])
  })

  test("a whole trace is read unchanged", () => {
    const whole = trace({
      tool_calls: [{ ...call("a", { x: [1, null] }), turn: 3, caller: { type: "code" } }],
      tool_results: [result("c-a", { is_error: true, content: ["x"], structured: null, timed_out: true })],
      final_response: "done",
      ...said(["a", "b"], 7),
      clock: { virtual_ms: 12.5 },
      faults: [{ fault: "f", call_id: "c-a", kind: "hang", start_ms: 0, detected_ms: 3 }],
      observations: { invoice: result("o") }
    })
    assert.deepEqual(readTrace(whole), whole)
  })

  test("readTrace returns a trace for any value, and never throws", () => {
    const field = fc.constantFrom(
      "tool_calls",
      "tool_results",
      "conversation",
      "tokens",
      "turns",
      "total",
      "args",
      "name",
      "clock",
      "faults"
    )
    const odd = fc.letrec((tie) => ({
      value: fc.oneof(fc.jsonValue(), fc.array(tie("value")), fc.dictionary(field, tie("value")))
    })).value
    fc.assert(fc.property(odd, (input) => assert.ok(Schema.is(Trace)(readTrace(input)))))
  })
})
