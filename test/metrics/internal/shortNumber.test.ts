import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { shortNumber } from "../../../src/metrics/internal/shortNumber.ts"

describe("shortNumber", () => {
  test("has four decimals at most, cut and not rounded", () => {
    assert.equal(shortNumber(2 / 3), "0.6666")
    assert.equal(shortNumber(0.49999), "0.4999")
    assert.equal(shortNumber(0.5), "0.5")
    assert.equal(shortNumber(0.1 + 0.2), "0.3")
    assert.equal(shortNumber(0.29), "0.29")
    assert.equal(shortNumber(1), "1")
    assert.equal(shortNumber(0), "0")
  })

  test("never reads as more than the number is", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (x) => {
        assert.ok(Number(shortNumber(x)) <= x + 1e-12 && x - Number(shortNumber(x)) < 1.1e-4)
      })
    )
  })
})
