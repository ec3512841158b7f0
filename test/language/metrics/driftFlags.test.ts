import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { driftFlags } from "../../../src/language/metrics/driftFlags.ts"

const report = { tool_usage_stability: 0.5, response_consistency: 0.49, redundancy: 0, cost_per_progress: 1 }

describe("driftFlags", () => {
  test("driftFlags names the sub-scores that are strictly below 0.5", () => {
    assert.deepEqual(driftFlags(report), ["response_consistency", "redundancy"])
    const even = { tool_usage_stability: 0.5, response_consistency: 0.5, redundancy: 0.5, cost_per_progress: 0.5 }
    assert.deepEqual(driftFlags(even), [])
  })

  test("a floor of 0 flags no score, and a floor of 1 flags every score below 1", () => {
    assert.deepEqual(driftFlags(report, { redundancy: 0, response_consistency: 0 }), [])
    const floors = { tool_usage_stability: 1, response_consistency: 1, redundancy: 1, cost_per_progress: 1 }
    assert.deepEqual(driftFlags(report, floors), ["tool_usage_stability", "response_consistency", "redundancy"])
  })

  test("an undefined score is not flagged, and a floor of NaN flags every score", () => {
    assert.deepEqual(driftFlags({ ...report, cost_per_progress: undefined }, { cost_per_progress: 1 }), [
      "response_consistency",
      "redundancy"
    ])
    assert.ok(driftFlags(report, { cost_per_progress: NaN }).includes("cost_per_progress"))
  })

  test("a higher floor keeps every flag", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(share, share, share, (score, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a]
        const flagged = (floor: number) => driftFlags({ ...report, redundancy: score }, { redundancy: floor })
        assert.ok(!flagged(low).includes("redundancy") || flagged(high).includes("redundancy"))
      })
    )
  })
})
