/**
 * How well a value tells good runs from bad ones.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { areaVariance, separation } from "../../../../src/language/metrics/stats/separation.ts"

const run = (name: string, isGood: boolean, value: number) => ({ case: name, isGood, value })

describe("the separation of good and bad runs", () => {
  test("has the standard error that Hanley and McNeil published for 51 abnormal and 58 normal images", () => {
    assert.ok(Math.abs(Math.sqrt(areaVariance(0.893, 51, 58)) - 0.032) < 0.001)
  })

  test("is 1 if every good run exceeds every bad run of its case, whatever other cases have", () => {
    const runs = [run("a", true, 0.9), run("a", false, 0.8), run("b", true, 0.2), run("b", false, 0.1)]
    const found = separation(runs, 0.95)
    assert.deepEqual([found?.auc, found?.pairs, found?.cases], [1, 2, 2])
  })

  test("a few pairs are no evidence, even if all of them agree", () => {
    const agreeing = (cases: number) =>
      Array.from({ length: cases }, (_, at) => [run(`${at}`, true, 1), run(`${at}`, false, 0)]).flat()
    assert.deepEqual(
      [1, 2, 8].map((cases) => separation(agreeing(cases), 0.95)?.isCoin),
      [true, true, false]
    )
  })

  test("counts a tie half, so equal values are a coin", () => {
    const found = separation([run("a", true, 1), run("a", false, 1)], 0.95)
    assert.deepEqual([found?.auc, found?.isCoin], [0.5, true])
  })

  test("is undefined if no case has good and bad runs", () => {
    assert.equal(separation([run("a", true, 1), run("b", false, 0)], 0.95), undefined)
  })

  test("exchanging good and bad runs gives the complement", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.boolean(), fc.integer({ min: 0, max: 5 }))),
        (rows) => {
          const runs = rows.map(([name, isGood, value]) => run(name, isGood, value))
          const found = separation(runs, 0.95)
          const other = separation(
            runs.map((one) => ({ ...one, isGood: !one.isGood })),
            0.95
          )
          assert.equal(found === undefined, other === undefined)
          assert.ok(found === undefined || Math.abs(found.auc + (other?.auc ?? NaN) - 1) < 1e-12)
        }
      )
    )
  })
})
