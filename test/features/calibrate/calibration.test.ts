/**
 * Floors from recorded runs.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { calibration, type CalibrationOptions } from "../../../src/features/calibrate/calibration.ts"

const options: CalibrationOptions = { share: 0.95, confidence: 0.95, isMoreBetter: true, round: (x) => x }
const goodRuns = (values: ReadonlyArray<number>, name = "a") =>
  values.map((value) => ({ case: name, isGood: true, value }))
const upTo = (n: number): ReadonlyArray<number> => Array.from({ length: n }, (_, at) => at + 1)

describe("a floor", () => {
  test("is cleared by the share of good runs, and not by more", () => {
    assert.equal(calibration(goodRuns(upTo(100)), options)?.floor.value, 6)
    assert.equal(calibration(goodRuns(upTo(20)), options)?.floor.value, 2)
    assert.equal(calibration(goodRuns(upTo(19)), options)?.floor.value, 1)
  })

  test("is a cap if less is better", () => {
    assert.equal(calibration(goodRuns(upTo(100)), { ...options, isMoreBetter: false })?.floor.value, 95)
  })

  test("has a lower bound from 72 good runs on: with 71 the least of them may lie above it", () => {
    assert.equal(calibration(goodRuns(upTo(71)), options)?.floor.low, undefined)
    assert.equal(calibration(goodRuns(upTo(72)), options)?.floor.low, 1)
  })

  test("has the interval of order statistics that tables give for the 5th percentile of 100 values", () => {
    const { high, low } = calibration(goodRuns(upTo(100)), options)?.floor ?? {}
    assert.deepEqual([low, high], [1, 11])
  })

  test("is made of good runs only, and undefined without one", () => {
    const bad = { case: "a", isGood: false, value: -1 }
    assert.equal(calibration([...goodRuns([5]), bad], options)?.floor.value, 5)
    assert.equal(calibration([bad], options), undefined)
  })

  test("is never above the share of the runs that it is made of", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }),
        fc.constantFrom(0.5, 0.8, 0.95),
        (values, share) => {
          const floor = calibration(goodRuns(values), { ...options, share })?.floor.value ?? NaN
          assert.ok(values.filter((value) => value >= floor).length >= share * values.length - 1e-9)
        }
      )
    )
  })
})

describe("false alarms", () => {
  test("are counted on cases that the floor was not made of", () => {
    const runs = [...goodRuns([5, 5, 5, 5], "a"), ...goodRuns([1, 1], "b")]
    assert.partialDeepStrictEqual(calibration(runs, options)?.falseAlarms, { alarms: 2, runs: 6, heldBack: "cases" })
  })

  test("are counted on runs if there is one case", () => {
    assert.partialDeepStrictEqual(calibration(goodRuns([3, 3, 3, 3, 1]), options)?.falseAlarms, {
      alarms: 1,
      heldBack: "runs"
    })
  })

  test("are unknown of a single run", () => {
    assert.equal(calibration(goodRuns([1]), options)?.falseAlarms, undefined)
  })
})
