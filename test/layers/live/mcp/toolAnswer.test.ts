import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { answerOf, errorAnswer } from "../../../../src/layers/live/mcp/toolAnswer.ts"

/** "hello" in base64, and what is kept of it. */
const data = "aGVsbG8="
const kept = { sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", bytes: 5 }

describe("an answer", () => {
  test("keeps text, links, embedded text and structured content unchanged", () => {
    const content = [
      { type: "text", text: "hi", annotations: { priority: 1 }, _meta: { "x/y": null } },
      { type: "resource_link", uri: "demo://1", name: "one" },
      { type: "resource", resource: { uri: "demo://2", text: "words" } },
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

  test("keeps the hash and the size of binary data", () => {
    const content = [
      { type: "image", data, mimeType: "image/png", annotations: {} },
      { type: "audio", data, mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "demo://3", mimeType: "text/plain", blob: data } }
    ]
    assert.deepEqual(answerOf({ content }).content, [
      { type: "image", mimeType: "image/png", ...kept },
      { type: "audio", mimeType: "audio/wav", ...kept },
      { type: "resource", resource: { uri: "demo://3", mimeType: "text/plain", ...kept } }
    ])
  })

  test("is an error only if the tool marks it as one", () => {
    assert.equal(answerOf({ isError: true }).is_error, true)
    assert.deepEqual(answerOf({}), { is_error: false, content: [], timed_out: false })
    assert.deepEqual(errorAnswer("no"), { is_error: true, content: [{ type: "text", text: "no" }], timed_out: false })
  })
})
