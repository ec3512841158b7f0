import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { describe as describeEnding, explain, measure } from "../../../src/language/metrics/ending.ts"
import { readTrace } from "../../../src/language/metrics/readTrace.ts"
import { call, result, trace } from "../../traces.ts"

const search = { ...call("search"), id: "a" }
const update = { ...call("update"), id: "b" }
const again = { ...call("update"), id: "c" }
const failed = (id: string) => result(id, { is_error: true, content: [{ type: "text", text: "busy" }] })

const done = trace({
  tool_calls: [search, update],
  tool_results: [result("a"), result("b")],
  final_response: "Issue 7 is updated."
})

describe("ending", () => {
  test("a run that ended well", () => {
    assert.deepEqual(measure(done), {
      closing_words: 1,
      stop_reason: "end_turn",
      last_call_failed: 0,
      unadmitted_error: 0,
      ended: 1,
      unrecovered_tools: 0
    })
    assert.equal(
      describeEnding(measure(done), {}, done),
      "closing words, stop reason end_turn, weather/update, the last call, answered"
    )
  })

  test("white space is no closing word", () => {
    assert.equal(measure(trace({ final_response: " \n\t" })).closing_words, 0)
  })

  test("without calls no call failed", () => {
    assert.deepEqual([measure(trace()).last_call_failed, measure(trace()).unrecovered_tools], [0, 0])
  })

  test("an error and a time-out are failures of the last call", () => {
    assert.equal(measure({ ...done, tool_results: [result("a"), failed("b")] }).last_call_failed, 1)
    const late = result("b", { timed_out: true })
    assert.equal(measure({ ...done, tool_results: [result("a"), late] }).last_call_failed, 1)
  })

  const broken = { ...done, tool_results: [result("a"), failed("b")] }
  const unadmitted = (final_response: string) => measure({ ...broken, final_response }).unadmitted_error

  test.each([
    "There is no order 9.",
    "I couldn't update issue 7 because it is locked.",
    "The update failed: the server is busy. Would you like me to try again?",
    "No issue with that number was found.",
    "I’m unable to reach the tracker right now.",
    "Sorry, something went wrong.",
    "It returned an error, so issue 7 is as it was.",
    "No results for issue 7.",
    "The search came back empty.",
    "No issue by that name.",
    "The tracker is currently down.",
    "The API returned a 404."
  ])("an error that the answer admits is not held against it: %s", (text) => {
    assert.equal(unadmitted(text), 0)
  })

  test.each([
    "Issue 7 is updated.",
    "",
    "Issue 7 is updated. If it does not show, reload the page.",
    "I updated issue 7 without any errors. No problem!",
    "Done! Please don't hesitate to ask.",
    "I closed the issue and fixed the error in its title. I locked it and added the missing label.",
    "Issue 7 is updated, and no further action is needed.",
    "I fixed the failing test.",
    "Your cart is empty."
  ])("an error that the answer hides is: %s", (text) => {
    assert.equal(unadmitted(text), 1)
  })

  test("an answer between the error and the end may admit it, and one before the error may not", () => {
    const turns = [
      { role: "user" as const, content: "Update 7." },
      { role: "assistant" as const, content: "The first try failed." },
      { role: "assistant" as const, content: "I could not update it." },
      { role: "user" as const, content: "Thanks." },
      { role: "assistant" as const, content: "You're welcome." }
    ]
    const talk = (turn: number) =>
      measure({
        ...broken,
        tool_calls: [search, { ...update, turn }],
        final_response: "You're welcome.",
        conversation: { turns }
      }).unadmitted_error
    assert.deepEqual([talk(1), talk(2)], [0, 1])
  })

  describe("a run that may end with a tool", () => {
    const spec = { by: [{ server: "weather", name: "update" }] }
    const silent = { ...done, final_response: "", stop_reason: "tool_use" }

    test("ends well with it and with words", () => {
      assert.deepEqual([measure(silent, spec).ended, measure(done, spec).ended], [1, 1])
      assert.equal(measure({ ...silent, stop_reason: "end_turn" }, spec).ended, 1)
    })

    test("does not end well with another tool, before its end, or cut off", () => {
      assert.equal(measure(silent).ended, 0)
      assert.equal(measure({ ...silent, tool_calls: [update, search] }, spec).ended, 0)
      assert.equal(measure({ ...silent, stop_reason: "max_turns" }, spec).ended, 0)
      assert.equal(measure({ ...done, stop_reason: "tool_use" }, spec).ended, 0)
      assert.equal(measure({ ...silent, tool_calls: [] }, spec).ended, 0)
      assert.equal(measure({ ...silent, stop_reason: "" }, spec).ended, undefined)
      assert.equal(
        explain(silent, { by: [{ server: "weather", name: "book" }] }).ended[0]?.reason,
        "the run ends neither with words and end_turn nor with weather/book: no closing words, stop reason tool_use, weather/update, the last call, answered"
      )
    })
  })

  test("a tool that failed and answered later is recovered", () => {
    const calls = { tool_calls: [update, search, again] }
    const retried = { ...done, ...calls, tool_results: [failed("b"), result("a"), result("c")] }
    assert.deepEqual([measure(retried).last_call_failed, measure(retried).unrecovered_tools], [0, 0])
  })

  test("a tool whose last call failed is unrecovered, also if another tool answered last", () => {
    const other = { ...done, tool_calls: [update, search], tool_results: [failed("b"), result("a")] }
    assert.deepEqual([measure(other).last_call_failed, measure(other).unrecovered_tools], [0, 1])
    assert.match(describeEnding(measure(other), {}, other), /unrecovered: weather\/update$/)
    assert.deepEqual(explain(other).unrecovered_tools, [
      {
        call_id: "b",
        path: "tool_calls[0]",
        actual: [{ type: "text", text: "busy" }],
        reason: "weather/update failed"
      }
    ])
  })

  test("tools of the same name on two servers are two tools", () => {
    const both = { tool_calls: [update, { ...call("update", {}, "archive"), id: "d" }] }
    assert.equal(measure({ ...done, ...both, tool_results: [failed("b"), failed("d")] }).unrecovered_tools, 2)
  })

  test("a call without a result leaves both numbers undefined", () => {
    const open = { ...done, tool_results: [result("a")] }
    assert.deepEqual([measure(open).last_call_failed, measure(open).unrecovered_tools], [undefined, undefined])
    assert.match(explain(open).last_call_failed[0]?.reason ?? "", /no recorded result/)
    const earlier = { ...done, tool_results: [result("b")] }
    assert.deepEqual([measure(earlier).last_call_failed, measure(earlier).unrecovered_tools], [0, undefined])
  })

  test("calls that share an id are read with a result each, in their order", () => {
    const shared = { tool_calls: [search, { ...update, id: "a" }] }
    assert.equal(
      measure(readTrace({ ...done, ...shared, tool_results: [failed("a"), result("a")] })).last_call_failed,
      0
    )
    assert.equal(
      measure(readTrace({ ...done, ...shared, tool_results: [result("a"), failed("a")] })).last_call_failed,
      1
    )
    assert.equal(measure(readTrace({ ...done, ...shared, tool_results: [result("a")] })).last_call_failed, undefined)
  })

  test("a stop reason that was not recorded is undefined", () => {
    assert.equal(measure(trace({ stop_reason: "" })).stop_reason, undefined)
  })

  test("the number of unrecovered tools never exceeds the number of tools", () => {
    const made = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.boolean()), { minLength: 1 })
    fc.assert(
      fc.property(made, (calls) => {
        const run = trace({
          tool_calls: calls.map(([name], at) => ({ ...call(name), id: `${at}` })),
          tool_results: calls.map(([, is_error], at) => result(`${at}`, { is_error }))
        })
        const { last_call_failed, unrecovered_tools } = measure(run)
        assert.ok(unrecovered_tools! <= new Set(calls.map(([name]) => name)).size)
        assert.equal(last_call_failed, calls.at(-1)![1] ? 1 : 0)
        assert.ok(unrecovered_tools! >= last_call_failed!)
      })
    )
  })
})
