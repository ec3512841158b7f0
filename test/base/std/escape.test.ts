import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { escapeIndentedJson, escapeJson, escapeLine, HIDDEN } from "../../../src/base/std/escape.ts"
import { anyText } from "../../edges/report/hostile.ts"

describe("escapeLine", () => {
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
  test.each(shown)("%j is written as an escape", (text, expected) => assert.equal(escapeLine(text), expected))

  test("text of any script is not changed", () => {
    const text = `Grüße, 你好, السلام, हिन्दी, 👍🏽 ❤️, C:\\temp "quoted" <tag> 50% #[1] :: a::b`
    assert.equal(escapeLine(text), text)
  })

  test("a legacy command of the runner is escaped anywhere in a line", () => {
    assert.equal(escapeLine("a ##[error]b ###[x]"), "a #\\u{23}[error]b ##\\u{23}[x]")
  })

  test("a workflow command is escaped after any white space", () => {
    assert.equal(escapeLine("::error::x"), "\\u{3a}:error::x")
    assert.equal(escapeLine(" \u00a0\u3000::error::x"), " \u00a0\u3000\\u{3a}:error::x")
  })

  test("text that fails the quick check for plain ASCII is escaped in the same way", () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(escapeLine(`${text}é`), `${escapeLine(text)}é`)))
  })

  test("no hidden character and no command survives, and escaped text is not escaped again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const printed = escapeLine(text)
        assert.equal(printed.search(HIDDEN), -1)
        assert.doesNotMatch(printed, /##\[|^\s*::/)
        assert.equal(escapeLine(printed), printed)
      })
    )
  })
})

describe("escapeJson", () => {
  test("a parser reads the same value, and no hidden character or legacy command is left", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = escapeJson(JSON.stringify(text))
        assert.equal(JSON.parse(json), text)
        assert.equal(json.search(HIDDEN), -1)
        assert.doesNotMatch(json, /##\[/)
      })
    )
  })

  test("of several lines keeps its lines", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = { name: text, tags: [text] }
        const json = escapeIndentedJson(JSON.stringify(value, null, 2))
        assert.deepEqual(JSON.parse(json), value)
        assert.equal(json.split("\n").length, 6)
        assert.equal(json.replaceAll("\n", "").search(HIDDEN), -1)
        assert.doesNotMatch(json, /##\[/)
      })
    )
  })
})
