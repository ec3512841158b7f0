import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { shortJson, shortNumber } from "../../../../src/language/metrics/internal/text.ts"

describe("shortNumber", () => {
  test("a short number has at most four decimals, truncated", () => {
    assert.equal(shortNumber(2 / 3), "0.6666")
    assert.equal(shortNumber(0.49999), "0.4999")
    assert.equal(shortNumber(0.5), "0.5")
    assert.equal(shortNumber(0.1 + 0.2), "0.3")
    assert.equal(shortNumber(0.29), "0.29")
    assert.equal(shortNumber(1), "1")
    assert.equal(shortNumber(0), "0")
  })

  test("a short number is never larger than the number", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (x) => {
        assert.ok(Number(shortNumber(x)) <= x + 1e-12 && x - Number(shortNumber(x)) < 1.1e-4)
      })
    )
  })
})

describe("shortJson", () => {
  test("short JSON is the value, cut between words after at most 80 characters", () => {
    assert.equal(shortJson({ b: 1, a: 2 }), '{"a":2,"b":1}')
    assert.equal(shortJson(undefined), "nothing")
    assert.equal(shortJson("x".repeat(78)), `"${"x".repeat(78)}"`)
    assert.equal(shortJson("x".repeat(79)), `"…`)
    assert.equal(shortJson(`${"x".repeat(40)} ${"y".repeat(40)}`), `"${"x".repeat(40)}…`)
    assert.equal(shortJson("👍".repeat(100)), `"${"👍".repeat(39)}…`)
  })
})
