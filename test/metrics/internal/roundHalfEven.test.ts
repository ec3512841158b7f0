import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { roundHalfEven } from "../../../src/metrics/internal/roundHalfEven.ts"

describe("rounding to four decimals", () => {
  test.each([
    [0.03125, 0.0312],
    [0.09375, 0.0938],
    [0.53125, 0.5312],
    [0.96875, 0.9688],
    [0.13728, 0.1373],
    [0, 0],
    [1, 1]
  ])("%p gives %p", (x, expected) => assert.equal(roundHalfEven(x), expected))

  test("what only looks like a tie is decided by the exact value of the double", () => {
    assert.equal(roundHalfEven(0.00005), 0.0001)
    assert.equal(roundHalfEven(0.00015), 0.0001)
    assert.equal(roundHalfEven(0.00025), 0.0003)
  })

  test("moves a number by half a step at most, and a rounded one not at all", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10, noNaN: true }), (x) => {
        const rounded = roundHalfEven(x)
        assert.ok(Math.abs(rounded - x) <= 0.00005 + 1e-15)
        assert.equal(roundHalfEven(rounded), rounded)
      })
    )
  })
})
