import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Result from "effect/Result"
import { bodyOf, under } from "../../../../src/edges/providers/wire/http.ts"

describe("the path of an API", () => {
  test.each([
    ["http://a/v1", "http://a/v1/chat/completions"],
    ["http://a/v1/", "http://a/v1/chat/completions"],
    ["https://a/openai/deployments/d?api-version=1", "https://a/openai/deployments/d/chat/completions?api-version=1"]
  ])("under %s is before its query", (address, url) => {
    assert.equal(under(address, "chat/completions"), url)
  })
})

describe("a body", () => {
  test("is JSON, or the data of events, whatever their line ends", () => {
    assert.deepEqual(Result.getOrThrow(bodyOf(' {"a":1}')), { json: { a: 1 } })
    for (const end of ["\n", "\r\n", "\r"]) {
      const text = ["event: x", 'data: {"a":', "data: 1}", "", ": wait", "", "data: [DONE]", "", ""].join(end)
      assert.deepEqual(Result.getOrThrow(bodyOf(text)), { events: [{ a: 1 }], isDone: true })
    }
  })

  test("is no answer if it is neither", () => {
    for (const text of ["", " ", "<html>", '{"a":', "data: {\n\n"]) assert.ok(Result.isFailure(bodyOf(text)), text)
  })
})
