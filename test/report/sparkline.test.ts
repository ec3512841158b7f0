import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { sparkline } from "../../src/report/sparkline.ts"

test("bars run from zero to the largest value", () => {
  assert.equal(sparkline([100, 100, 100, 31]), "███▃")
  assert.equal(sparkline([0, 0]), "▁▁")
  assert.equal(sparkline([-1, 1]), "▁█")
})

test("999 of 1000 does not look like all of them", () => {
  assert.equal(sparkline([1_000, 999]), "█▇")
})

test("a long list is thinned out and keeps its last value", () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_000 }), (length) => {
      const bars = sparkline(Array.from({ length }, (_, index) => (index === length - 1 ? 0 : 1)))
      assert.ok(bars.length <= 60)
      assert.ok(bars.endsWith("█▁"))
    })
  )
})
