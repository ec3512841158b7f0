import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { recovery } from "../../../src/language/metrics/recovery.ts"

const budget = { maxDetectionMs: 3_000 }

describe("recovery", () => {
  test("an agent that times out at its budget and finds another way recovered cleanly", () => {
    assert.deepEqual(recovery({ callStart: 1_000, detectedAt: 4_000, recoveredAt: 4_500 }, budget), {
      time_to_detection_ms: 3_000,
      time_to_recovery_ms: 3_500,
      user_visible_hang_ms: 3_000,
      recovered: true,
      clean_timeout: true,
      passed: true
    })
  })

  test("an agent that hung for 9 s before noticing did not time out cleanly, though it recovered", () => {
    const marks = { callStart: 0, detectedAt: 9_000, recoveredAt: 9_500 }
    const report = recovery(marks, budget)
    assert.equal(report.clean_timeout, false)
    assert.equal(report.user_visible_hang_ms, 9_000)
    assert.equal(report.passed, true)
    assert.equal(recovery(marks, { ...budget, requireCleanTimeout: true }).passed, false)
  })

  test("a fault that was neither detected nor recovered has no times, and the hang is the budget", () => {
    assert.deepEqual(recovery({ callStart: 0 }, budget), {
      time_to_detection_ms: undefined,
      time_to_recovery_ms: undefined,
      user_visible_hang_ms: 3_000,
      recovered: false,
      clean_timeout: false,
      passed: false
    })
  })

  test("detection without recovery fails, even in time", () => {
    const report = recovery({ callStart: 0, detectedAt: 3_000 }, budget)
    assert.deepEqual([report.recovered, report.clean_timeout, report.passed], [false, true, false])
  })

  test("a slow answer within the budget recovers cleanly at its own end", () => {
    assert.deepEqual(recovery({ callStart: 0, recoveredAt: 2_000 }, { ...budget, requireCleanTimeout: true }), {
      time_to_detection_ms: undefined,
      time_to_recovery_ms: 2_000,
      user_visible_hang_ms: 2_000,
      recovered: true,
      clean_timeout: true,
      passed: true
    })
  })

  test("a slow answer beyond the budget that was not detected is not clean", () => {
    assert.equal(recovery({ callStart: 0, recoveredAt: 3_001 }, budget).clean_timeout, false)
  })

  test("recovery may take at most maxRecoveryMs", () => {
    const marks = { callStart: 0, detectedAt: 3_000, recoveredAt: 5_000 }
    assert.equal(recovery(marks, { ...budget, maxRecoveryMs: 5_000 }).passed, true)
    assert.equal(recovery(marks, { ...budget, maxRecoveryMs: 4_999 }).passed, false)
  })

  test.each([
    [NaN, 1],
    [0, NaN],
    [0, Infinity],
    [10, 9],
    [0, null as never]
  ])("a call from %p ms recovered at %p ms did not recover", (callStart, recoveredAt) => {
    const report = recovery({ callStart, recoveredAt }, budget)
    assert.deepEqual([report.recovered, report.passed, report.time_to_recovery_ms], [false, false, undefined])
  })

  test("a budget of NaN is never met", () => {
    const marks = { callStart: 0, detectedAt: 1, recoveredAt: 2 }
    assert.equal(recovery(marks, { maxDetectionMs: NaN, requireCleanTimeout: true }).passed, false)
    assert.equal(recovery(marks, { ...budget, maxRecoveryMs: NaN }).passed, false)
  })

  test("times count from the call, and the hang ends with detection or recovery", () => {
    const ms = fc.nat(10_000)
    fc.assert(
      fc.property(ms, ms, ms, ms, (start, detection, end, shift) => {
        const at = (from: number) =>
          recovery({ callStart: from, detectedAt: from + detection, recoveredAt: from + end }, budget)
        assert.deepEqual(at(start), at(start + shift))
        assert.equal(at(start).user_visible_hang_ms, Math.min(detection, end))
      })
    )
  })
})
