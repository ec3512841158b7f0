import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { phraseDifference } from "../../../../src/engine/cassette/explain/phraseDifference.ts"

describe("the sentence for a difference", () => {
  test("shows the old and the new value", () => {
    assert.equal(phraseDifference({ path: "a", before: 1, after: "1" }), 'a was 1 and is now "1"')
    assert.equal(phraseDifference({ path: "a", after: [true] }), "a was absent and is now [true]")
    assert.equal(phraseDifference({ path: "a", before: { b: null } }), 'a was {"b":null} and is now absent')
  })

  test("shortens long texts around their first difference", () => {
    const before = `${"a".repeat(500)}, then stop. ${"b".repeat(500)}`
    const words = phraseDifference({ path: "prompt", before, after: before.replace("stop.", "stop!") })
    assert.equal(words, 'prompt was "…, then stop.…" and is now "…, then stop!…"')
  })

  test("shows no part of a word that it cuts, if the texts part all the same", () => {
    const before = `Use the key <redacted>, ${"and look. ".repeat(10)}`
    const words = phraseDifference({ path: "prompt", before, after: before.replace("<redacted>", "k".repeat(90)) })
    assert.equal(
      words,
      'prompt was "Use the key <redacted>, and look. and look. and look. and look.…" and is now "Use the key…"'
    )
  })

  test("shows an addition at the end of a long text", () => {
    const words = phraseDifference({ path: "prompt", before: "a".repeat(500), after: `${"a".repeat(500)}!` })
    const end = `…${"a".repeat(24)}`
    assert.equal(words, `prompt was "${end}" and is now "${end}!"`)
  })

  test("shows two different texts differently", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "☀", "🌧", '"', "\n"), maxLength: 300 })
    fc.assert(
      fc.property(text, text, text, (shared, a, b) => {
        fc.pre(a !== b)
        const words = phraseDifference({ path: "p", before: shared + a, after: shared + b })
        const [before, after] = words.slice("p was ".length).split(" and is now ")
        assert.notEqual(before, after)
      })
    )
  })
})
