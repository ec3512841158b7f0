import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { leftOut } from "../../../src/base/std/alignment.ts"

const left = (a: string, b: string): ReadonlyArray<number> => leftOut(a.length, b.length, (l, r) => a[l] === b[r])

const inOrder = (a: string, b: string): boolean => {
  let from = 0
  for (const letter of a) {
    from = b.indexOf(letter, from) + 1
    if (from === 0) return false
  }
  return true
}

const choices = (a: string): ReadonlyArray<string> =>
  a === "" ? [""] : choices(a.slice(1)).flatMap((rest) => [rest, a.slice(0, 1) + rest])

describe("alignment", () => {
  test("no index is left out if all items are in order", () => {
    assert.deepEqual(left("abc", "xaybzc"), [])
    assert.deepEqual(left("", "a"), [])
  })

  test("an item that comes too late is left out, not the items after it", () => {
    assert.deepEqual(left("abc", "bca"), [0])
  })

  test("if either of two items could be left out, the later one is", () => {
    assert.deepEqual(left("aa", "a"), [1])
    assert.deepEqual(left("ab", "ba"), [1])
  })

  test("the paired items are in order, and no other choice pairs more", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 7 }).map((letters) => letters.join(""))
    fc.assert(
      fc.property(words, words, (a, b) => {
        const out = left(a, b)
        const kept = [...a].filter((_, index) => !out.includes(index)).join("")
        assert.ok(inOrder(kept, b))
        const most = Math.max(...choices(a).map((choice) => (inOrder(choice, b) ? choice.length : 0)))
        assert.equal(kept.length, most)
      })
    )
  })
})
