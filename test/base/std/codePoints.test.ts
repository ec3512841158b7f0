import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { codePoints } from "../../../src/base/std/codePoints.ts"

describe("codePoints", () => {
  test("an emoji counts once, a combined letter for each of its parts", () => {
    assert.equal(codePoints("a👍"), 2)
    assert.equal(codePoints("e\u0301"), 2)
    assert.equal(codePoints("\ud800"), 1)
    assert.equal(codePoints(""), 0)
  })

  test("joined texts have the sum of their lengths", () => {
    const text = fc.string({ unit: "binary" })
    fc.assert(fc.property(text, text, (a, b) => assert.equal(codePoints(a + b), codePoints(a) + codePoints(b))))
  })
})
