import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { escapeLine } from "../../../../src/base/std/escape.ts"
import { clip, pad, widthOf, wrap } from "../../../../src/edges/report/text/width.ts"

/** Escaped text, which is the only text that is measured. */
const anyEscaped = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(fc.constantFrom("a", " ", "你", "👍", "🏽", "e\u0301", "❤\ufe0f", "🇨🇭", "ﾊ"), { maxLength: 20 })
      .map((all) => all.join(""))
  )
  .map(escapeLine)

describe("widthOf", () => {
  const known: ReadonlyArray<readonly [string, number]> = [
    ["", 0],
    ["plain text", 10],
    ["Grüße", 5],
    ["e\u0301", 1],
    ["你好", 4],
    ["한국어", 6],
    ["ﾊﾝｶｸ", 4],
    ["Ｆｕｌｌ", 8],
    ["👍", 2],
    ["👍🏽", 2],
    ["❤", 1],
    ["❤\ufe0f", 2],
    ["1\ufe0f\u20e3", 2],
    ["🇨🇭", 2],
    ["हिन्दी", 5],
    ["สวัสดี", 4],
    ["███▃", 4],
    ["····✗", 5],
    ["𠀀", 2]
  ]
  test.each(known)("%j takes %p columns", (text, columns) => assert.equal(widthOf(text), columns))

  test("a text is as wide as its halves, unless a mark belongs to the other half", () => {
    fc.assert(
      fc.property(anyEscaped, anyEscaped, (left, right) => {
        assert.equal(widthOf(`${left} ${right}`), widthOf(`${left} `) + widthOf(`x${right}`) - 1)
      })
    )
  })
})

describe("clip, pad and wrap", () => {
  test("a text is cut before the first character that does not fit", () => {
    assert.equal(clip("abcdef", 6), "abcdef")
    assert.equal(clip("abcdefg", 6), "abc...")
    assert.equal(clip("你好你好", 6), "你...")
    assert.equal(clip("abc", 2), "..")
    assert.equal(clip("abc", 0), "")
  })

  test("no clipped text is wider than asked, and a padded one never less", () => {
    fc.assert(
      fc.property(anyEscaped, fc.nat(30), (text, columns) => {
        assert.ok(widthOf(clip(text, columns)) <= columns)
        assert.equal(widthOf(pad(text, columns)), Math.max(columns, widthOf(text)))
      })
    )
  })

  test("lines are broken at blanks, and a long word is not broken", () => {
    assert.deepEqual(wrap("one two three", 7), ["one two", "three"])
    assert.deepEqual(wrap("a bbbbbbbbbbbb c", 4), ["a", "bbbbbbbbbbbb", "c"])
    assert.deepEqual(wrap("你好 你好", 5), ["你好", "你好"])
    assert.deepEqual(wrap("", 5), [""])
  })

  test("wrapping changes nothing but a blank at each break, and no line of several words is too wide", () => {
    fc.assert(
      fc.property(anyEscaped, fc.integer({ min: 1, max: 30 }), (text, columns) => {
        const lines = wrap(text, columns)
        assert.equal(lines.join(" "), text)
        for (const line of lines) assert.ok(widthOf(line) <= columns || !line.trim().includes(" "), line)
      })
    )
  })
})
