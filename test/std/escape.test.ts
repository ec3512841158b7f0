import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { escapeHidden, HIDDEN } from "../../src/std/escape.ts"

describe("escapeHidden", () => {
  test.each([
    ["plain text, ünïcode and 👍️", "plain text, ünïcode and 👍️"],
    ["\u001b[31mred", "\\u{1b}[31mred"],
    ["a\nb\rc\td", "a\\nb\\rc\\td"],
    ["\u202eabc\u2066", "\\u{202e}abc\\u{2066}"],
    ["a\u200bb\u00adc\ufeff", "a\\u{200b}b\\u{ad}c\\u{feff}"],
    ["\ud800", "\\u{d800}"],
    ["\u{e0041}", "\\u{e0041}"]
  ])("turns %j into %j", (text, escaped) => {
    assert.equal(escapeHidden(text), escaped)
  })

  test("leaves no hidden character, and escapes an escaped text no further", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = escapeHidden(text)
        assert.equal(escaped.search(HIDDEN), -1)
        assert.equal(escapeHidden(escaped), escaped)
      })
    )
  })
})
