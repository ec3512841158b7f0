import { describe, test } from "bun:test"
import * as Result from "effect/Result"
import assert from "node:assert/strict"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { resealed, unsealed } from "./reseal.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { header } from "../layers/recordings.ts"
import { trace } from "../../traces.ts"
import { readInBlocks } from "./parse.ts"

const wire = {
  tools: "[]",
  results: { c1: "{}" },
  exchanges: [
    {
      api: "anthropic",
      method: "POST",
      path: "v1/messages",
      request: { json: { a: 1, wire: { exchanges: [] } } },
      status: 200,
      headers: {},
      answer: { text: "hello" }
    }
  ]
}

const run = (index: number, changes: Partial<RecordedRun> = {}): RecordedRun => ({
  index,
  outcome: { status: "completed" },
  exchanges: [],
  trace: trace({ final_response: ',"wire":{"exchanges":[' }),
  ...changes
})

const nested = trace({
  tool_calls: [{ id: "c1", server: "s", name: "n", args: { a: 1, wire: { exchanges: [1], tools: "x" } } }]
})

const runs = [run(1, { wire }), run(2), run(3, { trace: nested }), run(4, { trace: nested, wire })]

const read = (text: string, ignoresWire: boolean) => {
  const found: Array<RecordedRun> = []
  const result = readInBlocks("a.jsonl", text, 64, {
    header: () => undefined,
    run: (one) => void found.push(one),
    ...(ignoresWire && { ignoresWire })
  })
  return Result.isFailure(result) ? result.failure.message : found
}

describe("what an agent and its model sent each other", () => {
  const text = formatCassette(header, runs)

  test("is read with a run, or left out of it", () => {
    assert.deepEqual(read(text, false), runs)
    const without = runs.map(({ wire: _, ...rest }) => rest)
    // Where another member has the same name, the line is read whole.
    assert.deepEqual(read(text, true), [...without.slice(0, 3), runs[3]])
  })

  test("is not parsed if it is left out, but is covered by the checksum of its line", () => {
    const damaged = text.replace('"status":200', '"status":"odd"')
    assert.notEqual(damaged, text)
    assert.match(String(read(damaged, false)), /line 2, wire\.exchanges\[0\]\.status/)
    assert.match(String(read(damaged, true)), /line 2: its checksum does not match/)
    assert.ok(Array.isArray(read(resealed(damaged), true)))
    assert.ok(Array.isArray(read(unsealed(damaged), true)))
  })

  test("hides no damage of what is before it, nor a line that has no end", () => {
    assert.match(String(read(text.replace('"index":1', '"index":0'), true)), /line 2, index/)
    const [first, second = "", ...rest] = text.split("\n")
    const torn = [first, second.slice(0, -10), ...rest].join("\n")
    assert.match(String(read(torn, true)), /line 2/)
  })
})
