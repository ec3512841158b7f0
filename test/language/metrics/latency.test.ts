import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { describe as described, explain, measure } from "../../../src/language/metrics/latency.ts"

describe("latency", () => {
  test("a percentile is the time of a run that this share of the runs did not exceed", () => {
    const times = Array.from({ length: 20 }, (_, at) => (20 - at) * 100)
    assert.deepEqual(measure(times), { p50_ms: 1000, p90_ms: 1800, p95_ms: 1900, p99_ms: 2000, max_ms: 2000 })
    assert.deepEqual(measure([7]), { p50_ms: 7, p90_ms: 7, p95_ms: 7, p99_ms: 7, max_ms: 7 })
    assert.deepEqual(measure([3, 1, 2, 5, 4]).p50_ms, 3)
  })

  test("one run that was not timed leaves all of them undefined, and is named", () => {
    const report = measure([100, undefined, 300])
    assert.ok(Object.values(report).every((value) => value === undefined))
    assert.deepEqual(explain([100, undefined, 300]), [
      { run: 2, path: "clock.recorded_ms", reason: "its time was not recorded" }
    ])
    assert.equal(described(report), "a run was not timed")
  })

  test("the slowest run explains the others", () => {
    assert.deepEqual(
      explain([100, 300, 200]).map(({ reason, run }) => [run, reason]),
      [[2, "the slowest run took 300 ms"]]
    )
  })

  test("percentiles grow with their share, and at least that share of the runs is no slower", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 300 }), (times) => {
        const { max_ms, p50_ms, p90_ms, p95_ms, p99_ms } = measure(times)
        const shares = [
          [p50_ms, 0.5],
          [p90_ms, 0.9],
          [p95_ms, 0.95],
          [p99_ms, 0.99],
          [max_ms, 1]
        ] as const
        assert.ok(shares.every(([limit], at) => at === 0 || limit! >= shares[at - 1]![0]!))
        for (const [limit, share] of shares) {
          assert.ok(times.filter((time) => time <= limit!).length >= share * times.length - 1e-6)
          assert.ok(times.includes(limit!))
        }
      })
    )
  })
})

test("a time that is none leaves the percentiles undefined, as a missing one", () => {
  for (const time of [Number.NaN, Infinity, -Infinity, -1, "5" as never, null as never]) {
    assert.deepEqual(Object.values(measure([1, time, 3])), [undefined, undefined, undefined, undefined, undefined])
    assert.equal(explain([1, time, 3])[0]?.run, 2)
  }
})
