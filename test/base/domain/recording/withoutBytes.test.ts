import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { answerWithoutBytes } from "../../../../src/base/domain/recording/withoutBytes.ts"

/** "hello" in base64, and what is kept of it. */
const data = "aGVsbG8="
const kept = { sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", bytes: 5 }

const answer = (content: ReadonlyArray<any>) => ({ is_error: false, content, structured: { data }, timed_out: false })

describe("an answer without its bytes", () => {
  test("has the hash and the size of images, sounds and files", () => {
    const content = [
      { type: "image", data, mimeType: "image/png", annotations: {} },
      { type: "audio", data, mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "demo://3", mimeType: "text/plain", blob: data } }
    ]
    assert.deepEqual(
      answerWithoutBytes(answer(content)),
      answer([
        { type: "image", mimeType: "image/png", ...kept },
        { type: "audio", mimeType: "audio/wav", ...kept },
        { type: "resource", resource: { uri: "demo://3", mimeType: "text/plain", ...kept } }
      ])
    )
  })

  test("has everything else as it is, and is not changed by another look", () => {
    const content = [{ type: "text", text: data }, { type: "image", mimeType: "image/png", ...kept }, null, "text"]
    assert.deepEqual(answerWithoutBytes(answer(content)), answer(content))
  })
})
