import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import { digest, sessionOf } from "../../../../../src/language/metrics/internal/stability/subScores.ts"
import { weakestRuns } from "../../../../../src/language/metrics/internal/stability/weakestRuns.ts"
import type { Trace } from "../../../../../src/base/domain/trace/Trace.ts"
import { call, spent, trace } from "../../../../traces.ts"

const sessionOfTrace = (one: Trace) => sessionOf(digest(one))

const repeating = (count: number) =>
  trace({ tool_calls: Array.from({ length: count }, () => call("a")), ...spent(100) })

describe("weakest runs", () => {
  test("at most three runs are shown, the weakest first", () => {
    assert.deepEqual(
      weakestRuns([repeating(2), repeating(4), repeating(3), repeating(5)].map(sessionOfTrace), {}).map(
        ({ reason, run }) => ({
          run,
          reason
        })
      ),
      [
        { run: 4, reason: "redundancy 0.2 (5 calls, 1 distinct)" },
        { run: 2, reason: "redundancy 0.25 (4 calls, 1 distinct)" },
        { run: 3, reason: "redundancy 0.3333 (3 calls, 1 distinct)" }
      ]
    )
  })

  test("runs whose sub-scores are undefined are named with the reason", () => {
    const open = trace({ tool_calls: [call("a", { id: 2 ** 53 }), call("a", { id: 2 ** 53 })], ...spent(100) })
    const unpriced = trace({ tool_calls: [call("a"), call("b")] })
    assert.deepEqual(weakestRuns([repeating(2), open, unpriced].map(sessionOfTrace), {}), [
      {
        run: 2,
        path: "tool_calls",
        reason: "an integer beyond 2^53 leaves open whether two of its calls are the same"
      },
      { run: 3, path: "conversation.tokens", reason: "its tokens were not recorded" }
    ])
  })

  test("runs with perfect scores have no findings", () => {
    assert.deepEqual(weakestRuns([trace(), repeating(1)].map(sessionOfTrace), {}), [])
  })
})
