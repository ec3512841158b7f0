import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  agentConsistency,
  agentReliability,
  clopperPearson,
  confidenceBand,
  confusion,
  driftFlags,
  goldenPath,
  match,
  narrative,
  orchestration,
  passAtK,
  passHatK,
  recommendRuns,
  recovery,
  reliability,
  resolveTarget,
  runsForFloor,
  selectionF1,
  stability,
  stabilityAcross,
  summary,
  toolSelection,
  trajectory,
  trajectoryAxes,
  wilson
} from "passhat/metrics"

/** Traces as a program may have them. */
const asked = { tool_calls: [{ name: "get_weather", server: "weather", args: { city: "Rome" } }] }
const spent = (total: number, ...names: ReadonlyArray<string>) => ({
  tool_calls: names.map((name) => ({ name })),
  conversation: { tokens: { total } }
})

describe("toolSelection", () => {
  const floor = { expectedTool: "a", minSelectionRate: 0.5 }

  test("toolSelection passes at exactly the rate and at exactly the cap", () => {
    const runs = [spent(100, "a"), spent(200, "b")]
    assert.deepEqual(toolSelection(runs, { ...floor, maxTotalTokens: 200, k: 2 }), {
      selection_rate: 0.5,
      max_tokens: 200,
      pass_hat_k: 0,
      passed: true
    })
    assert.equal(toolSelection(runs, { ...floor, maxTotalTokens: 199 }).passed, false)
    assert.equal(toolSelection(runs, { ...floor, minSelectionRate: 0.51 }).passed, false)
    assert.equal(toolSelection(runs, floor).passed, true)
  })

  test("toolSelection has k = 1 and takes the tool of any server by default", () => {
    assert.equal(toolSelection([spent(1, "a"), spent(1, "b")], floor).pass_hat_k, 0.5)
    assert.equal(toolSelection([asked], { expectedTool: "get_weather", minSelectionRate: 1 }).passed, true)
    const elsewhere = { expectedTool: "get_weather", server: "other", minSelectionRate: 1 }
    assert.equal(toolSelection([asked], elsewhere).passed, false)
    assert.equal(toolSelection([asked], { ...elsewhere, server: "weather" }).passed, true)
  })

  test("toolSelection fails without runs, and with a cap if tokens were not recorded", () => {
    assert.equal(toolSelection([], { ...floor, minSelectionRate: 0 }).passed, false)
    assert.equal(
      toolSelection([asked], { expectedTool: "get_weather", minSelectionRate: 1, maxTotalTokens: 9 }).passed,
      false
    )
    assert.equal(toolSelection([spent(1, "a")], floor).passed, true)
  })
})

describe("over plain traces", () => {
  test("stability takes one trace, and stabilityAcross several", () => {
    const run = spent(8_000, "a", "a")
    assert.deepEqual(stability(run), {
      tool_usage_stability: 1,
      response_consistency: 1,
      redundancy: 0.5,
      cost_per_progress: 0.25,
      weakest_score: 0.25
    })
    assert.equal(stabilityAcross([run, run]).weakest_score, 0.25)
    assert.equal(stabilityAcross([]).score, undefined)
    assert.deepEqual(driftFlags(stability(run)), ["cost_per_progress"])
    assert.match(summary(stability(run)), /redundancy 0.5, cost_per_progress 0.25$/)
  })

  test("selectionF1 takes one trace or several, and confusion takes expected classes", () => {
    const classes = { now: ["a"] }
    assert.equal(selectionF1(spent(1, "a", "b"), { classes }).precision, 0.5)
    assert.equal(selectionF1([spent(1, "a"), spent(1, "b")], { classes }).recall, 0.5)
    const rows = confusion([{ expected: "now", trace: spent(1, "b") }], { classes })
    assert.deepEqual(
      rows.map(({ chosen, count, expected, rate }) => ({ chosen, count, expected, rate })),
      [{ chosen: "(other)", count: 1, expected: "now", rate: 1 }]
    )
  })

  test("trajectory, trajectoryAxes and goldenPath take plain traces and JSON Schemas", () => {
    const calls = [{ name: "get_weather", args: { schema: { required: ["city"] } } }]
    assert.equal(trajectory(asked, { mode: "strict", calls }).passed, 1)
    assert.equal(trajectory({}, { mode: "strict", calls }).mismatch_count, 1)
    const edges = { dependencies: [{ producer: "search", consumer: "get_weather" }] }
    assert.equal(trajectoryAxes(asked, edges).dependency_satisfaction, 0)
    assert.equal(goldenPath(asked, { calls: ["get_weather"] }).passed, 1)
  })

  test("narrative returns its items and takes options", () => {
    const run = { ...asked, final_response: "I posted the report." }
    const { divergence_score, gate_passed, items } = narrative(run)
    assert.deepEqual(
      { divergence_score, gate_passed, items: items.length },
      { divergence_score: 1, gate_passed: 0, items: 2 }
    )
    assert.equal(narrative(run, { readonlyTools: ["post_report"] }).gate_passed, 1)
    assert.equal(narrative(run, { readonlyTools: ["post_report"], maxDivergenceScore: 0.9 }).gate_passed, 0)
    const silent = (options: { readonly mutatingTools?: ReadonlyArray<string> }) =>
      narrative(run, options).items.find(({ kind }) => kind === "present_but_unclaimed")
    assert.equal(silent({ mutatingTools: ["get_weather"] })?.mutating, true)
    assert.equal(silent({})?.mutating, false)
  })
})

describe("over outcomes, marks and counts", () => {
  test("reliability takes texts and booleans, and counts any other value as a failure", () => {
    assert.deepEqual(reliability(["pass", true, "fail", false]).decay_curve, [100, 100, 29, 6])
    assert.equal(reliability([1, "yes", null] as never).pass_at_k, 0)
  })

  test("reliability of no outcomes has no spread and no trend", () => {
    assert.deepEqual(reliability([]), {
      runs: 0,
      pass_at_k: 0,
      passhat_k: 0,
      variance_amplification: undefined,
      graceful_degradation: undefined,
      decay_curve: []
    })
  })

  test("the functions of run counts, chances and intervals give their documented numbers", () => {
    assert.equal(recommendRuns({ halfWidth: 0.05, confidence: 0.95 }), 385)
    assert.equal(confidenceBand(100, 0.95)?.toFixed(3), "0.098")
    assert.equal(runsForFloor(0.9, 0.95), 29)
    assert.equal(passHatK(10, 9, 5), 0.5)
    assert.equal(passAtK(2, 1, 2), 1)
    assert.equal(wilson(9, 10, 0.95)?.low.toFixed(3), "0.596")
    assert.equal(clopperPearson(10, 10, 0.95)?.low.toFixed(3), "0.692")
    assert.equal(recovery({ callStart: 0, recoveredAt: 5 }, { maxDetectionMs: 10 }).passed, true)
  })
})

describe("over signals and values", () => {
  test("session metrics score signals, and throw a TypeError that names malformed ones", () => {
    const traces = [{ id: "1", signals: { confidence: 0.5 } }]
    assert.equal(agentReliability(traces).score, 0.5)
    assert.equal(agentConsistency(traces, { weights: { confidence: 0.5 } }).score, 0.75)
    const malformed = [{ id: "1", signals: { confidence: 2 } }]
    for (const score of [agentReliability, agentConsistency]) {
      assert.throws(() => score(malformed), new TypeError("trace 1: confidence is 2, expected 0 to 1."))
    }
  })

  test("match compares a value, and resolveTarget finds one", () => {
    assert.equal(match({ op: "schema", schema: { type: "string" } }, "x").passed, true)
    assert.equal(resolveTarget(asked, "tool_calls[0].args.city"), "Rome")
    assert.equal(resolveTarget(asked, "tool_calls[1].args.city"), undefined)
  })
})

test("orchestration counts the errors of a plain trace that a later call made good", () => {
  const run = {
    tool_calls: [
      { id: "1", name: "a" },
      { id: "2", name: "b" },
      { id: "3", name: "c" }
    ],
    tool_results: [
      { call_id: "1", is_error: true },
      { call_id: "2", is_error: true },
      { call_id: "3", is_error: false }
    ]
  }
  assert.equal(orchestration(run).error_recovery, 0)
  assert.deepEqual(orchestration(run, { classes: { either: ["b", "c"] } }), {
    error_recovery: 0.5,
    errors: 2,
    recovered_errors: 1,
    unrecovered_errors: 1
  })
})
