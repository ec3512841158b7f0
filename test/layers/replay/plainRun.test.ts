import { describe, test } from "bun:test"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import type { RecordedRun } from "../../../src/domain/Cassette.ts"
import type { Json } from "../../../src/domain/Json.ts"
import { isRecordedRun } from "../../../src/cassette/predicates.ts"
import { readRun } from "../../../src/layers/replay/readLine.ts"
import { mutated, mutations } from "../../samples.ts"
import { anyRuns, json, runs } from "../recordings.ts"

const read = (text: string) => readRun({ file: "f.jsonl", number: 2, text, last: false, ended: true }, 1)

/** A space that no recorder writes sends a line to the Schema. */
const sameAsTheSchema = (text: string): boolean => {
  const quick = read(text)
  assert.deepEqual(quick, read(` ${text}`))
  return Result.isSuccess(quick)
}

const usage = { input: 1, output: 2 }
const call = { id: "c", server: "s", name: "n", args: { a: [1, { b: null }] }, caller: { type: "code" } }
const answer = { is_error: true, timed_out: false, content: [{ type: "text", text: "x" }], structured: { y: 0.5 } }
const full = {
  index: 1,
  outcome: { status: "completed" },
  exchanges: [
    { kind: "model", answer: { text: "", calls: [call], stop_reason: "s", usage, provider_state: [1] }, latency_ms: 1 },
    { kind: "tool", call, answer, latency_ms: 0.5 },
    { kind: "model", answer: { text: "Done.", calls: [], stop_reason: "end_turn" } }
  ],
  observations: { invoice: answer }
} satisfies RecordedRun

describe("a run that is read without the Schema", () => {
  test("is every run that recorders write", () => {
    assert.ok(isRecordedRun(full))
    assert.ok(runs.every(isRecordedRun))
    fc.assert(fc.property(anyRuns, (some) => assert.ok(some.every(isRecordedRun))))
  })

  test("is what the Schema makes of it, and what it does not know is what the Schema says", () => {
    const value = fc.oneof(
      json,
      fc.constantFrom<Json>(-1, 0, 0.5, "model", "tool", "completed", true, null, [], {}, 2 ** 53, 1e21, call, answer)
    )
    let taken = 0
    fc.assert(
      fc.property(mutations(value), (mutation) => {
        if (sameAsTheSchema(JSON.stringify(mutated(full, mutation)))) taken++
      }),
      { numRuns: 4000 }
    )
    assert.ok(taken > 100, "some mutations are runs")
  })

  test("is not fooled by text that JSON reads in silence", () => {
    const text = JSON.stringify(full)
    const lines = [
      text.replace('"a":[', '"a":1,"a":['),
      text.replace('"a":[1', '"a":[9007199254740993'),
      text.replace('"a":[1', '"a":[1e400'),
      text.replace('"a":[1', '"a":[-0'),
      text.replace('"a":[', '"__proto__":['),
      text.replace('"index":1', '"index":1.0'),
      text.replace('"name":"n"', '"name":"\\u006e"'),
      text.replace('"structured":', '"constructor":'),
      `${text}}`
    ]
    for (const line of lines) {
      assert.notEqual(line, text)
      sameAsTheSchema(line)
    }
    assert.ok(Result.isFailure(read(lines[0]!)), "a key that is written twice")
  })

  test("is nested as deep as any line may be", () => {
    for (const depth of [90, 99, 100, 101, 117, 118, 119, 120, 121, 122, 123, 130, 100_000]) {
      const bomb = `${"[".repeat(depth)}${"]".repeat(depth)}`
      sameAsTheSchema(JSON.stringify(full).replace('"a":[1,{"b":null}]', `"a":${bomb}`))
    }
  })
})
