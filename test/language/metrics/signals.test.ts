import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { agentReliability } from "../../../src/language/metrics/agentReliability.ts"
import { signals } from "../../../src/language/metrics/signals.ts"
import { call, said, spent, trace } from "../../traces.ts"

const classes = { forecast: [{ name: "get_forecast" }] }

describe("model-free signals", () => {
  test("loop detection is the share of calls that are not exact repeats", () => {
    const repeated = [
      call("search", { q: "a", page: 1 }),
      call("search", { page: 1, q: "a" }),
      call("search", { q: "b" })
    ]
    assert.equal(signals(trace({ tool_calls: repeated })).loop_detection, 2 / 3)
  })

  test("loop detection is undefined without calls", () => {
    assert.equal(signals(trace()).loop_detection, undefined)
  })

  test("loop detection is undefined if lost digits leave open whether a call is a repeat", () => {
    const open = trace({ tool_calls: [call("a", { id: 2 ** 53 }), call("a", { id: 2 ** 53 })], ...spent(1) })
    assert.deepEqual(signals(open), {
      confidence: undefined,
      loop_detection: undefined,
      tool_correctness: undefined,
      coherence: 0
    })
  })

  test("confidence is the weakest stability sub-score", () => {
    const thrashing = ["a", "b", "c"].map((name) => call(name))
    assert.equal(signals(trace({ tool_calls: thrashing, ...spent(0) })).confidence, 0)
  })

  test("confidence is undefined if tokens were not recorded", () => {
    assert.equal(signals(trace({ tool_calls: [call("a"), call("b")] })).confidence, undefined)
  })

  test("tool correctness is the selection F1, and undefined without classes", () => {
    const calls = { tool_calls: [call("get_forecast"), call("delete_city")] }
    assert.equal(signals(trace(calls), { classes }).tool_correctness, 2 / 3)
    assert.equal(signals(trace(calls)).tool_correctness, undefined)
  })

  test("coherence decreases if the last message does not match the calls", () => {
    const story = "I created the issue."
    const told = (calls: ReadonlyArray<string>) =>
      signals(trace({ tool_calls: calls.map((name) => call(name)), final_response: story, ...said([story]) })).coherence
    assert.equal(told(["create_issue"]), 1)
    assert.equal(told([]), 0)
  })

  test("any trace gives signals that a session can be scored on", () => {
    const calls = fc.array(fc.constantFrom("get_forecast", "create_issue").map((name) => call(name)))
    fc.assert(
      fc.property(calls, fc.string(), fc.nat(10_000), (tool_calls, text, tokens) => {
        const run = trace({ tool_calls, final_response: text, ...said([text], tokens) })
        assert.ok("score" in agentReliability([{ id: "run", signals: signals(run, { classes }) }]))
      })
    )
  })
})
