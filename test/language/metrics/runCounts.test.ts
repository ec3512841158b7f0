import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { clopperPearson } from "../../../src/language/metrics/stats/intervals.ts"
import { confidenceBand, recommendRuns, runsForFloor } from "../../../src/language/metrics/runCounts.ts"

const lower = (failures: number, runs: number): number => clopperPearson(runs - failures, runs, 0.95, "lower")?.low ?? 0

describe("recommended runs", () => {
  test("a half-width of 5 % at 95 % takes 385 runs", () => {
    assert.equal(recommendRuns({ halfWidth: 0.05, confidence: 0.95 }), 385)
  })

  test("recommended runs use the rounded z at 90, 95 and 99 %, and the exact one elsewhere", () => {
    assert.equal(recommendRuns({ halfWidth: 0.01, confidence: 0.9 }), 6_766)
    assert.equal(recommendRuns({ halfWidth: 0.01, confidence: 0.99 }), 16_590)
    assert.equal(recommendRuns({ halfWidth: 0.01, confidence: 0.8 }), 4_106)
  })

  test("recommended runs have a band of that half-width", () => {
    const levels = fc.constantFrom(0.8, 0.9, 0.95, 0.99)
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1_000_000 }), levels, (n, confidence) => {
        const halfWidth = confidenceBand(n, confidence) as number
        assert.equal(recommendRuns({ halfWidth, confidence }), n)
      })
    )
  })

  test.each([0, 1, -0.05, 5, NaN, 1e-200])("recommended runs are undefined for a half-width of %p", (halfWidth) => {
    assert.equal(recommendRuns({ halfWidth, confidence: 0.95 }), undefined)
  })

  test.each([0, 1, 95, NaN])("recommended runs are undefined for a confidence of %p", (confidence) => {
    assert.equal(recommendRuns({ halfWidth: 0.05, confidence }), undefined)
  })
})

describe("the confidence band", () => {
  test("the band of 100 runs at 95 % is 0.098", () => {
    assert.equal(confidenceBand(100, 0.95), 0.098)
  })

  test.each([0, -1, 2.5, NaN, Infinity])("the band is undefined for %p runs", (n) => {
    assert.equal(confidenceBand(n, 0.95), undefined)
  })

  test("the band is undefined for an impossible confidence", () => {
    assert.equal(confidenceBand(100, 95), undefined)
  })
})

describe("runs for a floor", () => {
  test.each([
    [0.8, 14],
    [0.9, 29],
    [0.95, 59],
    [0.99, 299]
  ])("a floor of %p with a confidence of 0.95 takes %p passes in a row", (floor, runs) => {
    assert.equal(runsForFloor(floor, 0.95), runs)
  })

  test("a floor that the bound equals is reached", () => {
    assert.equal(runsForFloor(0.5, 0.75), 2)
    assert.equal(runsForFloor(0.1, 0.9), 1)
  })

  test("the runs for a floor are the fewest whose one-sided lower bound reaches it, also after failures", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.nat(20), (floor, failures) => {
        const runs = runsForFloor(floor, 0.95, failures) as number
        assert.ok(lower(failures, runs) >= floor)
        assert.ok(lower(failures, runs - 1) < floor)
      })
    )
  })

  test("a floor close to 1 is answered without counting every run", () => {
    const runs = runsForFloor(1 - 1e-12, 0.95) as number
    assert.ok(Math.abs(runs / 2.9957e12 - 1) < 1e-4)
    assert.equal(runsForFloor(1 - Number.EPSILON / 2, 0.95), undefined)
  })

  test.each([0, 1, 90, -0.5, NaN])("the runs for a floor are undefined for a floor of %p", (floor) => {
    assert.equal(runsForFloor(floor, 0.95), undefined)
  })

  test("the runs for a floor are undefined for an impossible confidence or number of failures", () => {
    assert.equal(runsForFloor(0.9, 1), undefined)
    assert.equal(runsForFloor(0.9, 0.95, -1), undefined)
    assert.equal(runsForFloor(0.9, 0.95, 0.5), undefined)
  })
})
