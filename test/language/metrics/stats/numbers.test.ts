import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import {
  mean,
  roundHalfEven,
  sum,
  variance,
  variationCoefficient
} from "../../../../src/language/metrics/stats/numbers.ts"

const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })

describe("sums and spreads", () => {
  test("variance is the population variance", () => {
    assert.equal(variance([0, 1]), 0.25)
    assert.equal(variance([2, 4, 4, 4, 5, 5, 7, 9]), 4)
    assert.equal(variance([7]), 0)
  })

  test("an empty list has the sum 0 and the mean NaN", () => {
    assert.equal(sum([]), 0)
    assert.ok(Number.isNaN(mean([])))
  })

  test("numbers are added in index order", () => {
    assert.equal(sum([0.1, 0.2, 0.3]), 0.1 + 0.2 + 0.3)
    assert.equal(sum([1e16, 1, -1e16]), 0)
  })

  test("the variation coefficient is relative to the mean, and 0 for zeros", () => {
    assert.equal(variationCoefficient([1, 3]), 0.5)
    assert.equal(variationCoefficient([0, 0]), 0)
  })

  test("variance is never negative, and the mean is between the least and the largest value", () => {
    fc.assert(
      fc.property(numbers, (xs) => {
        assert.ok(variance(xs) >= 0)
        assert.ok(mean(xs) >= Math.min(...xs) - 1e-6 && mean(xs) <= Math.max(...xs) + 1e-6)
      })
    )
  })
})

describe("rounding to four decimals", () => {
  test.each([
    [0.03125, 0.0312],
    [0.09375, 0.0938],
    [0.53125, 0.5312],
    [0.96875, 0.9688],
    [0.13728, 0.1373],
    [0, 0],
    [1, 1]
  ])("%p is rounded to %p", (x, expected) => assert.equal(roundHalfEven(x), expected))

  test("a number that only prints as a tie is rounded by its exact value", () => {
    assert.equal(roundHalfEven(0.00005), 0.0001)
    assert.equal(roundHalfEven(0.00015), 0.0001)
    assert.equal(roundHalfEven(0.00025), 0.0003)
  })

  test("rounding moves a number by at most half a step, and a rounded number not at all", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10, noNaN: true }), (x) => {
        const rounded = roundHalfEven(x)
        assert.ok(Math.abs(rounded - x) <= 0.00005 + 1e-15)
        assert.equal(roundHalfEven(rounded), rounded)
      })
    )
  })
})
