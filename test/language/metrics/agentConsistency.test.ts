import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agentConsistency } from "../../../src/language/metrics/agentConsistency.ts"
import type { SessionTrace, Signals } from "../../../src/language/metrics/session.ts"

const report = (...args: Parameters<typeof agentConsistency>) => {
  const scored = agentConsistency(...args)
  if ("malformed" in scored) throw new Error(scored.malformed)
  return scored
}

/** Traces `t1`, `t2`, ... with these signals. */
const session = (...signals: ReadonlyArray<Signals>): ReadonlyArray<SessionTrace> =>
  signals.map((one, index) => ({ id: `t${index + 1}`, signals: one }))

describe("agent consistency", () => {
  test("risks of .12, .05, .08 and .03 make a penalty of 0.144 and an uncertainty of 0.1373", () => {
    const traces = session({ confidence: 0.88, loop_detection: 0.95, tool_correctness: 0.92, coherence: 0.97 })
    assert.deepEqual(report(traces), {
      score: 0.8627,
      reason: "Raw instability 0.1373; traces evaluated: 1.",
      metadata: {
        total_traces_in_session: 1,
        traces_evaluated: 1,
        raw_instability: 0.1373,
        signal_weights: { confidence: 1, loop_detection: 1, tool_correctness: 0.8, coherence: 1 },
        per_trace_signals: {
          t1: {
            confidence_risk: 0.12,
            loop_risk: 0.05,
            tool_risk: 0.08,
            coherence_risk: 0.03,
            situational_penalty: 0.144,
            weighted_uncertainty: 0.1373
          }
        },
        aggregation: { method: "weighted_rms", rms_value: 0.1373 }
      }
    })
  })

  test("a trace without confidence is skipped, and a session of such traces evaluates none", () => {
    const { metadata } = report(session({ confidence: 0.5 }, { coherence: 0 }))
    assert.deepEqual([metadata.total_traces_in_session, metadata.traces_evaluated], [2, 1])
    const { reason, score } = report(session({ coherence: 0 }))
    assert.deepEqual([score, reason], [1, "No evaluable traces."])
  })

  test("equal uncertainties give their mean, and unequal ones give more than their mean", () => {
    assert.equal(report(session({ confidence: 0.7 }, { confidence: 0.7 })).metadata.raw_instability, 0.3)
    assert.equal(report(session({ confidence: 1 }, { confidence: 0.4 })).metadata.raw_instability, 0.4243)
  })

  test("other risks amplify an uncertainty and leave a certain trace unchanged", () => {
    assert.equal(report(session({ confidence: 0.5, coherence: 0 })).score, 0)
    assert.equal(report(session({ confidence: 1, coherence: 0 })).score, 1)
  })

  test("the weight of confidence scales the uncertainty", () => {
    assert.equal(report(session({ confidence: 0.5 }), { weights: { confidence: 0.5 } }).score, 0.75)
  })
})
