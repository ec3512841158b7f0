import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { agent, agentConsistency, agentReliability, all, atLeast, runs, stability, suite, type Trace } from "passhat"
import type { CellDefinition } from "../../../src/base/domain/verdict/Metric.ts"
import { boundGates } from "../../../src/engine/judge/judge.ts"
import { cellJudge } from "../../../src/engine/judge/judgeCell.ts"
import type { BoundGate } from "../../../src/engine/judge/judgeGate.ts"
import * as Metrics from "../../../src/metrics.ts"
import { signals } from "../../../src/language/metrics/signals.ts"
import { compiledOf } from "../../suites.ts"
import { call, result, said, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const gates = all(
  stability({
    weakest_score: atLeast(0.99),
    tool_sequence_similarity: atLeast(0.99),
    argument_consistency: atLeast(0.99),
    early_divergence: atLeast(2)
  }),
  agentReliability({ score: atLeast(0.99) }),
  agentConsistency({ score: atLeast(0.99) })
)

const traces: ReadonlyArray<Trace> = [
  trace({ tool_calls: [call("get_weather", { city: "A" }), call("get_forecast")], ...said(["SECRET", "It is."], 50) }),
  trace({
    tool_calls: [call("get_weather", { days: 1, city: "B" }), call("get_forecast")],
    tool_results: [result("c-get_weather", { content: ["SECRET"] })],
    final_response: "SECRET",
    ...said(["I sent the report. SECRET", "x"], 9_000)
  }),
  trace({ tool_calls: [call("get_forecast"), call("get_forecast"), call("get_forecast")], ...said(["a", "SECRET"], 1) })
]

const [cell] = compiled().plan.cells
const bound = boundGates(cell!, compiled())

function compiled() {
  const one = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
  return compiledOf(suite("s", one.pipe(runs(traces.length), gates)))
}

type Kept = CellDefinition<unknown, unknown, unknown> & {
  readonly digest: NonNullable<CellDefinition<unknown, unknown, unknown>["digest"]>
}

/** The same gate, which keeps every trace whole to the end. */
const keepingTraces = (one: BoundGate): BoundGate => {
  const { describe: word, digest, explain, measure, metadata, ...rest } = one.definition as unknown as Kept
  const kept = (whole: ReadonlyArray<unknown>, spec: unknown) =>
    whole.map((each, at) => digest(each as Trace, spec, at + 1)) as unknown as readonly [unknown]
  const definition: CellDefinition<unknown, unknown> = {
    ...rest,
    measure: (whole, spec, means) => measure(kept(whole, spec), spec, means),
    explain: (whole, spec, report, means) => explain!(kept(whole, spec), spec, report, means) as {},
    describe: (report, spec, whole) => word!(report, spec, kept(whole, spec)),
    ...(metadata !== undefined && { metadata: (whole, spec) => metadata(kept(whole, spec), spec) })
  }
  return { ...one, definition }
}

const judged = (asked: ReadonlyArray<BoundGate>) => {
  const desk = cellJudge(cell!, asked, { means: {}, traces: false })
  for (const [at, each] of [...traces.entries()].toReversed()) desk.take({ index: at + 1, trace: each })
  return desk.finish([])
}

describe("a gate over all runs that keeps digests", () => {
  test("has the same verdict and evidence as over whole traces", () => {
    const verdict = judged(bound)
    assert.deepEqual(verdict, judged(bound.map(keepingTraces)))
    const findings = verdict.gates.flatMap(({ checks }) => checks.flatMap(({ evidence }) => evidence.findings))
    assert.ok(findings.length >= 10, "every target is explained")
  })

  test("has the values of the metrics over whole traces", () => {
    const session = traces.map((one, at) => ({ id: `#${at + 1}`, signals: signals(one) }))
    const [steady, reliable, consistent] = judged(bound).gates.map(({ report }) => report)
    const across = Object.entries(Metrics.stabilityAcross(traces))
    assert.deepEqual(steady, Object.fromEntries(across.map(([name, value]) => [`stability.${name}`, value])))
    assert.deepEqual(reliable, { "agent_reliability.score": Metrics.agentReliability(session).score })
    assert.deepEqual(consistent, { "agent_consistency.score": Metrics.agentConsistency(session).score })
  })

  test("keeps no text of the model or of a tool", () => {
    for (const { definition, gate } of bound) {
      const { digest } = definition as unknown as Kept
      for (const one of traces) assert.doesNotMatch(JSON.stringify(digest(one, gate.spec, 1)), /SECRET/, gate.gate)
    }
  })
})
