import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Outcomes } from "../../../src/base/domain/verdict/Metric.ts"
import * as PassRate from "../../../src/language/metrics/passRate.ts"

const outcomes = (passes: number, fails: number): Outcomes =>
  Array.from({ length: passes + fails }, (_, i) => (i < passes ? "pass" : "fail")) as unknown as Outcomes

const spec = { at_least: 0.9, confidence: 0.95 }

const reason = (runs: Outcomes) =>
  PassRate.explain(runs, spec, PassRate.measure(runs, spec)).meets_floor?.map((finding) => finding.reason)

describe("pass rate", () => {
  test("29 passes in a row show a floor of 0.9 at 95 %, and 28 do not", () => {
    assert.equal(PassRate.measure(outcomes(29, 0), spec).meets_floor, 1)
    assert.equal(PassRate.measure(outcomes(28, 0), spec).meets_floor, undefined)
  })

  test("the gate fails if the upper bound is below the floor", () => {
    const report = PassRate.measure(outcomes(5, 5), spec)
    assert.equal(report.meets_floor, 0)
    assert.equal(report.enough_runs, undefined)
    assert.ok(report.upper_bound < 0.9)
  })

  test("9 passes of 10 give no verdict, and 46 runs are enough if all further ones pass", () => {
    const report = PassRate.measure(outcomes(9, 1), spec)
    assert.deepEqual(
      { ...report, lower_bound: report.lower_bound.toFixed(3), upper_bound: report.upper_bound.toFixed(3) },
      {
        runs: 10,
        passes: 9,
        pass_rate: 0.9,
        lower_bound: "0.606",
        upper_bound: "0.995",
        meets_floor: undefined,
        enough_runs: 46
      }
    )
    assert.equal(PassRate.measure(outcomes(45, 1), spec).meets_floor, 1)
    assert.equal(PassRate.measure(outcomes(44, 1), spec).meets_floor, undefined)
  })

  test("the number of runs that an undecided rate quotes is exactly enough", () => {
    const floors = fc.double({ min: 0.05, max: 0.95, noNaN: true })
    fc.assert(
      fc.property(fc.nat(30), fc.nat(5), floors, (passes, fails, at_least) => {
        fc.pre(passes + fails > 0)
        const { enough_runs } = PassRate.measure(outcomes(passes, fails), { at_least, confidence: 0.9 })
        fc.pre(enough_runs !== undefined)
        assert.ok(enough_runs > passes + fails)
        const verdictAfter = (runs: number) =>
          PassRate.measure(outcomes(runs - fails, fails), { at_least, confidence: 0.9 }).meets_floor
        assert.equal(verdictAfter(enough_runs), 1)
        assert.equal(verdictAfter(enough_runs - 1), undefined)
      })
    )
  })

  test.each([
    [NaN, 0.95],
    [-1, 0.95],
    [0, 0.95],
    [1, 0.95],
    [0.9, 0.4],
    [0.9, 95],
    [0.9, NaN]
  ])("a floor of %p with a confidence of %p gives no verdict", (at_least, confidence) => {
    assert.equal(PassRate.measure(outcomes(100, 0), { at_least, confidence }).meets_floor, undefined)
    assert.equal(PassRate.check({ at_least, confidence }).length, 1)
  })

  test("a lower bound equal to the floor passes, and an upper bound equal to it does not fail", () => {
    const { lower_bound, upper_bound } = PassRate.measure(outcomes(9, 1), spec)
    const at = (at_least: number) => PassRate.measure(outcomes(9, 1), { ...spec, at_least }).meets_floor
    assert.equal(at(lower_bound), 1)
    assert.equal(at(upper_bound), undefined)
  })

  test("a valid spec has no problems", () => {
    assert.deepEqual(PassRate.check(spec), [])
    assert.deepEqual(PassRate.check({ at_least: 0.5, confidence: 0.5 }), [])
    assert.deepEqual(PassRate.check({ at_least: 90, confidence: 95 }), [
      "atLeast is 90, expected above 0 and below 1",
      "confidence is 95, expected 0.5 or more and below 1"
    ])
  })

  test("the line states rate, bounds and confidence", () => {
    assert.equal(
      PassRate.describe(PassRate.measure(outcomes(9, 1), spec), spec),
      "pass rate 9/10 (90%), at least 0.605 and at most 0.995 with confidence 0.95"
    )
  })

  test("a share such as 0.29 is not printed one percent too low", () => {
    const report = PassRate.measure(outcomes(29, 71), spec)
    assert.match(PassRate.describe(report, spec), /^pass rate 29\/100 \(29%\)/)
  })

  test("an undecided rate says how many runs are enough, a failed one its bound, a passed one nothing", () => {
    assert.deepEqual(reason(outcomes(9, 1)), [
      "the pass rate is at least 0.605 and at most 0.995 with confidence 0.95: " +
        "a floor of 0.9 is neither shown nor refuted; 46 runs are enough if every further one passes"
    ])
    assert.deepEqual(reason(outcomes(5, 5)), [
      "the pass rate is at least 0.222 and at most 0.778 with confidence 0.95: below the floor of 0.9"
    ])
    assert.equal(reason(outcomes(29, 0)), undefined)
  })
})
