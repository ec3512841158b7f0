import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { afterFirstWord, firstWords } from "../../../src/base/std/wholeWords.ts"

describe("a text that is cut between words", () => {
  test("begins with whole words", () => {
    assert.equal(firstWords("the key is abcdef", 17), "the key is abcdef")
    assert.equal(firstWords("the key is abcdef", 15), "the key is")
    assert.equal(firstWords('{"key":"abcdef"}', 12), '{"key":"')
    assert.equal(firstWords("abcdef", 3), "")
  })

  test("goes on after the word that it begins in", () => {
    assert.equal(afterFirstWord("def is the key"), " is the key")
    assert.equal(afterFirstWord('def"}'), '"}')
    assert.equal(afterFirstWord("def"), "")
  })

  test("holds no part of a word", () => {
    const words = fc.array(fc.stringMatching(/^[\w.=+-]{1,9}$/), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(words, fc.nat(60), (all, longest) => {
        const text = all.join(" ")
        const first = firstWords(text, longest)
        assert.ok(first.length <= Math.max(longest, 0) && text.startsWith(first))
        const kept = first.split(" ").filter((word) => word !== "")
        assert.deepEqual(kept, all.slice(0, kept.length))
        const rest = afterFirstWord(text.slice(Math.min(longest, text.length)))
          .split(" ")
          .filter((word) => word !== "")
        assert.deepEqual(rest, all.slice(all.length - rest.length))
      })
    )
  })
})
