import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import type { ToolResult } from "../../../../src/base/domain/trace/Trace.ts"
import { images, pdf, toolParts } from "../../../../src/edges/providers/wire/toolParts.ts"

const data = Buffer.from("hello").toString("base64")
const digest = { sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", bytes: 5 }

const result = (content: ReadonlyArray<Json>, structured?: Json): ToolResult => ({
  call_id: "c1",
  is_error: false,
  content,
  timed_out: false,
  ...(structured !== undefined && { structured })
})
const image = (mimeType: string, bytes = data) => ({ type: "image", mimeType, data: bytes })
const parts = (...content: ReadonlyArray<Json>) => toolParts(result(content, { ok: true }), [...images, pdf])
const note = (block: Json) => ({ kind: "text", text: JSON.stringify(block) })

describe("the parts of a tool's result", () => {
  test("are its texts and its bytes in their order, without the structured value", () => {
    assert.deepEqual(parts({ type: "text", text: "Here:" }, image("image/png"), { type: "text", text: "" }), [
      { kind: "text", text: "Here:" },
      { kind: "image", type: "image/png", data, name: "file" }
    ])
  })

  test("are the structured value if there is nothing else", () => {
    assert.deepEqual(parts(), [{ kind: "text", text: '{"ok":true}' }])
  })

  test("have one name for a type, however a server writes it", () => {
    const types = ["image/PNG", "image/jpg", "image/webp; q=1"].map((type) => parts(image(type))[0])
    assert.deepEqual(
      types.map((part) => (part?.kind === "image" ? part.type : part)),
      ["image/png", "image/jpeg", "image/webp"]
    )
  })

  test("have files of embedded resources, and images among them, with their names", () => {
    const blob = (uri: string, mimeType: string) => ({ type: "resource", resource: { uri, mimeType, blob: data } })
    assert.deepEqual(parts(blob("file:///a/manual.pdf?page=2", pdf), blob("screen://1", "image/gif")), [
      { kind: "file", type: pdf, data, name: "manual.pdf" },
      { kind: "image", type: "image/gif", data, name: "1" }
    ])
  })

  test("tell of bytes that a provider does not take by their type, size and hash", () => {
    assert.deepEqual(parts(image("image/svg+xml")), [note({ type: "image", mimeType: "image/svg+xml", ...digest })])
    assert.deepEqual(parts({ type: "audio", mimeType: "audio/wav", data }), [
      note({ type: "audio", mimeType: "audio/wav", ...digest })
    ])
    assert.deepEqual(toolParts(result([image("image/png")]), []), [
      note({ type: "image", mimeType: "image/png", ...digest })
    ])
  })

  test("tell of what is no base64 likewise, since a provider would refuse the whole request", () => {
    for (const bytes of ["", "aGVsbG8", "data:image/png;base64,aGVsbG8=", "aGVs bG8=", "aGVsbG8_"]) {
      const [part] = parts(image("image/png", bytes))
      assert.equal(part?.kind, "text", bytes)
    }
  })
})
