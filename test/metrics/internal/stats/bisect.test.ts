import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { bisect } from "../../../../src/metrics/internal/stats/bisect.ts"

describe("bisection", () => {
  test("finds where a claim stops being true, to the last bit", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (limit) => {
        assert.equal(
          bisect(0, 1, (x) => x <= limit),
          limit
        )
      })
    )
  })

  test("stays at the low end when the claim never holds", () => {
    assert.equal(
      bisect(0, 1, () => false),
      0
    )
  })
})
