import assert from "node:assert/strict"
import * as fc from "fast-check"
import { describe, test } from "bun:test"
import { bisect, criticalValue } from "../../../../src/language/metrics/stats/normal.ts"

describe("the critical value", () => {
  test.each([
    [0.5, 0.6744897501960817],
    [0.8, 1.2815515655446004],
    [0.9, 1.6448536269514722],
    [0.95, 1.959963984540054],
    [0.99, 2.5758293035489004],
    [0.999, 3.2905267314919255]
  ])("the critical value of %p is %p to twelve digits", (confidence, z) => {
    assert.ok(Math.abs(criticalValue(confidence) - z) < 1e-12)
  })

  test("the critical value of the largest confidence below 1 is finite", () => {
    const nextToOne = 1 - Number.EPSILON / 2
    assert.ok(criticalValue(nextToOne) > 8 && criticalValue(nextToOne) < 9)
  })

  test("the critical value grows with the confidence", () => {
    const levels = fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true })
    fc.assert(fc.property(levels, levels, (a, b) => criticalValue(Math.min(a, b)) <= criticalValue(Math.max(a, b))))
  })
})

describe("bisection", () => {
  test("bisect finds where a claim stops being true, to the last bit", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (limit) => {
        assert.equal(
          bisect(0, 1, (x) => x <= limit),
          limit
        )
      })
    )
  })

  test("bisect returns the low end if the claim never holds", () => {
    assert.equal(
      bisect(0, 1, () => false),
      0
    )
  })
})
