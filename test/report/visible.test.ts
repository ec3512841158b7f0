import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { HIDDEN } from "../../src/report/hidden.ts"
import { spelt } from "../../src/report/spelt.ts"
import { shorten, visible } from "../../src/report/visible.ts"
import { anyText } from "./hostile.ts"

describe("visible", () => {
  const shown: ReadonlyArray<readonly [string, string]> = [
    ["\u001b[2J", "\\u{1b}[2J"],
    ["a\tb\r\nc", "a\\tb\\r\\nc"],
    ["\u007f\u009b", "\\u{7f}\\u{9b}"],
    ["\u202eabc\u2066", "\\u{202e}abc\\u{2066}"],
    ["a\u200b\ufeffb", "a\\u{200b}\\u{feff}b"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\ud83d alone", "\\u{d83d} alone"],
    ["a\u2028b", "a\\u{2028}b"]
  ]
  test.each(shown)("%j is shown, never sent", (text, expected) => assert.equal(visible(text), expected))

  test("text of any script is printed as it is", () => {
    const text = `Grüße, 你好, السلام, हिन्दी, 👍🏽 ❤️, C:\\temp "quoted" <tag> 50% #[1] :: a::b`
    assert.equal(visible(text), text)
  })

  test("the runner's legacy command is broken wherever it stands", () => {
    assert.equal(visible("a ##[error]b ###[x]"), "a #\\u{23}[error]b ##\\u{23}[x]")
  })

  test("a workflow command is broken behind any white space", () => {
    assert.equal(visible("::error::x"), "\\u{3a}:error::x")
    assert.equal(visible(" \u00a0\u3000::error::x"), " \u00a0\u3000\\u{3a}:error::x")
  })

  test("nothing hidden and no command survives, and what is visible stays as it is", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const printed = visible(text)
        assert.equal(printed, spelt(text), "also where it is told at a glance")
        assert.equal(printed.search(HIDDEN), -1)
        assert.doesNotMatch(printed, /##\[|^\s*::/)
        assert.equal(visible(printed), printed)
      })
    )
  })
})

describe("shorten", () => {
  test("a text that fits is left alone", () => {
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

  test("an escape sequence that is cut is still shown", () => {
    assert.equal(visible(shorten("ab\u001b[31mred", 6)), "ab\\u{1b}...")
  })
})
