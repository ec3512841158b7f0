import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { clopperPearson, type Interval, wilson } from "../../../../src/language/metrics/stats/intervals.ts"

const rounded = (interval: Interval | undefined) =>
  interval && [interval.low, interval.high].map((bound) => Number(bound.toFixed(3)))

const near = (actual: number | undefined, expected: number) =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`)

const samples = fc
  .integer({ min: 1, max: 3_000 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
const confidences = fc.double({ min: 0.5, max: 0.9999, noNaN: true })
const intervals = { wilson, clopperPearson }

describe("Wilson", () => {
  test("the interval of 9 passes of 10 at 95 % is 0.596 to 0.982", () => {
    assert.deepEqual(rounded(wilson(9, 10, 0.95)), [0.596, 0.982])
  })

  test("the interval of 10 passes of 10 at 95 % is 0.722 to exactly 1", () => {
    assert.deepEqual(rounded(wilson(10, 10, 0.95)), [0.722, 1])
    assert.equal(wilson(10, 10, 0.95)?.high, 1)
  })

  test("the interval of 0 passes of 10 starts at exactly 0", () => {
    assert.equal(wilson(0, 10, 0.95)?.low, 0)
  })
})

describe("Clopper-Pearson", () => {
  test("the interval of 10 passes of 10 at 95 % starts at 0.692, and one-sided at 0.741", () => {
    assert.deepEqual(rounded(clopperPearson(10, 10, 0.95)), [0.692, 1])
    assert.deepEqual(rounded(clopperPearson(10, 10, 0.95, "lower")), [0.741, 1])
  })

  test("an open side of the interval ends at 0 or 1", () => {
    assert.deepEqual(rounded(clopperPearson(5, 10, 0.95, "lower")), [0.222, 1])
    assert.deepEqual(rounded(clopperPearson(5, 10, 0.95, "upper")), [0, 0.778])
  })

  test("thousands of runs agree with the quantiles of the beta distribution", () => {
    const interval = clopperPearson(9_900, 10_000, 0.95)
    near(interval?.low, 0.9878504951139384)
    near(interval?.high, 0.9918564034323889)
  })

  test("the interval covers the rate at least as often as its confidence says, also for rates near 0 and 1", () => {
    near(clopperPearson(1, 1, 0.95, "lower")?.low, 0.05)
    near(clopperPearson(0, 1, 0.95, "upper")?.high, 0.95)
  })
})

describe.each(["wilson", "clopperPearson"] as const)("every %s interval", (name) => {
  const interval = intervals[name]

  test("the interval holds the observed rate and is within 0 and 1", () => {
    fc.assert(
      fc.property(samples, confidences, ([c, n], confidence) => {
        const { high, low } = interval(c, n, confidence) as Interval
        assert.ok(0 <= low && low <= c / n + 1e-12 && c / n - 1e-12 <= high && high <= 1)
      })
    )
  })

  test("the interval is mirrored if passes and fails are exchanged", () => {
    fc.assert(
      fc.property(samples, confidences, ([c, n], confidence) => {
        const { high, low } = interval(c, n, confidence) as Interval
        const mirrored = interval(n - c, n, confidence) as Interval
        near(mirrored.low, 1 - high)
        near(mirrored.high, 1 - low)
      })
    )
  })

  test("the interval moves up with every further pass, and widens with the confidence", () => {
    fc.assert(
      fc.property(samples, confidences, ([c, n], confidence) => {
        const { high, low } = interval(c, n, confidence) as Interval
        const better = interval(Math.min(n, c + 1), n, confidence) as Interval
        const surer = interval(c, n, 0.99995) as Interval
        assert.ok(better.low >= low && better.high >= high)
        assert.ok(surer.low <= low && surer.high >= high)
      })
    )
  })

  test("the interval is undefined for an impossible sample or confidence", () => {
    const impossible = [
      [0, 0, 0.95],
      [11, 10, 0.95],
      [-1, 10, 0.95],
      [0.5, 10, 0.95],
      [5, 10.5, 0.95],
      [NaN, 10, 0.95],
      [5, Infinity, 0.95],
      [5, 10, 0],
      [5, 10, 1],
      [5, 10, 95],
      [5, 10, NaN]
    ] as const
    for (const [c, n, confidence] of impossible) assert.equal(interval(c, n, confidence), undefined)
  })
})
