import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { inCallOrder } from "../../../../src/engine/layers/liveAgent/callOrder.ts"

const ids = ["b", "c", "a"]

/** Requests with calls and their results, in each of the APIs. */
const requests: Readonly<Record<string, (results: ReadonlyArray<string>) => Json>> = {
  Messages: (results) => ({
    messages: [
      { role: "assistant", content: ids.map((id) => ({ type: "tool_use", id, name: "look", input: {} })) },
      {
        role: "user",
        content: [
          { type: "text", text: "Here." },
          ...results.map((id) => ({ type: "tool_result", tool_use_id: id, content: `of ${id}` })),
          { type: "text", text: "Go on." }
        ]
      }
    ]
  }),
  "Chat Completions": (results) => ({
    messages: [
      { role: "assistant", tool_calls: ids.map((id) => ({ id, function: { name: "look", arguments: "{}" } })) },
      ...results.map((id) => ({ role: "tool", tool_call_id: id, content: `of ${id}` })),
      { role: "user", content: "Go on." }
    ]
  }),
  Responses: (results) => ({
    input: [
      ...ids.map((id) => ({ type: "function_call", call_id: id, id: `fc_${id}`, name: "look", arguments: "{}" })),
      ...results.map((id) => ({ type: "function_call_output", call_id: id, output: `of ${id}` }))
    ]
  })
}

describe("results of calls that were made side by side", () => {
  test.each(Object.entries(requests))("are in the order of their calls in %s", (_, request) => {
    for (const ended of [ids, ids.toReversed(), ids.toSorted()]) {
      assert.deepEqual(inCallOrder(request(ended)), request(ids))
    }
    assert.deepEqual(inCallOrder(request(["a", "b"])), request(["b", "a"]))
  })

  test("stay where they are between other parts", () => {
    const result = (id: string) => ({ type: "tool_result", tool_use_id: id })
    const apart = { messages: [{ content: [result("b"), { type: "text", text: "Then." }, result("a")] }] }
    assert.deepEqual(inCallOrder(apart), apart)
  })

  test("whose calls the provider keeps are in the order of their ids", () => {
    const output = (id: string) => ({ type: "function_call_output", call_id: id, output: "" })
    assert.deepEqual(inCallOrder([output("b"), output("a")]), [output("a"), output("b")])
  })

  test("are all that moves", () => {
    const value = { a: [3, "x", null, { z: [2, 1] }], messages: [{ role: "user" }, { role: "assistant" }] }
    assert.deepEqual(inCallOrder(value), value)
  })
})
