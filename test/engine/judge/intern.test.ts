import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { interner } from "../../../src/engine/judge/intern.ts"

describe("interner", () => {
  test("returns the first of equal objects", () => {
    const interned = interner()
    const first = { selects: true, tokens: undefined, name: "a\nb" }
    assert.equal(interned(first), first)
    assert.equal(interned({ ...first }), first)
  })

  test("never returns an object with other values", () => {
    const plain = fc.constantFrom(0, -0, 1, "1", "", "undefined", undefined, null, true, "true", Number.NaN, "a b\nc")
    const value = fc.oneof(
      plain,
      fc.array(plain),
      fc.dictionary(fc.constantFrom("a", "b", "a number 1\nb"), plain, { noNullPrototype: true })
    )
    fc.assert(
      fc.property(fc.array(value, { size: "large" }), (values) => {
        const interned = interner()
        for (const one of values) assert.deepEqual(interned(one), one)
      })
    )
  })
})
