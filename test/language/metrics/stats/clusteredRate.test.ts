import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { clusteredRate } from "../../../../src/language/metrics/stats/clusteredRate.ts"
import { wilson } from "../../../../src/language/metrics/stats/intervals.ts"

const near = (actual: number | undefined, expected: number) =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`)
const of = (...cases: ReadonlyArray<readonly [passes: number, runs: number]>) =>
  clusteredRate(
    cases.map(([passes, runs]) => ({ passes, runs })),
    0.95
  )

describe("the standard error", () => {
  test("is that of the mean of the cases' rates, if each case has as many runs", () => {
    const { rate, standardError } = of([5, 5], [5, 5], [0, 5], [3, 5]) ?? {}
    const rates = [1, 1, 0, 0.6]
    const mean = rates.reduce((sum, one) => sum + one, 0) / 4
    const variance = rates.reduce((sum, one) => sum + (one - mean) * (one - mean), 0) / 3
    near(rate, mean)
    near(standardError, Math.sqrt(variance / 4))
  })

  test("of cases of one run each is that of a mean of independent runs", () => {
    const { standardError } = of([1, 1], [1, 1], [0, 1], [1, 1]) ?? {}
    near(standardError, Math.sqrt((0.75 * 0.25) / 3))
  })

  test("weighs a case by its runs", () => {
    const { rate, standardError } = of([8, 8], [0, 2]) ?? {}
    near(rate, 0.8)
    near(standardError, Math.sqrt(2 * (1.6 * 1.6 + 1.6 * 1.6)) / 10)
  })

  test("is larger than that of independent runs where the runs of a case agree, and smaller where they do not", () => {
    const independent = Math.sqrt((0.5 * 0.5) / 20)
    assert.ok((of([10, 10], [0, 10])?.standardError ?? 0) > independent)
    assert.ok((of([5, 10], [5, 10])?.standardError ?? 1) < independent)
  })
})

describe("the interval", () => {
  test("is Wilson's for as many runs as the error is worth", () => {
    const { interval } = of([10, 10], [10, 10], [0, 10], [10, 10]) ?? {}
    // An error of 0.25 at a rate of 0.75 is worth three runs.
    const z = 1.959963984540054
    const [p, n] = [0.75, 3]
    const centre = (p + (z * z) / (2 * n)) / (1 + (z * z) / n)
    const reach = (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
    near(interval?.low, centre - reach)
    near(interval?.high, centre + reach)
  })

  test("counts each case once if everything passed or nothing did", () => {
    assert.deepEqual(of([5, 5], [5, 5], [5, 5])?.interval, wilson(3, 3, 0.95))
    assert.deepEqual(of([0, 5], [0, 5], [0, 5])?.interval, wilson(0, 3, 0.95))
  })

  test("is never narrower than that of independent runs", () => {
    assert.deepEqual(of([5, 10], [5, 10])?.interval, wilson(10, 20, 0.95))
  })
})

test("one case has a rate and no error, and no runs have nothing", () => {
  assert.deepEqual(of([4, 5]), { rate: 0.8 })
  assert.deepEqual(of([4, 5], [0, 0]), { rate: 0.8 }, "a case that was not judged is no case")
  assert.equal(of(), undefined)
  assert.equal(of([0, 0]), undefined)
})

test("every interval is within 0 and 1 and holds the rate, in any order of the cases", () => {
  const cases = fc.array(
    fc
      .integer({ min: 1, max: 20 })
      .chain((runs) => fc.record({ passes: fc.integer({ min: 0, max: runs }), runs: fc.constant(runs) })),
    { minLength: 2, maxLength: 40 }
  )
  fc.assert(
    fc.property(cases, (given) => {
      const { interval, rate = Number.NaN, standardError = Number.NaN } = clusteredRate(given, 0.95) ?? {}
      assert.ok(interval !== undefined && 0 <= interval.low && interval.high <= 1)
      assert.ok(interval.low <= rate + 1e-12 && rate <= interval.high + 1e-12)
      assert.ok(interval.high > interval.low)
      near(clusteredRate(given.toReversed(), 0.95)?.standardError, standardError)
    })
  )
})
