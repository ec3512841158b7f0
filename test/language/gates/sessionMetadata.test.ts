import { test } from "bun:test"
import assert from "node:assert/strict"
import { agent, agentConsistency, agentReliability, type Gate, runs, suite } from "passhat"
import * as metrics from "passhat/metrics"
import { judge } from "../../../src/engine/judge/judge.ts"
import { compiledOf } from "../../suites.ts"
import { trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const signals = [
  { confidence: 0.88, loop_detection: 0.95, tool_correctness: 0.92, coherence: 0.97 },
  { confidence: 0.35, loop_detection: 0.28, tool_correctness: 0.9, coherence: 0.85 }
]
const options = { signals: (_: unknown, run: number) => signals[run - 1] ?? {} }

const gateOf = (gate: Gate<never>) => {
  const one = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" }).pipe(runs(2), gate)
  const { definitions, plan } = compiledOf(suite("s", one))
  const results = plan.cells.map(({ id }) => ({
    cell: id,
    runs: [1, 2].map((index) => ({ index, trace: trace({}) })),
    issues: []
  }))
  return judge({ plan, definitions, results }).cells[0]?.gates[0] ?? assert.fail("there is a gate")
}

const session = signals.map((one, at) => ({ id: `#${at + 1}`, signals: one }))

test("the verdict of a session gate has every field of the metadata that the metric returns", () => {
  const reliability = gateOf(agentReliability(undefined, options))
  assert.deepEqual(reliability.metadata, metrics.agentReliability(session).metadata)
  assert.deepEqual(gateOf(agentConsistency(undefined, options)).metadata, metrics.agentConsistency(session).metadata)
  assert.match(reliability.summary, /elevated risk, 0\.3 to 0\.5|high risk, below 0\.3/)
})

test("each run of a session has its four risks and what they make together", () => {
  const { metadata } = gateOf(agentReliability(undefined, options))
  assert.partialDeepStrictEqual(metadata, {
    total_traces_in_session: 2,
    traces_evaluated: 2,
    per_trace_signals: {
      "#1": { confidence_risk: 0.12, loop_risk: 0.05, tool_risk: 0.08, coherence_risk: 0.03, step_risk: 0.12 },
      "#2": { confidence_risk: 0.65, loop_risk: 0.72, tool_risk: 0.1, coherence_risk: 0.15, step_risk: 0.72 }
    },
    flagged_traces: ["#2"],
    aggregation: { method: "max_compose_top_k", mean_top_k_risk: 0.72, max_risk: 0.72 }
  })
})

test("malformed signals leave a session gate without metadata", () => {
  const { metadata, verdict } = gateOf(agentReliability(undefined, { signals: () => ({ confidence: 2 }) }))
  assert.deepEqual([metadata, verdict], [undefined, "none"])
})
