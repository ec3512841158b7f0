import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { bisect } from "../../../../src/language/metrics/stats/bisect.ts"

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
