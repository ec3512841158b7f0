import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { worst } from "../../src/domain/worst.ts"
import { strip } from "../../src/report/strip.ts"

const verdict = fc.constantFrom("pass" as const, "fail" as const, "none" as const)

test("a mark for each run, in their order", () => {
  assert.equal(strip(["pass", "fail", "none", "pass"], 60), "·✗?·")
})

test("a mark that stands for several runs is the worst of them", () => {
  assert.equal(strip(["pass", "pass", "pass", "fail", "none", "pass"], 3), "·✗?")
})

test("however few marks there are, they are as bad as the runs", () => {
  fc.assert(
    fc.property(
      fc.array(verdict, { minLength: 1, maxLength: 200 }),
      fc.integer({ min: -5, max: 80 }),
      (all, columns) => {
        const text = strip(all, columns)
        assert.equal([...text].length, Math.min(all.length, Math.max(1, columns)))
        assert.equal(text.includes("✗") ? "fail" : text.includes("?") ? "none" : "pass", worst(all))
      }
    )
  )
})
