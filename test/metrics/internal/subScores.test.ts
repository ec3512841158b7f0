import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import { scoresOf, sessionOf, weakestOf } from "../../../src/metrics/internal/subScores.ts"
import { call, said, trace } from "../../traces.ts"

describe("sub-scores", () => {
  test("are made of what the session did", () => {
    const one = trace({
      tool_calls: [call("a", { x: 1 }), call("a", { x: 2 }), call("b"), call("b")],
      ...said(["one", "👍"], 12)
    })
    assert.deepEqual(sessionOf(one), { calls: 4, distinctTools: 2, distinctCalls: 3, answers: [3, 1], tokens: 12 })
    assert.deepEqual(scoresOf(sessionOf(one)), {
      tool_usage_stability: 1 - 1 / 3,
      response_consistency: 0.5,
      redundancy: 0.75,
      cost_per_progress: 1
    })
  })

  test("the weakest is the least, and unknown while the cost is", () => {
    const scores = { tool_usage_stability: 0.2, response_consistency: 0.5, redundancy: 1 }
    assert.equal(weakestOf({ ...scores, cost_per_progress: 0.1 }), 0.1)
    assert.equal(weakestOf({ ...scores, cost_per_progress: 1 }), 0.2)
    assert.equal(weakestOf({ ...scores, cost_per_progress: undefined }), undefined)
  })
})
