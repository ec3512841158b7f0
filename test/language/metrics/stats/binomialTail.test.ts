import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { chanceOfAtLeast, isRuledOut } from "../../../../src/language/metrics/stats/binomialTail.ts"

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`)

describe("the chance of at least c passes", () => {
  test("the tail equals that of fair coins", () => {
    near(chanceOfAtLeast(0, 3, 0.5), 1)
    near(chanceOfAtLeast(1, 3, 0.5), 7 / 8)
    near(chanceOfAtLeast(3, 3, 0.5), 1 / 8)
  })

  test("the tail is 0 or 1 if every run passes or none does", () => {
    assert.equal(chanceOfAtLeast(1, 10, 0), 0)
    assert.equal(chanceOfAtLeast(0, 10, 0), 1)
    assert.equal(chanceOfAtLeast(10, 10, 1), 1)
  })

  test("the tail does not overflow or underflow for thousands of runs", () => {
    near(chanceOfAtLeast(5_000, 10_000, 0.5), 0.5 + chanceOfHalf(10_000) / 2)
    near(chanceOfAtLeast(9_999, 10_000, 0.01), 0)
  })

  test("a rate whose tail equals the doubt is ruled out, whatever the rounding", () => {
    for (let n = 1; n <= 40; n++)
      assert.ok(isRuledOut(0.5, n, n, chanceOfHeads(n)) && !isRuledOut(0.51, n, n, chanceOfHeads(n)))
  })

  test("the tail and the chance of fewer passes add up to 1", () => {
    const cases = fc
      .integer({ min: 1, max: 500 })
      .chain((n) =>
        fc.tuple(fc.integer({ min: 1, max: n }), fc.constant(n), fc.double({ min: 0.01, max: 0.99, noNaN: true }))
      )
    fc.assert(
      fc.property(cases, ([c, n, p]) => near(chanceOfAtLeast(c, n, p) + chanceOfAtLeast(n - c + 1, n, 1 - p), 1))
    )
  })
})

/** The chance of heads exactly half the time, as the product (1 - 1/2)(1 - 1/4)(1 - 1/6)... */
const chanceOfHalf = (n: number): number => {
  let chance = 1
  for (let i = 2; i <= n; i += 2) chance *= 1 - 1 / i
  return chance
}

/** The chance of n heads in a row. */
const chanceOfHeads = (n: number): number => (n === 0 ? 1 : chanceOfHeads(n - 1) / 2)
