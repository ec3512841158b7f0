import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { ToolCall } from "../../../src/base/domain/trace/Trace.ts"
import { jsonSchema } from "../../../src/language/metrics/jsonSchema.ts"
import * as Never from "../../../src/language/metrics/never.ts"
import { call, result, trace } from "../../traces.ts"

const ran = (...calls: ReadonlyArray<ToolCall>) => trace({ tool_calls: calls })
const remove = { server: "tracker", name: "delete_issue" }
const close = { server: "tracker", name: "update_issue", args: { subset: { status: "closed" } } }
const made = (name: string, args: ToolCall["args"] = {}) => call(name, args, "tracker")
const count = (calls: Never.Spec["calls"], ...recorded: ReadonlyArray<ToolCall>) =>
  Never.measure(ran(...recorded), { calls }, jsonSchema).calls

describe("never", () => {
  test("a run without calls makes no forbidden call", () => {
    assert.equal(count([remove]), 0)
  })

  test("every call of a forbidden tool counts, with any arguments", () => {
    assert.equal(count([remove], made("search"), made("delete_issue", { id: 1 }), made("delete_issue")), 2)
  })

  test("a tool of the same name on another server does not count", () => {
    assert.equal(count([remove], call("delete_issue", {}, "archive")), 0)
  })

  test("a call counts if its arguments fit the shape", () => {
    assert.equal(count([close], made("update_issue", { id: 1, status: "closed" })), 1)
    assert.equal(count([close], made("update_issue", { id: 1, status: "open" })), 0)
    const exact = { ...close, args: { exact: { status: "closed" } } }
    assert.equal(count([exact], made("update_issue", { id: 1, status: "closed" })), 0)
    const schema = { ...close, args: { schema: { required: ["status"] } } }
    assert.equal(count([schema], made("update_issue", { status: "open" }), made("update_issue")), 1)
  })

  test("a call that fits two forbidden calls counts once", () => {
    assert.equal(count([remove, { name: "delete_issue" }], made("delete_issue")), 1)
  })

  test("a call that failed counts as well", () => {
    const recorded = [made("delete_issue")]
    const failed = trace({ tool_calls: recorded, tool_results: [result(recorded[0]!.id, { is_error: true })] })
    assert.equal(Never.measure(failed, { calls: [remove] }).calls, 1)
  })

  test("a call whose arguments are no JSON counts, though it reached no server", () => {
    assert.equal(count([remove], call("tracker__delete_issue", { INVALID_JSON: "{" }, "")), 1)
    assert.equal(count([remove], call("delete_issue", {}, "")), 1)
    assert.equal(count([remove], call("other__delete_issue", {}, "")), 0)
  })

  test("arguments that are no JSON cannot be compared with a shape", () => {
    const unread = call("tracker__update_issue", { INVALID_JSON: "{" }, "")
    const report = Never.measure(ran(unread), { calls: [close] })
    assert.equal(report.calls, undefined)
    assert.match(Never.describe(report, { calls: [close] }), /arguments of tool_calls\[0\] are no JSON/)
  })

  test("a JSON Schema that cannot be used leaves the number undefined", () => {
    const odd = { ...close, args: { schema: { type: "nonsense" } } }
    assert.equal(count([odd], made("update_issue")), undefined)
    assert.equal(count([odd, remove], made("update_issue"), made("delete_issue")), 1)
  })

  test("the evidence names each call with its arguments", () => {
    const run = ran(made("search"), made("delete_issue", { id: 7 }))
    const spec = { calls: [remove] }
    const report = Never.measure(run, spec)
    assert.deepEqual(Never.explain(run, spec, report).calls, [
      { call_id: "c-delete_issue", path: "tool_calls[1]", actual: { id: 7 }, reason: "tracker/delete_issue was called" }
    ])
    assert.equal(Never.describe(report, spec), "1 call of tracker/delete_issue")
  })

  test("a spec without calls, or with a call that is none, is malformed", () => {
    assert.deepEqual(Never.check({ calls: [] }), ["the forbidden calls are malformed: it names no call"])
    assert.match(Never.check({ calls: [{ server: "tracker" } as never] })[0] ?? "", /calls\[0\]\.name is absent/)
    assert.deepEqual(Never.check({ calls: [remove, close] }), [])
  })

  test("the number is that of the calls with a forbidden name", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("search", "delete_issue", "update_issue")), (names) => {
        const forbidden = names.filter((name) => name === "delete_issue").length
        assert.equal(count([remove], ...names.map((name) => made(name))), forbidden)
      })
    )
  })
})
