import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { numberBars, verdictMarks } from "../../../../src/edges/report/text/bars.ts"

const verdict = fc.constantFrom("pass" as const, "fail" as const, "none" as const)

test("each run has a mark, in the order of runs", () => {
  assert.equal(verdictMarks(["pass", "fail", "none", "pass"], 60), "·✗?·")
})

test("a mark for several runs shows the share that did not pass", () => {
  assert.equal(verdictMarks(["pass", "pass", "pass", "fail", "none", "fail"], 3), "·▄█")
})

test("with any number of columns, a mark is a dot only if all of its runs passed, and full only if none did", () => {
  fc.assert(
    fc.property(
      fc.array(verdict, { minLength: 1, maxLength: 200 }),
      fc.integer({ min: -5, max: 80 }),
      (all, columns) => {
        const text = verdictMarks(all, columns)
        assert.equal([...text].length, Math.min(all.length, Math.max(1, columns)))
        assert.equal(/^·*$/.test(text), !all.some((one) => one !== "pass"))
        if (all.length > Math.max(1, columns)) assert.ok(!/[✗?]/.test(text))
        if (all.every((one) => one !== "pass")) assert.ok(!/[·▁-▇]/.test(text))
      }
    )
  )
})

test("bars are scaled from zero to the largest value", () => {
  assert.equal(numberBars([100, 100, 100, 31]), "███▃")
  assert.equal(numberBars([0, 0]), "▁▁")
  assert.equal(numberBars([-1, 1]), "▁█")
})

test("999 of 1000 is drawn differently from 1000 of 1000", () => {
  assert.equal(numberBars([1_000, 999]), "█▇")
})

test("a long list is thinned out and keeps its last value", () => {
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_000 }), (length) => {
      const bars = numberBars(Array.from({ length }, (_, index) => (index === length - 1 ? 0 : 1)))
      assert.ok(bars.length <= 60)
      assert.ok(bars.endsWith("█▁"))
    })
  )
})
