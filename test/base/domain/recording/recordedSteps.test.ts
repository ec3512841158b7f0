import { test } from "bun:test"
import assert from "node:assert/strict"
import type { Exchange } from "../../../../src/base/domain/recording/Cassette.ts"
import { recordedMs } from "../../../../src/base/domain/recording/recordedSteps.ts"

const timed = (latency_ms: number | undefined): { readonly latency_ms?: number } =>
  latency_ms === undefined ? {} : { latency_ms }

const model = (ms?: number): Exchange => ({
  kind: "model",
  answer: { text: "", calls: [], stop_reason: "end_turn" },
  ...timed(ms)
})
const tool = (ms?: number): Exchange => ({
  kind: "tool",
  call: { id: "c", server: "s", name: "t", args: {} },
  answer: { is_error: false, content: [], timed_out: false },
  ...timed(ms)
})

test("an agent waits for each answer, and for the longest of the calls that it asked for; what was not timed is not zero", () => {
  assert.equal(recordedMs([model(100), tool(10), tool(30), tool(20), model(50), tool(5), model(1)]), 186)
  assert.equal(recordedMs([model(100), tool(10)]), 110)
  assert.equal(recordedMs([model(100), tool(), model(1)]), undefined)
  assert.equal(recordedMs([model()]), undefined)
  assert.equal(recordedMs([model(100), tool(10), { kind: "user", message: "More.", latency_ms: 900 }, model(1)]), 111)
  assert.equal(recordedMs([model(100), { kind: "user", message: "More." }, model(1)]), 101)
})
