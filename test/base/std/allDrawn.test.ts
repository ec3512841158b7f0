import { test } from "bun:test"
import assert from "node:assert/strict"
import { power } from "../../../src/base/std/allDrawn.ts"

test("a whole power is the product of its factors", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 10].map((exponent) => power(2, exponent)),
    [1, 2, 4, 8, 1024]
  )
  assert.equal(power(0, 0), 1)
  assert.equal(power(0.5, 3), 0.125)
  assert.equal(power(0.999, 10_000) > 0, true)
})
