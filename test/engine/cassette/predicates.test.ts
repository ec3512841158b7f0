import { describe, test } from "bun:test"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { unsealed } from "./reseal.ts"
import { isHeader, isRecordedRun } from "../../../src/engine/cassette/predicates.ts"
import { Header, RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import type { Json } from "../../../src/base/domain/Json.ts"
import { json } from "../layers/recordings.ts"
import { mutated, mutations, samplesOf } from "../../samples.ts"

const replacement = fc.oneof(
  json,
  fc.constantFrom<Json>(-1, 0, 0.5, 2 ** 53, 1e21, true, null, "", [], {}, "model", "tool", "completed", "wall")
)

const predicates = [
  ["isRecordedRun", isRecordedRun, RecordedRun],
  ["isHeader", isHeader, Header]
] as const

describe.each(predicates)("%s", (_, accepts, schema) => {
  const decode = Schema.decodeUnknownOption(schema as Schema.Codec<unknown>)
  const decodeStrictly = Schema.decodeUnknownOption(schema as Schema.Codec<unknown>, { onExcessProperty: "error" })
  const samples = samplesOf(schema, 100)

  test("accepts what the Schema accepts", () => {
    for (const value of samples) assert.ok(accepts(value), JSON.stringify(value))
  })

  test("accepts no more than the Schema, which decodes it to the same value, and refuses only unknown keys", () => {
    let [accepted, refused] = [0, 0]
    fc.assert(
      fc.property(fc.constantFrom(...samples), mutations(replacement), (value, mutation) => {
        const changed = mutated(value, mutation)
        if (accepts(changed)) {
          accepted++
          assert.deepEqual(decode(changed), { ...decode(changed), value: changed })
        } else {
          refused++
          assert.equal(decodeStrictly(changed)._tag, "None", JSON.stringify(changed))
        }
      }),
      { numRuns: 1000 }
    )
    assert.ok(accepted > 100 && refused > 100, `${accepted} accepted, ${refused} refused`)
  })
})

describe("a line of a cassette", () => {
  const folder = join(import.meta.dirname, "../../../cassettes")
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".jsonl"))

  test("is accepted in every recording of this repository", () => {
    assert.ok(files.length > 0)
    for (const file of files) {
      const lines = unsealed(readFileSync(join(folder, file), "utf8"))
        .trimEnd()
        .split("\n")
      const [header, ...runs] = lines.map((line): unknown => JSON.parse(line))
      assert.ok(isHeader(header), file)
      assert.ok(runs.every(isRecordedRun), file)
    }
  })

  const call = { id: "c", server: "s", name: "n", args: { a: [1] } }
  const trace = {
    tool_calls: [{ ...call, turn: 1 }],
    tool_results: [{ call_id: "c", is_error: false, content: [], timed_out: false }],
    final_response: "Done.",
    stop_reason: "end_turn",
    conversation: { turns: [{ role: "user", content: "Go." }] },
    clock: { virtual_ms: 0, kind: "wall" },
    faults: []
  }
  const answer = { is_error: false, content: [], timed_out: false }
  const ran = { calls: [call], results: trace.tool_results }
  const issue = { code: "INFRASTRUCTURE", message: "m", hint: "h", advisory: false }
  const run = { index: 1, outcome: { status: "completed" }, exchanges: [] }
  const accepted: Readonly<Record<string, unknown>> = {
    "a run of a driver": { ...run, trace },
    "a run with tools of the provider": {
      ...run,
      exchanges: [{ kind: "model", answer: { text: "", calls: [], stop_reason: "s", ran } }]
    },
    "an infrastructure error": { ...run, outcome: { status: "infrastructure_error", issue } },
    "a run with observations": { ...run, observations: { invoice: answer } }
  }
  test.each(Object.keys(accepted))("may be %s", (name) => assert.ok(isRecordedRun(accepted[name])))

  const nested = (depth: number): Json => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`)
  const refused: Readonly<Record<string, unknown>> = {
    "a run of index 0": { ...run, index: 0 },
    "a negative latency": {
      ...run,
      exchanges: [{ kind: "tool", call, answer, latency_ms: -1 }]
    },
    "an unknown key": { ...run, extra: 1 },
    "an observation called __proto__": { ...run, observations: JSON.parse(`{"__proto__":${JSON.stringify(answer)}}`) },
    "JSON nested 101 deep": { ...run, observations: { deep: { ...answer, structured: nested(101) } } },
    "an infinite number": { ...run, observations: { huge: { ...answer, structured: [Infinity] } } },
    "a key that is undefined": { ...run, trace: undefined },
    "a hole in a list": { ...run, exchanges: Array(1) }
  }
  test.each(Object.keys(refused))("is not %s", (name) => assert.equal(isRecordedRun(refused[name]), false))

  test("may hold JSON nested 100 deep", () => {
    assert.ok(isRecordedRun({ ...run, observations: { deep: { ...answer, structured: nested(100) } } }))
  })
})
