import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import { digest, scoresOf, sessionOf, weakestOf } from "../../../../src/metrics/internal/stability/subScores.ts"
import { call, said, trace } from "../../../traces.ts"

describe("sub-scores", () => {
  test("are made of what the session did", () => {
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

  test("what two equal integers beyond 2^53 leave open is unknown, and the rest is not", () => {
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

  test("tokens that are no whole number from 0 were not recorded", () => {
    for (const total of [-1, 1.5, NaN, Infinity, "12", null]) {
      assert.equal(sessionOf(digest(trace(said([], total as number)))).tokens, undefined)
    }
  })

  test("the weakest is the least, and unknown while one of them is", () => {
    const scores = { tool_usage_stability: 0.2, response_consistency: 0.5, redundancy: 1 }
    assert.equal(weakestOf({ ...scores, redundancy: undefined, cost_per_progress: 1 }), undefined)
    assert.equal(weakestOf({ ...scores, cost_per_progress: 0.1 }), 0.1)
    assert.equal(weakestOf({ ...scores, cost_per_progress: 1 }), 0.2)
    assert.equal(weakestOf({ ...scores, cost_per_progress: undefined }), undefined)
  })
})
