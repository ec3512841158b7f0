/**
 * Messages of the AI SDK and of LangChain: steps, errors and words, beside the calls that every format has.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { type FormatName, formats } from "../../../../src/features/import/formats/formats.ts"
import type { Item } from "../../../../src/edges/telemetry/Item.ts"
import { documentsOf, samples } from "./samples.ts"

const read = (format: FormatName, messages: ReadonlyArray<Json>) => {
  const given = messages.map((value, at) => ({ file: "a.json", pointer: `#/${at}`, value }))
  const items: ReadonlyArray<Item> = [...formats[format].read(given, { inferErrors: false })]
  const item = items.find(({ kind }) => kind !== "finding")
  return item?.kind === "run" ? item : assert.fail(JSON.stringify(item))
}

const ofSample = (format: FormatName, name: string) => {
  const sample = samples.find((one) => one.format === format && one.name === name)!
  const [run] = [...formats[format].read(documentsOf(sample), { inferErrors: false })]
  return run?.kind === "run" ? run.trace : assert.fail(JSON.stringify(run))
}

const asked = { id: "1", role: "user", parts: [{ type: "text", text: "Go" }] }
const answer = (...parts: ReadonlyArray<Json>) => ({ id: "2", role: "assistant", parts })
const called = (toolCallId: string, state: string, more: object) =>
  ({ type: "tool-look", toolCallId, state, input: { at: toolCallId }, ...more }) as Json

describe("a UIMessage", () => {
  test("has a turn for each of its steps, and its last words are the final response", () => {
    const trace = ofSample("ai-sdk", "messages of a page")
    assert.deepEqual(
      trace.conversation.turns.map(({ content, role }) => [role, content]),
      [
        ["user", "Refund order 7."],
        ["assistant", ""],
        ["assistant", "Found."],
        ["assistant", "Done."]
      ]
    )
    assert.deepEqual([trace.final_response, trace.stop_reason], ["Done.", "end_turn"])
    assert.deepEqual(
      trace.tool_calls.map(({ id, turn }) => [id, turn]),
      [
        ["a", 1],
        ["b", 2]
      ]
    )
  })

  test("has an error for a call that failed or was denied, and no result for one that did not end", () => {
    const { trace } = read("ai-sdk", [
      asked,
      answer(
        called("a", "output-error", { errorText: "gone" }),
        called("b", "output-denied", {}),
        called("c", "input-available", {}),
        called("d", "output-available", { output: { type: "error-text", value: "a value of the tool" } })
      )
    ])
    assert.deepEqual(
      trace.tool_calls.map(({ id }) => id),
      ["a", "b", "c", "d"]
    )
    assert.deepEqual(
      trace.tool_results.filter(({ call_id }) => call_id !== "c").map(({ call_id, is_error }) => [call_id, is_error]),
      [
        ["a", true],
        ["b", true],
        ["d", false]
      ]
    )
  })

  test("may call a tool whose name looks like another part", () => {
    const { trace } = read("ai-sdk", [
      asked,
      answer({ type: "tool-call", toolCallId: "a", state: "output-available", input: {}, output: "x" }),
      answer({ type: "tool-get_output", toolCallId: "b", state: "output-available", input: {}, output: "x" })
    ])
    assert.deepEqual(
      trace.tool_calls.map(({ name }) => name),
      ["call", "get_output"]
    )
  })
})

describe("a ModelMessage", () => {
  test("says with the kind of its output that a call failed", () => {
    const { trace } = read("ai-sdk", [
      { role: "user", content: "Go" },
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "look", input: {} }] },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "a", toolName: "look", output: { type: "error-text", value: "gone" } }
        ]
      }
    ])
    assert.deepEqual(
      trace.tool_results.map(({ content, is_error }) => [is_error, content]),
      [[true, [{ type: "text", text: "gone" }]]]
    )
  })
})

describe("a message of LangChain", () => {
  test.each(["messages", "messages with data", "serialized messages"])(
    "has the flag of a failed call and words: %s",
    (name) => {
      const trace = ofSample("langchain", name)
      assert.deepEqual(
        trace.tool_results.map(({ is_error }) => is_error),
        [false, true]
      )
      assert.deepEqual(
        trace.conversation.turns.map(({ content }) => content),
        ["Refund order 7.", "", "Found.", "Done."]
      )
    }
  )

  test("has its tokens if every answer has them, and a call whose arguments are no JSON is kept", () => {
    const { trace } = read("langchain", [
      { type: "human", content: "Go" },
      {
        type: "ai",
        content: "",
        invalid_tool_calls: [{ id: "a", name: "look", args: "{bad", error: "no JSON" }],
        usage_metadata: { input_tokens: 3, output_tokens: 4 }
      },
      { type: "ai", content: "Sorry.", usage_metadata: { input_tokens: 5, output_tokens: 6 } }
    ])
    assert.deepEqual(trace.conversation.tokens, { input: 8, output: 10, total: 18 })
    assert.deepEqual(trace.tool_calls[0]?.args, { INVALID_JSON: "{bad" })
  })
})
