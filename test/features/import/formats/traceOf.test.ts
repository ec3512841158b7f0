/**
 * The rules by which steps of foreign runs become traces.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { outcomeOf, usageFrom } from "../../../../src/edges/telemetry/fields.ts"
import type { AnswerStep, Step, StepCall } from "../../../../src/features/import/formats/Step.ts"
import { traceOf, type TraceSource } from "../../../../src/features/import/formats/traceOf.ts"

const call = (id: string, name = "look", args: Json = "{}"): StepCall => ({ id, name, args })
const answer = (text: string, ...calls: ReadonlyArray<StepCall>): AnswerStep => ({
  kind: "answer",
  text,
  calls,
  usage: undefined
})
const result = (id: string | undefined, content: Json, more = {}): Step => ({ kind: "result", id, content, ...more })
const made = (steps: ReadonlyArray<Step>, source: Partial<TraceSource> = {}, inferErrors = false) =>
  traceOf(steps, { server: "shop", ...source }, inferErrors)
const traced = (...args: Parameters<typeof made>) => made(...args).trace

describe("ids", () => {
  test("are made unique, and results belong to calls by their order", () => {
    const { repairs, trace } = made([
      answer("", call("a"), call("")),
      result("a", "one"),
      result("", "two"),
      answer("", call("a"), call("")),
      result("", "three"),
      result("a", "four")
    ])
    const ids = trace.tool_calls.map(({ id }) => id)
    assert.equal(new Set(ids).size, 4)
    assert.deepEqual(
      ids.map((id) => trace.tool_results.find(({ call_id }) => call_id === id)?.content),
      ["one", "two", "four", "three"].map((text) => [{ type: "text", text }])
    )
    assert.equal(repairs.ids, 3)
  })

  test("a result that names only its tool belongs to the first call of it without a result", () => {
    const { trace } = made([
      answer("", call("a", "look"), call("b", "book"), call("c", "book")),
      result(undefined, "booked", { name: "book" }),
      result(undefined, "looked", { name: "look" }),
      result(undefined, "booked again", { name: "book" })
    ])
    assert.deepEqual(
      trace.tool_results.map(({ call_id, content }) => [call_id, content]),
      [
        ["a", [{ type: "text", text: "looked" }]],
        ["b", [{ type: "text", text: "booked" }]],
        ["c", [{ type: "text", text: "booked again" }]]
      ]
    )
  })

  test("a result without a call is counted and not in the trace", () => {
    const { orphans, trace } = made([answer("", call("a")), result("a", "1"), result("b", "2")])
    assert.deepEqual([orphans, trace.tool_results.length], [1, 1])
  })
})

test("every answer is a turn, also one without words", () => {
  const trace = traced([
    { kind: "user", text: "Go" },
    answer("", call("a")),
    result("a", ""),
    answer("", call("b")),
    result("b", ""),
    answer("Done")
  ])
  assert.deepEqual(
    trace.tool_calls.map(({ turn }) => turn),
    [1, 2]
  )
  assert.deepEqual(
    trace.conversation.turns.map(({ content }) => content),
    ["Go", "", "", "Done"]
  )
})

test.each<[Json, Json, string]>([
  ['{"a":1}', { a: 1 }, "shop"],
  ["", {}, "shop"],
  [null, {}, "shop"],
  ["null", {}, "shop"],
  [{ a: 1 }, { a: 1 }, "shop"],
  ["[1]", { INVALID_JSON: "[1]" }, ""],
  ['{"a":', { INVALID_JSON: '{"a":' }, ""],
  ['{"id":12345678901234567890}', { id: "12345678901234567890" }, "shop"]
])("arguments %j are %j on server %j", (args, expected, server) => {
  const [first] = traced([answer("", call("a", "look", args))]).tool_calls
  assert.deepEqual([first?.args, first?.server], [expected, server])
})

test.each([
  ["git__log", "git", "log"],
  ["git__log__all", "git", "log__all"],
  ["other__log", "shop", "other__log"],
  ["log", "shop", "log"]
])("the tool %s is of the server %s, named %s", (name, server, tool) => {
  const [first] = traced([answer("", call("a", name))], { servers: new Set(["git"]) }).tool_calls
  assert.deepEqual([first?.server, first?.name], [server, tool])
})

describe("errors", () => {
  const wrapped = JSON.stringify({
    content: [{ type: "text", text: "gone" }],
    isError: true,
    structuredContent: { a: 1 }
  })
  const returned = (content: Json, more = {}, inferErrors = false) => {
    const { repairs, trace } = made([answer("", call("a")), result("a", content, more)], {}, inferErrors)
    return { ...trace.tool_results[0]!, inferred: repairs.errors }
  }

  test.each<[string, Json]>([
    ["a CallToolResult as text", wrapped],
    ["one in a text block", { type: "text", text: wrapped }],
    ["one in the text of a text block", JSON.stringify({ type: "text", text: wrapped, annotations: null })],
    ["one in a list of one block", [{ type: "text", text: wrapped }]]
  ])("are flagged by %s, which is unwrapped", (_, content) => {
    const { is_error, structured, content: blocks } = returned(content)
    assert.deepEqual([is_error, structured, blocks], [true, { a: 1 }, [{ type: "text", text: "gone" }]])
  })

  test("are flagged by the source", () => assert.equal(returned("fine", { isError: true }).is_error, true))

  test.each(["Error: no seats", '{"object":"error"}', '{"status":404}', '{"execution_result":{"error":"x"}}'])(
    "%s is one only where errors are inferred",
    (text) => {
      assert.deepEqual([returned(text).is_error, returned(text).inferred], [false, 0])
      assert.deepEqual([returned(text, {}, true).is_error, returned(text, {}, true).inferred], [true, 1])
    }
  )

  test.each(["No error: all fine", '{"status":"404"}', '{"status":200}', "The errors were fixed"])(
    "%s is none",
    (text) => {
      assert.equal(returned(text, {}, true).is_error, false)
    }
  )

  test("a call timed out only where the source says after how long", () => {
    assert.equal(returned("Timed out after 60 seconds", { isError: true }).timed_out, true)
    assert.equal(returned("It timed out", { isError: true }).timed_out, false)
    assert.equal(returned(`${"log line\n".repeat(100)}timed out after 60 seconds`).timed_out, false)
  })
})

test("pictures become hashes, and blocks that are no MCP become text", () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGVsbG8=" } }
  const url = { type: "image_url", image_url: { url: "data:image/png;base64,aGVsbG8=" } }
  const sha256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
  const expected = { type: "image", mimeType: "image/png", sha256, bytes: 5 }
  const steps = [answer("", call("a"), call("b")), result("a", [image, url]), result("b", { rows: 2 })]
  assert.deepEqual(
    traced(steps).tool_results.map(({ content }) => content),
    [[expected, expected], [{ type: "text", text: '{"rows":2}' }]]
  )
})

describe("tokens", () => {
  const used = (input: number, output: number): AnswerStep => ({ ...answer("a"), usage: { input, output } })

  test("are summed over the answers", () => {
    assert.deepEqual(traced([used(1, 2), used(3, 4)]).conversation.tokens, { input: 4, output: 6, total: 10 })
  })
  test("are left out if an answer has none, and are never 0", () => {
    assert.equal(traced([used(1, 2), answer("b")]).conversation.tokens, undefined)
    assert.equal(traced([]).conversation.tokens, undefined)
  })
  test("of a greeting that no model made are not missed", () => {
    assert.deepEqual(traced([{ ...answer("Hi"), usage: null }, used(1, 2)]).conversation.tokens?.total, 3)
  })
  test("of the whole run are taken where answers have none", () => {
    assert.deepEqual(traced([answer("a")], { tokens: { input: 5, output: 6 } }).conversation.tokens?.total, 11)
  })
  test("are whole numbers, with the cached ones that are counted apart", () => {
    assert.deepEqual(usageFrom(1, 2, 3, null, undefined), { input: 4, output: 2 })
    for (const wrong of [-1, 1.5, "1", null, undefined]) assert.equal(usageFrom(wrong, 2), undefined)
  })
})

describe("the end of a run", () => {
  test.each<[string, ReadonlyArray<Step>, Partial<TraceSource>, string, string]>([
    ["with an answer", [answer("Done")], {}, "Done", "end_turn"],
    ["with a result", [answer("I look", call("a")), result("a", "")], {}, "", "tool_use"],
    ["with a call", [answer("I look", call("a"))], {}, "", "tool_use"],
    ["with a bare sign of the agent", [answer("Hm"), answer("###STOP###")], {}, "###STOP###", "end_turn"],
    ["with a word and a sign of the agent", [answer("Bye ###STOP###")], {}, "Bye", "end_turn"],
    ["with a word of the simulator", [answer("Bye"), { kind: "user", text: "###STOP###" }], {}, "Bye", "end_turn"],
    ["with the answer cut", [{ ...answer("Do"), stop: "max_tokens" }], {}, "Do", "max_tokens"],
    ["as the source says", [answer("Do")], { stop: "max_turns" }, "Do", "max_turns"],
    [
      "with calls that the provider ran",
      [{ ...answer("Ok", call("a")), ran: [result("a", "1") as never] }],
      {},
      "Ok",
      "end_turn"
    ]
  ])("%s", (_, steps, source, final_response, stop_reason) => {
    const trace = traced(steps, source)
    assert.deepEqual([trace.final_response, trace.stop_reason], [final_response, stop_reason])
  })

  test("no clock, no faults and no words of the simulator are invented", () => {
    const { clock, conversation, faults } = traced([{ kind: "user", text: "Thanks! ###STOP###" }])
    assert.deepEqual([clock, faults], [{ virtual_ms: 0, kind: "wall" }, []])
    assert.deepEqual(conversation.turns, [{ role: "user", content: "Thanks!" }])
  })
})

test.each<[Json | undefined, unknown]>([
  [true, { passed: true, reward: 1 }],
  [false, { passed: false, reward: 0 }],
  [1, { passed: true, reward: 1 }],
  [0.9999999, { passed: true, reward: 0.9999999 }],
  [0.99, { passed: false, reward: 0.99 }],
  ["pass", undefined],
  [null, undefined],
  [undefined, undefined]
])("the outcome %j is %j", (value, expected) => assert.deepEqual(outcomeOf(value), expected))
