import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { inPortions } from "../../../../src/engine/layers/platform/inPortions.ts"

test("a text is one portion, whatever its length", () => {
  const text = "°".repeat(200_000)
  assert.deepEqual([...inPortions(text)], [text])
})

test("pieces are joined in their order into few portions, none of them empty", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 8 }), (lengths) => {
      const pieces = lengths.map((length, at) => String(at).repeat(length))
      const portions = [...inPortions(pieces)]
      assert.equal(portions.join(""), pieces.join(""))
      assert.ok(portions.every((portion) => portion !== ""))
      assert.ok(portions.slice(0, -1).every((portion) => portion.length >= 65_536))
    })
  )
})

test("a piece is read only when the portion before it was taken", () => {
  let asked = 0
  const portions = inPortions(
    (function* () {
      for (;;) {
        asked += 1
        yield "x".repeat(65_536)
      }
    })()
  )[Symbol.iterator]()
  portions.next()
  portions.next()
  assert.equal(asked, 2)
})
