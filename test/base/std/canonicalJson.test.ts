import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Json } from "../../../src/base/domain/Json.ts"
import { canonicalJson } from "../../../src/base/std/canonicalJson.ts"

describe("canonicalJson", () => {
  test("sorts keys at every depth and leaves lists in order", () => {
    assert.equal(canonicalJson({ b: [{ d: 1, c: 2 }], a: null }), '{"a":null,"b":[{"c":2,"d":1}]}')
  })

  test("writes 1.0 as 1, and does not normalise text", () => {
    assert.equal(canonicalJson([1.0, -0]), "[1,0]")
    assert.notEqual(canonicalJson("\u00e9"), canonicalJson("e\u0301"))
  })

  test("is JSON for the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value as Json)
        assert.equal(canonicalJson(JSON.parse(text)), text)
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
      })
    )
  })
})
