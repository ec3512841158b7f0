import { test } from "bun:test"
import assert from "node:assert/strict"
import { asReported } from "../../../../src/base/domain/recording/driverTrace.ts"
import { call, said, trace } from "../../../traces.ts"

const result = (call_id: string, text: string) => ({
  call_id,
  is_error: false,
  content: [{ type: "text", text }],
  timed_out: false
})
const made = (server: string, id: string, turn: number) => ({ ...call("a"), server, id, turn })

test("calls that are made again keep the calls of the agent's own tools between them, with their recorded results", () => {
  const recorded = trace({
    tool_calls: [
      made("weather", "c1", 1),
      made("agent", "own1", 1),
      made("weather", "c2", 2),
      made("agent", "own2", 2)
    ],
    tool_results: [result("c1", "old"), result("own1", "mine"), result("c2", "old")],
    ...said(["a", "b", "c"])
  })
  const today = trace({
    tool_calls: [made("weather", "c1", 1), made("weather", "c2", 2)],
    tool_results: [result("c1", "new"), result("c2", "new")]
  })
  const { tool_calls, tool_results } = asReported(today, recorded, ["weather"])
  assert.deepEqual(tool_calls, recorded.tool_calls)
  assert.deepEqual(tool_results, [
    result("c1", "new"),
    result("own1", "mine"),
    result("c2", "new"),
    { call_id: "own2", missing: true }
  ])
})
