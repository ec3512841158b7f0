import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { ToolResult } from "../../../../src/base/domain/trace/Trace.ts"
import { toolTexts } from "../../../../src/edges/providers/wire/history.ts"

const result = (changes: Partial<ToolResult>): ToolResult => ({
  call_id: "c1",
  is_error: false,
  content: [],
  timed_out: false,
  ...changes
})
const text = (content: string) => ({ type: "text", text: content })

describe("the result of a tool as texts for a model", () => {
  test("is its texts, without the empty ones", () => {
    assert.deepEqual(toolTexts(result({ content: [text("one"), text(""), text("two")] })), ["one", "two"])
  })

  test("is JSON for content that is not text", () => {
    const image = { type: "image", mimeType: "image/png", sha256: "ab", bytes: 12 }
    assert.deepEqual(toolTexts(result({ content: [image, { type: "text" }, null] })), [
      '{"type":"image","mimeType":"image/png","sha256":"ab","bytes":12}',
      '{"type":"text"}',
      "null"
    ])
  })

  test("has the hash and the size of bytes, and not the bytes", () => {
    const data = Buffer.from("hello").toString("base64")
    const sha256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    assert.deepEqual(toolTexts(result({ content: [{ type: "image", mimeType: "image/png", data }] })), [
      JSON.stringify({ type: "image", mimeType: "image/png", sha256, bytes: 5 })
    ])
  })

  test("is the structured value only if there is no content", () => {
    assert.deepEqual(toolTexts(result({ structured: { celsius: 21 } })), ['{"celsius":21}'])
    assert.deepEqual(toolTexts(result({ content: [text("warm")], structured: { celsius: 21 } })), ["warm"])
    assert.deepEqual(toolTexts(result({})), [])
  })
})
