import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import { digest, scoresOf, sessionOf, weakestOf } from "../../../../../src/language/metrics/internal/stability/subScores.ts"
import { call, said, trace } from "../../../../traces.ts"

describe("sub-scores", () => {
  test("the sub-scores are computed from the counts of the session", () => {
    const one = digest(
      trace({
        tool_calls: [call("a", { x: 1 }), call("a", { x: 2 }), call("b"), call("b")],
        ...said(["one", "👍"], 12)
      })
    )
    assert.deepEqual(sessionOf(one), { calls: 4, distinctTools: 2, distinctCalls: 3, answers: [3, 1], tokens: 12 })
    assert.deepEqual(scoresOf(sessionOf(one)), {
      tool_usage_stability: 1 - 1 / 3,
      response_consistency: 0.5,
      redundancy: 0.75,
      cost_per_progress: 1
    })
  })

  test("two equal integers beyond 2^53 make only the scores that depend on them undefined", () => {
    const twice = digest(
      trace({
        tool_calls: [call("a", { id: 2 ** 53 }), call("a", { id: 2 ** 53 })],
        ...said(["a", "b"], 9)
      })
    )
    assert.equal(sessionOf(twice).distinctCalls, undefined)
    assert.deepEqual(scoresOf(sessionOf(twice)), {
      tool_usage_stability: 1,
      response_consistency: 1,
      redundancy: undefined,
      cost_per_progress: undefined
    })
  })

  test("tokens that are not a whole number from 0 count as not recorded", () => {
    for (const total of [-1, 1.5, NaN, Infinity, "12", null]) {
      assert.equal(sessionOf(digest(trace(said([], total as number)))).tokens, undefined)
    }
  })

  test("the weakest score is the least one, and undefined if one is undefined", () => {
    const scores = { tool_usage_stability: 0.2, response_consistency: 0.5, redundancy: 1 }
    assert.equal(weakestOf({ ...scores, redundancy: undefined, cost_per_progress: 1 }), undefined)
    assert.equal(weakestOf({ ...scores, cost_per_progress: 0.1 }), 0.1)
    assert.equal(weakestOf({ ...scores, cost_per_progress: 1 }), 0.2)
    assert.equal(weakestOf({ ...scores, cost_per_progress: undefined }), undefined)
  })
})
