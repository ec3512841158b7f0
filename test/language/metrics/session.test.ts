import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { agentConsistency } from "../../../src/language/metrics/agentConsistency.ts"
import { agentReliability } from "../../../src/language/metrics/agentReliability.ts"
import {
  DEFAULT_WEIGHTS,
  type Malformed,
  type Options,
  type Report,
  type SessionTrace,
  type SharedMetadata,
  type Signal,
  type Signals,
  weightProblems
} from "../../../src/language/metrics/session.ts"

const signalNames = Object.keys(DEFAULT_WEIGHTS) as ReadonlyArray<Signal>
const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const anySession = fc
  .array(
    fc.record(
      { confidence: fraction, loop_detection: fraction, tool_correctness: fraction, coherence: fraction },
      { requiredKeys: [] }
    ),
    { maxLength: 30 }
  )
  .map((session) => session.map((signals, index) => ({ id: `t${index}`, signals })))

const halved = (signals: Signals, signal: Signal): Signals => {
  const value = signals[signal]
  return value === undefined ? signals : { ...signals, [signal]: value / 2 }
}

type SessionMetric = (traces: ReadonlyArray<SessionTrace>, options?: Options) => Report<SharedMetadata> | Malformed

const metrics: ReadonlyArray<readonly [string, SessionMetric]> = [
  ["agent reliability", agentReliability],
  ["agent consistency", agentConsistency]
]

describe.each(metrics)("%s", (_, metric) => {
  const report = (traces: ReadonlyArray<SessionTrace>, options?: Options) => {
    const scored = metric(traces, options)
    assert.ok("score" in scored)
    return scored
  }
  const problem = (traces: ReadonlyArray<SessionTrace>, options?: Options) => {
    const scored = metric(traces, options)
    assert.ok("malformed" in scored)
    return scored.malformed
  }

  test("a session without traces or signals scores 1 and evaluates nothing", () => {
    for (const traces of [
      [],
      [{ id: "a" }],
      [{ id: "a", signals: {} }],
      [{ id: "a", signals: { confidence: undefined } }]
    ]) {
      const { metadata, reason, score } = report(traces)
      assert.deepEqual([score, reason, metadata.traces_evaluated], [1, "No traces or signals to evaluate.", 0])
    }
  })

  test("perfect signals score 1 and count as evaluated", () => {
    const { metadata, score } = report([{ id: "a", signals: { confidence: 1, coherence: 1 } }])
    assert.deepEqual([score, metadata.traces_evaluated], [1, 1])
  })

  test("a score is never below 0, whatever the weights", () => {
    assert.equal(report([{ id: "a", signals: { confidence: 0 } }], { weights: { confidence: 5 } }).score, 0)
  })

  test("weights are merged over the defaults", () => {
    const { signal_weights } = report([], { weights: { coherence: 0.5 } }).metadata
    assert.deepEqual(signal_weights, { confidence: 1, loop_detection: 1, tool_correctness: 0.8, coherence: 0.5 })
  })

  test.each([NaN, Infinity, -0.1])("a weight of %p is an error", (weight) => {
    assert.equal(problem([], { weights: { confidence: weight } }), `weight confidence is ${weight}, expected 0 or more`)
  })

  test("an unknown weight is an error, also if its name is a property of every object", () => {
    const known = "confidence, loop_detection, tool_correctness, coherence"
    for (const name of ["confidense", "constructor", "toString"]) {
      assert.equal(problem([], { weights: { [name]: 1 } }), `unknown weight ${name}, expected ${known}`)
    }
  })

  test.each([NaN, Infinity, -0.01, 1.01, true, "0.9", null])("a signal of %p is an error", (value) => {
    const signals = { confidence: value as number, coherence: 1 }
    assert.equal(problem([{ id: "a", signals }]), `trace a: confidence is ${value}, expected 0 to 1`)
  })

  test("a misspelt signal is an error", () => {
    assert.match(problem([{ id: "a", signals: { confidense: 0 } as object }]), /^trace a: unknown signal confidense/)
  })

  test("two traces with the same id are an error", () => {
    assert.equal(problem([{ id: "a" }, { id: "a" }]), "two traces have the same id")
  })

  test("all problems are named at once", () => {
    const found = problem([{ id: "a", signals: { coherence: 2 } }], { weights: { confidence: -1 } })
    assert.equal(found, "weight confidence is -1, expected 0 or more; trace a: coherence is 2, expected 0 to 1")
  })

  test("an id may be any text", () => {
    const traces = ["__proto__", "constructor", ""].map((id) => ({ id, signals: { confidence: 0.5 } }))
    assert.deepEqual(Object.keys(report(traces).metadata.per_trace_signals), ["__proto__", "constructor", ""])
  })

  test("a score is in 0..1, and a worse signal never raises it", () => {
    fc.assert(
      fc.property(anySession, fc.constantFrom(...signalNames), (traces, signal) => {
        const worse = traces.map(({ id, signals }) => ({ id, signals: halved(signals, signal) }))
        const [before, after] = [report(traces).score, report(worse).score]
        assert.ok(0 <= after && after <= before && before <= 1)
      })
    )
  })

  test("the order of the traces does not matter", () => {
    fc.assert(
      fc.property(anySession, (traces) => {
        assert.ok(Math.abs(report(traces).score - report(traces.toReversed()).score) < 0.00015)
      })
    )
  })
})

test("valid weights have no problems", () => {
  assert.deepEqual(weightProblems({}), [])
  assert.deepEqual(weightProblems({ confidence: 0, coherence: 2.5 }), [])
})
