import assert from "node:assert/strict"
import * as fc from "fast-check"
import { describe, test } from "bun:test"
import { escapeLine } from "../../../src/base/std/escape.ts"
import { codePoints, shorten } from "../../../src/base/std/shorten.ts"

describe("shorten", () => {
  test("a text that fits is not changed", () => {
    assert.equal(shorten("12345", 5), "12345")
    assert.equal(shorten("👍👍👍👍👍", 5), "👍👍👍👍👍")
  })

  test("a longer one ends in dots and has no more than the code points asked for", () => {
    assert.equal(shorten("123456", 5), "12...")
    assert.equal(shorten("👍👍👍👍👍👍", 5), "👍👍...")
  })

  test("no code point is ever cut in two", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.integer({ min: 3, max: 20 }), (text, max) => {
        const short = shorten(text, max)
        assert.ok([...short].length <= max)
        assert.ok(short === text || text.startsWith(short.slice(0, -3)))
        assert.doesNotMatch(short, /\p{Cs}/u)
      })
    )
  })

  test("an escape sequence that is cut is still escaped", () => {
    assert.equal(escapeLine(shorten("ab\u001b[31mred", 6)), "ab\\u{1b}...")
  })
})

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
