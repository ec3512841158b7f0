import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import { atIndex, atKey } from "../../../src/base/std/path.ts"

describe("path", () => {
  test("keys are joined by dots, indices are in brackets", () => {
    assert.equal(atKey(atIndex(atKey("", "items"), 2), "id"), "items[2].id")
  })

  test("an ambiguous key is quoted", () => {
    assert.equal(atKey("args", "a.b"), 'args["a.b"]')
    assert.equal(atKey("", ""), '[""]')
    assert.equal(atKey("", "[0]"), '["[0]"]')
  })
})
