import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import * as metrics from "passhat/metrics"

/** As a program may have it: with only what it happened to record. */
const session = {
  tool_calls: [
    { name: "search", server: "docs", args: { q: "a" } },
    { name: "search", server: "docs", args: { q: "a" } }
  ],
  conversation: { tokens: { total: 3_000 }, turns: [{ role: "assistant", content: "..." }] }
}

describe("passhat/metrics", () => {
  test("has every name of its contract", () => {
    assert.deepEqual(Object.keys(metrics).toSorted(), [
      "agentConsistency",
      "agentReliability",
      "clopperPearson",
      "confidenceBand",
      "confusion",
      "driftFlags",
      "goldenPath",
      "match",
      "narrative",
      "passAtK",
      "passHatK",
      "recommendRuns",
      "recovery",
      "reliability",
      "resolveTarget",
      "runsForFloor",
      "selectionF1",
      "stability",
      "stabilityAcross",
      "summary",
      "toolSelection",
      "trajectory",
      "trajectoryAxes",
      "wilson"
    ])
  })

  test("scores a trace that a program already has", () => {
    const report = metrics.stability(session)
    assert.equal(report.redundancy, 0.5)
    assert.equal(report.cost_per_progress, 2 / 3)
    assert.equal(report.weakest_score, 0.5)
    assert.deepEqual(metrics.driftFlags(report, { redundancy: 0.6 }), ["redundancy"])
    assert.match(metrics.summary(report), /redundancy 0\.5/)
  })

  test("scores runs against each other", () => {
    const report = metrics.stabilityAcross([session, {}])
    assert.equal(report.tool_sequence_similarity, 0)
    assert.equal(report.weakest_score, 0.5)
  })

  test("tool selection passes only with the rate met and every run known to be within the cap", () => {
    const asked = { expectedTool: "search", minSelectionRate: 0.5 }
    assert.equal(metrics.toolSelection([session, {}], asked).passed, true)
    assert.equal(metrics.toolSelection([session], { ...asked, maxTotalTokens: 2_000 }).passed, false)
    assert.equal(metrics.toolSelection([session, {}], { ...asked, maxTotalTokens: 9_000 }).passed, false)
    assert.equal(metrics.toolSelection([], { ...asked, minSelectionRate: 0 }).passed, false)
    assert.equal(metrics.toolSelection([session], { ...asked, server: "other" }).passed, false)
  })

  test("trajectories, axes and golden paths", () => {
    const calls = [{ name: "search", args: { subset: { q: "a" } } }]
    assert.equal(metrics.trajectory(session, { mode: "superset", calls }).passed, 1)
    assert.equal(metrics.trajectory(session, { mode: "strict", calls }).passed, 0)
    assert.equal(
      metrics.trajectory(session, {
        mode: "superset",
        calls: [{ name: "search", args: { schema: { required: ["q"] } } }]
      }).passed,
      1
    )
    const broken = metrics.trajectory(session, {
      mode: "superset",
      calls: [{ name: "search", args: { schema: { type: 7 } } }]
    })
    assert.equal(broken.passed, undefined)
    assert.equal(typeof broken.error, "string")
    assert.equal(
      metrics.trajectoryAxes(session, { order: [{ first: "login", second: "search" }] }).order_satisfaction,
      0
    )
    assert.equal(metrics.goldenPath(session, { calls: ["search"] }).repeated_tools, 1)
  })

  test("reliability reads outcomes as words or as booleans", () => {
    assert.deepEqual(metrics.reliability([true, true, true, false]).decay_curve, [100, 100, 100, 31])
    assert.deepEqual(metrics.reliability(["pass", "fail"]), metrics.reliability([true, false]))
  })

  test("narrative gives the counts and the items behind them", () => {
    const { claimed_but_absent, gate_passed, items } = metrics.narrative({ final_response: "I deleted the file." })
    assert.deepEqual([claimed_but_absent, gate_passed, items.length], [1, 0, 1])
    assert.equal(
      metrics.narrative({ final_response: "I deleted the file." }, { readonlyTools: ["delete_file"] }).gate_passed,
      1
    )
  })

  test("selection over classes, and confusion with intervals", () => {
    const classes = { look: ["search", "find"], other: ["fetch"] }
    assert.equal(metrics.selectionF1(session, { classes }).recall, 0.5)
    assert.equal(metrics.selectionF1([session, session], { classes }).precision, 1)
    const [row] = metrics.confusion([{ expected: "look", trace: session }], { classes })
    assert.deepEqual([row?.chosen, row?.count, row?.rate], ["look", 1, 1])
  })

  test("a session with malformed weights or signals is an error, never a score", () => {
    assert.throws(() => metrics.agentReliability([], { weights: { confidence: -1 } }), TypeError)
    assert.throws(() => metrics.agentConsistency([{ id: "a", signals: { confidence: 2 } }]), TypeError)
    assert.equal(metrics.agentReliability([]).reason, "No traces or signals to evaluate.")
  })

  test("matches with a diff, and resolves own values only", () => {
    assert.equal(metrics.match({ op: "schema", schema: { type: "number" } }, 1).passed, true)
    assert.equal(metrics.match({ op: "atLeast", value: 2 }, 1).diffs[0]?.path, "")
    assert.equal(metrics.resolveTarget(session, "tool_calls[1].args.q"), "a")
    assert.equal(metrics.resolveTarget(session, "constructor.name"), undefined)
  })

  test("no trace, however odd, is an exception", () => {
    fc.assert(
      fc.property(fc.anything(), (odd) => {
        metrics.stability(odd)
        metrics.stabilityAcross([odd, session])
        metrics.toolSelection([odd], { expectedTool: "search", minSelectionRate: 1 })
        metrics.trajectory(odd, { mode: "strict", calls: [] })
        metrics.trajectoryAxes(odd, {})
        metrics.goldenPath(odd, { calls: [] })
        metrics.narrative(odd)
        metrics.selectionF1(odd, { classes: {} })
      })
    )
  })
})
