import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agentReliability } from "../../../src/language/metrics/agentReliability.ts"
import type { SessionTrace, Signals } from "../../../src/language/metrics/session.ts"

const report = (...args: Parameters<typeof agentReliability>) => {
  const scored = agentReliability(...args)
  if ("malformed" in scored) throw new Error(scored.malformed)
  return scored
}

/** Traces `t1`, `t2`, ... with these signals. */
const session = (...signals: ReadonlyArray<Signals>): ReadonlyArray<SessionTrace> =>
  signals.map((one, index) => ({ id: `t${index + 1}`, signals: one }))

/** The tail of a session in which one trace of so many is a catastrophe and the others are fine. */
const tailOf = (traces: number): number => {
  const fine = Array.from({ length: traces - 1 }, () => ({ confidence: 1 }))
  return report(session({ confidence: 0 }, ...fine)).metadata.aggregation.mean_top_k_risk
}

describe("agent reliability", () => {
  test("the risk of a trace is its worst weighted signal, and the metadata lists all signals", () => {
    const traces = session(
      { confidence: 0.88, loop_detection: 0.95, tool_correctness: 0.92, coherence: 0.97 },
      { confidence: 0.35, loop_detection: 0.28, tool_correctness: 0.9, coherence: 0.85 },
      {}
    )
    assert.deepEqual(report(traces), {
      score: 0.28,
      reason: "Raw risk 0.72; flagged traces: 1.",
      metadata: {
        total_traces_in_session: 3,
        traces_evaluated: 2,
        raw_risk: 0.72,
        signal_weights: { confidence: 1, loop_detection: 1, tool_correctness: 0.8, coherence: 1 },
        per_trace_signals: {
          t1: { confidence_risk: 0.12, loop_risk: 0.05, tool_risk: 0.08, coherence_risk: 0.03, step_risk: 0.12 },
          t2: { confidence_risk: 0.65, loop_risk: 0.72, tool_risk: 0.1, coherence_risk: 0.15, step_risk: 0.72 }
        },
        flagged_traces: ["t2"],
        aggregation: {
          method: "max_compose_top_k",
          top_k_percentile: 0.15,
          ensemble_weight: 0.1,
          mean_top_k_risk: 0.72,
          max_risk: 0.72
        }
      }
    })
  })

  test("step_risk is weighted, the other risks are not", () => {
    const { t1 } = report(session({ tool_correctness: 0 })).metadata.per_trace_signals
    assert.deepEqual(t1, { tool_risk: 1, step_risk: 0.8 })
  })

  test("one catastrophic trace among ten is half of the tail of two", () => {
    const fine = Array.from({ length: 9 }, () => ({ confidence: 1 }))
    const { metadata, score } = report(session({ confidence: 0 }, ...fine))
    assert.equal(metadata.aggregation.mean_top_k_risk, 0.5)
    assert.equal(score, 0.45)
  })

  test("the tail is 15 % of the traces, rounded up, and at least one trace", () => {
    assert.deepEqual([1, 6, 7, 13, 14, 20, 21].map(tailOf), [1, 1, 0.5, 0.5, 0.3333, 0.3333, 0.25])
  })

  test("a risk of exactly 0.5 is not flagged", () => {
    assert.deepEqual(report(session({ confidence: 0.5 }, { confidence: 0.499 })).metadata.flagged_traces, ["t2"])
  })

  test("a score of 0.03125 is rounded to an even last digit", () => {
    assert.equal(report(session({ confidence: 1 - 0.03125 })).metadata.raw_risk, 0.0312)
  })

  test("a trace needs no confidence to be evaluated", () => {
    assert.equal(report(session({ coherence: 0.25 })).score, 0.25)
  })

  test("an empty session has metadata of the same shape", () => {
    assert.deepEqual(report([]).metadata, {
      total_traces_in_session: 0,
      traces_evaluated: 0,
      raw_risk: 0,
      signal_weights: { confidence: 1, loop_detection: 1, tool_correctness: 0.8, coherence: 1 },
      per_trace_signals: {},
      flagged_traces: [],
      aggregation: {
        method: "max_compose_top_k",
        top_k_percentile: 0.15,
        ensemble_weight: 0.1,
        mean_top_k_risk: 0,
        max_risk: 0
      }
    })
  })
})
