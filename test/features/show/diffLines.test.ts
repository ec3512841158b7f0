import { test } from "bun:test"
import assert from "node:assert/strict"
import { diffLines } from "../../../src/features/show/diffLines.ts"
import type { Header } from "../../../src/base/domain/recording/Cassette.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { print } from "../../../src/edges/report/text/Line.ts"
import { call, result, spent, trace } from "../../traces.ts"

const header: Header = {
  format: "passhat-cassette",
  version: 2,
  suite: "s",
  agent: "a",
  model: "m",
  fingerprint: {
    sha256: "",
    parts: { prompt: "", model: "m", options: { max_turns: 1, max_tokens: 1 }, servers: [], faults: [] }
  },
  recorded_at: "",
  passhat: "",
  servers: []
}

const printed = (left: Trace, right: Trace): ReadonlyArray<string> =>
  diffLines(header, { name: "run #1", trace: left }, { name: "run #2", trace: right }).map((one) => print(one, false))

test("equal runs have no line that marks a difference", () => {
  const one = trace({ tool_calls: [call("look", { city: "Davis" })], tool_results: [result("c-look")], ...spent(9) })
  assert.deepEqual(printed(one, one), [
    "s > a > m, run #1 and run #2",
    '  = weather look {"city":"Davis"}',
    "  calls: = 1 the same, ~ 0 with other arguments, - 0 only in run #1, + 0 only in run #2"
  ])
})

test("other arguments are shown by path, after a mark at the first difference", () => {
  const left = trace({ tool_calls: [call("look"), call("plan", { days: 1, at: [{ city: "Davis" }] }), call("tell")] })
  const right = trace({ tool_calls: [call("look"), call("plan", { days: 3, at: [{ city: "Chico" }] }), call("write")] })
  assert.deepEqual(printed(left, right), [
    "s > a > m, run #1 and run #2",
    "  = weather look {}",
    "  here they part",
    '  ~ weather plan {"at":[{"city":"Davis"}],"days":1}',
    '      args.at[0].city is "Davis" in run #1 and "Chico" in run #2',
    "      args.days is 1 in run #1 and 3 in run #2",
    "  - weather tell {}",
    "  + weather write {}",
    "  calls: = 1 the same, ~ 1 with other arguments, - 1 only in run #1, + 1 only in run #2"
  ])
})

test("the same call with another result counts as the first difference", () => {
  const calls = { tool_calls: [call("look")] }
  const left = trace({ ...calls, tool_results: [result("c-look", { content: [{ type: "text", text: "21" }] })] })
  const right = trace({ ...calls, tool_results: [result("c-look", { is_error: true })] })
  assert.deepEqual(printed(left, right).slice(1, 5), [
    "  here they part",
    "  = weather look {}",
    '      result.content[0] is {"type":"text","text":"21"} in run #1 and absent in run #2',
    "      result.is_error is false in run #1 and true in run #2"
  ])
  assert.match(printed(left, trace(calls)).join("\n"), /result is \{.* in run #1 and null in run #2/)
})

test("many differences are counted instead of shown", () => {
  const args = (n: number) => Object.fromEntries(["a", "b", "c", "d", "e", "f", "g"].map((key) => [key, n]))
  const lines = printed(trace({ tool_calls: [call("look", args(1))] }), trace({ tool_calls: [call("look", args(2))] }))
  assert.equal(lines.filter((text) => text.includes("is 1 in run #1 and 2 in run #2")).length, 5)
  assert.ok(lines.includes("      ... and 2 more"))
})

test("different endings of the runs are shown", () => {
  const left = trace({ ...spent(10), final_response: "Sunny.", clock: { virtual_ms: 0 } })
  const right = trace({ stop_reason: "max_turns", final_response: "Sunny.", clock: { virtual_ms: 3000 } })
  assert.deepEqual(printed(left, right).slice(2), [
    "  clock.virtual_ms is 0 in run #1 and 3000 in run #2",
    '  conversation.tokens is {"total":10} in run #1 and absent in run #2',
    '  stop_reason is "end_turn" in run #1 and "max_turns" in run #2'
  ])
})
