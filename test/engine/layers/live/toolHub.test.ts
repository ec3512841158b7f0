import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { answerOf, errorAnswer } from "../../../../src/engine/layers/live/toolHub.ts"

describe("an answer", () => {
  test("has text, links, embedded resources, bytes and structured content as the server sent them", () => {
    const content = [
      { type: "text", text: "hi", annotations: { priority: 1 }, _meta: { "x/y": null } },
      { type: "resource_link", uri: "demo://1", name: "one" },
      { type: "resource", resource: { uri: "demo://2", text: "words" } },
      { type: "image", data: "aGVsbG8=", mimeType: "image/png", annotations: {} },
      { type: "resource", resource: { uri: "demo://3", blob: "aGVsbG8=" } },
      { type: "from the future", data: [1, 2] },
      "not even an object"
    ]
    assert.deepEqual(answerOf({ content, structuredContent: { a: [null] } }), {
      is_error: false,
      content,
      structured: { a: [null] },
      timed_out: false
    })
  })

  test("keeps what the server tells its client beside the result", () => {
    const _meta = { "example.com/took": 12 }
    assert.deepEqual(answerOf({ _meta }), { is_error: false, content: [], _meta, timed_out: false })
  })

  test("is an error only if the tool marks it as one", () => {
    assert.equal(answerOf({ isError: true }).is_error, true)
    assert.deepEqual(answerOf({}), { is_error: false, content: [], timed_out: false })
    assert.deepEqual(errorAnswer("no"), { is_error: true, content: [{ type: "text", text: "no" }], timed_out: false })
  })
})
