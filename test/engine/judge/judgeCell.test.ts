import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  all,
  always,
  atLeast,
  call,
  equals,
  exact,
  expect,
  gate,
  never,
  passRate,
  reliability,
  runs,
  stability,
  suite,
  toolSelection,
  type Trace,
  trajectory
} from "passhat"
import { digested } from "../../../src/base/domain/verdict/Metric.ts"
import { issue } from "../../../src/base/domain/issues.ts"
import type { RunResult } from "../../../src/base/domain/recording/Run.ts"
import { boundGates } from "../../../src/engine/judge/judge.ts"
import { cellJudge } from "../../../src/engine/judge/judgeCell.ts"
import { compiledOf } from "../../suites.ts"
import { call as called, result, said, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const RUNS = 7
const { get_forecast, get_weather } = weather.tools

/** Measures and words what it is given, unless that is to break. */
const fragile = (name: string, breaks: "digest" | "measure" | "summary", at: number) =>
  breaks === "digest"
    ? gate(
        digested({
          name,
          targets: { longest: "count" },
          digest: (one) => (one.tool_calls.length === at ? JSON.parse(`broken in ${name}`) : one.tool_calls.length),
          measure: (kept: ReadonlyArray<number>) => ({ longest: Math.max(...kept) }),
          expect: { longest: atLeast(1) }
        }),
        {}
      )
    : gate(
        {
          name,
          scope: "run",
          targets: { calls: "count" },
          measure: ({ tool_calls }) => ({
            calls: breaks === "measure" && tool_calls.length === at ? JSON.parse("broken") : tool_calls.length
          }),
          expect: { calls: atLeast(1) },
          describe: ({ calls }) => (breaks === "summary" && calls === at ? JSON.parse("wordless") : `${calls} calls`)
        },
        {}
      )

const gates = all(
  toolSelection(get_weather, { minSelectionRate: 0.9, maxTotalTokens: 100 }),
  trajectory("subsequence", call(get_weather, exact({ city: "A" })), call(get_forecast)),
  expect("stop_reason", equals("end_turn")),
  stability({ weakest_score: atLeast(0.99), tool_sequence_similarity: atLeast(0.99) }),
  agentReliability({ score: atLeast(0.99) }),
  agentConsistency({ score: atLeast(0.99) }),
  fragile("measures", "measure", 3),
  fragile("digests", "digest", 3),
  fragile("words", "summary", 0),
  reliability(),
  passRate({ atLeast: 0.5 })
)

const compiled = () => {
  const one = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
  const { definitions, plan } = compiledOf(suite("s", one.pipe(runs(RUNS), gates)))
  const cell = plan.cells[0] ?? assert.fail("there is a cell")
  return () => cellJudge(cell, boundGates(cell, { definitions }), { means: {}, traces: false })
}

const traces = fc.constantFrom(
  trace({
    tool_calls: [called("get_weather", { city: "A" }), called("get_forecast")],
    ...said(["It is.", "Done."], 50)
  }),
  trace({ tool_calls: [called("get_weather", { city: "B" })], tool_results: [result("x")], ...said(["sent"], 9_000) }),
  trace({ tool_calls: Array.from({ length: 3 }, () => called("get_forecast")), ...said(["a"]) }),
  trace({ stop_reason: "max_turns" })
)

const lost = issue("INFRASTRUCTURE", "The model is down.", "Try again.")
const outcome = fc.oneof(
  { weight: 9, arbitrary: traces.map((one) => ({ trace: one })) },
  { weight: 1, arbitrary: fc.constant({ issue: lost }) }
)

describe("the verdict on a cell", () => {
  test("does not depend on the order in which runs arrive", () => {
    const judge = compiled()
    let red = 0
    // Half of them are complete: a gate over all runs gives no evidence if one is missing.
    const shuffled = fc
      .oneof(fc.array(outcome, { maxLength: RUNS }), fc.array(outcome, { minLength: RUNS, maxLength: RUNS }))
      .map((outcomes) => outcomes.map((one, at): RunResult => ({ index: at + 1, ...one })))
      .chain((results) => fc.tuple(fc.constant(results), fc.shuffledSubarray(results, { minLength: results.length })))
    fc.assert(
      fc.property(shuffled, ([results, inOtherOrder]) => {
        const [one, other] = [judge(), judge()]
        for (const each of results) one.take(each)
        for (const each of inOtherOrder) other.take(each)
        const verdict = one.finish([])
        assert.deepEqual(other.finish([]), verdict)
        if (verdict.gates.some(({ checks }) => checks.some(({ evidence }) => evidence.findings.length > 0))) red += 1
      }),
      { numRuns: 300 }
    )
    assert.ok(red > 10, "some have evidence to compare")
  })

  test("ignores the runs that were taken before clear", () => {
    const judge = compiled()
    fc.assert(
      fc.property(
        fc.array(outcome, { maxLength: RUNS }),
        fc.array(outcome, { maxLength: RUNS }),
        (forgotten, taken) => {
          const [one, fresh] = [judge(), judge()]
          for (const [at, each] of forgotten.entries()) one.take({ index: at + 1, ...each })
          one.clear()
          for (const [at, each] of taken.entries()) {
            one.take({ index: at + 1, ...each })
            fresh.take({ index: at + 1, ...each })
          }
          assert.deepEqual(one.finish([]), fresh.finish([]))
        }
      ),
      { numRuns: 100 }
    )
  })
})

describe("a gate that holds in every run", () => {
  const judged = (one: Agent<never>, ...results: ReadonlyArray<RunResult>) => {
    const { definitions, plan } = compiledOf(suite("s", one))
    const planned = plan.cells[0] ?? assert.fail("there is a cell")
    const judge = cellJudge(planned, boundGates(planned, { definitions }), { means: {}, traces: false })
    for (const each of results) judge.take(each)
    return judge.finish([])
  }
  const asks = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
  const good = trace({ tool_calls: [called("get_weather", { city: "A" })] })
  const bad = trace({ tool_calls: [called("get_forecast", { city: "A" })] })
  const runsOf = (...these: ReadonlyArray<Trace>) => these.map((each, at) => ({ index: at + 1, trace: each }))
  const twenty = [bad, ...Array.from({ length: 19 }, () => good)]
  const rated = asks.pipe(runs(20), never(get_forecast), passRate({ atLeast: 0.5 }))

  test("fails the cell beside a pass rate that is met", () => {
    const { gates: both, runs: each, verdict } = judged(rated, ...runsOf(...twenty))
    assert.deepEqual([verdict, ...both.map((one) => one.verdict)], ["fail", "fail", "pass"])
    assert.equal(each[0]?.verdict, "fail")
  })

  test("is named in the verdict of the gate and in the check of the run", () => {
    const { gates: both, runs: each } = judged(rated, ...runsOf(...twenty))
    assert.deepEqual(
      both.map((one) => [one.id, one.always]),
      [
        ["never#1", true],
        ["pass_rate#1", undefined]
      ]
    )
    assert.deepEqual(
      each[0]?.checks.map((one) => [one.gate, one.always, one.evidence.findings[0]?.reason]),
      [["never#1", true, "weather/get_forecast was called"]]
    )
  })

  test("counts a run that fails it as a failed run of the pass rate", () => {
    const { gates: both } = judged(rated, ...runsOf(...twenty))
    assert.equal(both[1]?.report["pass_rate.passes"], 19)
  })

  test("fails the cell also if another run is lost", () => {
    const [first, ...rest] = runsOf(...twenty)
    const missing: RunResult = { index: 20, issue: lost }
    const cell = judged(rated, first!, ...rest.slice(0, 18), missing)
    assert.equal(cell.gates[0]?.verdict, "none")
    assert.equal(cell.verdict, "fail")
  })

  test("leaves the cell without a verdict if a run is lost and no other fails it", () => {
    const cell = judged(rated, ...runsOf(...twenty.slice(1)), { index: 20, issue: lost })
    assert.equal(cell.verdict, "none")
  })

  test("does not make the failure of another gate count", () => {
    const tolerant = asks.pipe(
      runs(20),
      always(expect("stop_reason", equals("end_turn"))),
      toolSelection(get_weather, { minSelectionRate: 0.5 }),
      trajectory("superset", call(get_weather)),
      passRate({ atLeast: 0.5 })
    )
    assert.equal(judged(tolerant, ...runsOf(...twenty)).verdict, "pass")
  })
})
