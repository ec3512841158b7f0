import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { lcsLength, lcsWith } from "../../../../../src/language/metrics/internal/lcs/lcs.ts"

/** The definition, row by row. */
const plainly = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  let above = [0, ...b.map(() => 0)]
  for (const x of a) {
    const row = [0]
    for (const [j, y] of b.entries()) row.push(x === y ? above[j]! + 1 : Math.max(above[j + 1]!, row[j]!))
    above = row
  }
  return above[b.length]!
}

const sequence = fc.array(fc.nat(4), { maxLength: 130, size: "max" })
const repeat = (count: number, element: number) => Array.from({ length: count }, () => element)

describe("lcs", () => {
  test("the length is that of the longest common subsequence", () => {
    assert.equal(lcsLength([1, 2, 3, 4], [2, 4, 3, 1]), 2)
    assert.equal(lcsLength([1, 2], [3]), 0)
    assert.equal(lcsLength([], [1]), 0)
    assert.equal(lcsLength([1], []), 0)
  })

  test("carries pass from one word to the next", () => {
    for (const count of [29, 30, 31, 59, 60, 61, 90]) {
      assert.equal(lcsLength(repeat(count, 0), repeat(count, 0)), count)
      assert.equal(lcsLength(repeat(count, 0), [...repeat(count, 1), 0]), 1)
    }
  })

  test("the length equals that of the textbook definition", () => {
    fc.assert(fc.property(sequence, sequence, (a, b) => assert.equal(lcsLength(a, b), plainly(a, b))))
  })

  test("a prepared sequence can be compared with many others, in any order", () => {
    fc.assert(
      fc.property(sequence, fc.array(sequence, { maxLength: 4 }), (a, others) => {
        const commonWith = lcsWith(a)
        for (const b of [...others, ...others]) assert.equal(commonWith(b), plainly(b, a))
      })
    )
  })
})
