import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  atLeast,
  equals,
  expect,
  fault,
  faults,
  hang,
  length,
  recovery,
  reliability,
  runs,
  suite,
  toolSelection,
  type Trace
} from "passhat"
import { judge } from "../../../src/engine/judge/judge.ts"
import { compiledOf, issuesOf } from "../../suites.ts"
import { call, said, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const hung = fault("hung", get_weather, hang)

const cellOf = (one: Agent<never>, ...traces: ReadonlyArray<Trace>) => {
  const { definitions, plan } = compiledOf(suite("s", one))
  const results = plan.cells.map(({ id }) => ({
    cell: id,
    runs: traces.map((each, at) => ({ index: at + 1, trace: each })),
    issues: []
  }))
  return judge({ plan, definitions, results }).cells[0] ?? assert.fail("there is a cell")
}

const marked = (recovered_ms?: number): Trace =>
  trace({
    faults: [
      { fault: "other", call_id: "c0", kind: "hang", start_ms: 0, detected_ms: 1, recovered_ms: 2 },
      {
        fault: "hung",
        call_id: "c1",
        kind: "hang",
        start_ms: 0,
        detected_ms: 3_000,
        ...(recovered_ms !== undefined && { recovered_ms })
      }
    ]
  })
const recovering = (options: { readonly maxRecovery?: number } = {}) =>
  base.pipe(faults(hung), recovery({ from: hung, maxDetection: "3 seconds", ...options }))

describe("recovery", () => {
  test("limits a time only if the suite sets a limit", () => {
    assert.deepEqual(Object.keys(compiledOf(suite("s", recovering())).plan.cells[0]?.gates[0]?.expectations ?? {}), [
      "recovery.recovered",
      "recovery.clean_timeout"
    ])
    assert.equal(cellOf(recovering(), marked(9_000)).verdict, "pass")
    assert.equal(cellOf(recovering({ maxRecovery: 5_000 }), marked(9_000)).verdict, "fail")
    assert.equal(cellOf(recovering({ maxRecovery: 5_000 }), marked(5_000)).verdict, "pass")
  })

  test("accepts any time above 0 as a limit", () => {
    assert.deepEqual(issuesOf(suite("s", recovering({ maxRecovery: 1 }))), [])
    assert.equal(issuesOf(suite("s", recovering({ maxRecovery: 0 }))).length, 1)
  })

  test("a run that never recovered exceeds the limit, a run that did not meet the fault has no verdict", () => {
    const time = (one: Trace) =>
      cellOf(recovering({ maxRecovery: 5_000 }), one).runs[0]?.checks.find(
        ({ target }) => target === "recovery.time_to_recovery_ms"
      )
    assert.equal(time(marked())?.verdict, "fail")
    assert.equal(time(trace())?.verdict, "none")
  })

  test("names the call that met its fault", () => {
    const [finding] = cellOf(recovering(), marked()).runs[0]?.checks[0]?.evidence.findings ?? []
    assert.equal(finding?.call_id, "c1")
    assert.match(finding?.reason ?? "", /noticed after 3000 ms, not recovered/)
  })
})

describe("reliability", () => {
  test("names the runs that failed, from 1", () => {
    const stops = expect("stop_reason", equals("end_turn"))
    const stuck = trace({ stop_reason: "max_turns" })
    const { gates } = cellOf(base.pipe(runs(3), stops, reliability()), trace(), stuck, trace())
    assert.deepEqual(
      gates[1]?.checks[0]?.evidence.findings.map(({ run }) => run),
      [2]
    )
  })
})

describe("session gates", () => {
  const signals = (_: Trace, run: number) => ({ confidence: [0.9, 0.1, 0.4][run - 1] })

  test("name the riskiest runs, largest risk first", () => {
    for (const gate of [agentReliability, agentConsistency]) {
      const { gates } = cellOf(
        base.pipe(runs(3), gate({ score: atLeast(0.99) }, { signals })),
        trace(),
        trace(),
        trace()
      )
      assert.deepEqual(
        gates[0]?.checks[0]?.evidence.findings.slice(1).map(({ reason, run }) => [run, reason]),
        [
          [2, "confidence_risk 0.9"],
          [3, "confidence_risk 0.6"],
          [1, "confidence_risk 0.1"]
        ]
      )
    }
  })
})

describe("tool selection over classes", () => {
  test("counts the classes that the runs chose instead of the expected one", () => {
    const classes = { now: [get_weather], later: [get_forecast] }
    const one = base.pipe(runs(2), toolSelection(get_weather, { minSelectionRate: 0.1, classes }))
    const looked = trace({ tool_calls: [call("get_weather")], ...said([], 1) })
    const other = trace({ tool_calls: [call("get_forecast")], ...said([], 1) })
    const rows = cellOf(one, looked, other).gates[0]?.report["tool_selection.confusion"] as unknown as ReadonlyArray<{
      readonly expected: string
      readonly chosen: string
      readonly count: number
    }>
    assert.deepEqual(
      rows.map(({ chosen, count, expected }) => [expected, chosen, count]),
      [
        ["now", "later", 1],
        ["now", "now", 1]
      ]
    )
  })
})

describe("a result that is missing", () => {
  const failed = { call_id: "c2", is_error: true, content: [], timed_out: false }
  const partly = trace({
    tool_calls: [
      { ...call("get_weather"), id: "c1" },
      { ...call("delete_issue"), id: "c2" }
    ],
    tool_results: [{ call_id: "c1", missing: true }, failed],
    ...said(["a", "b"])
  })
  const verdictOf = (one: (asks: typeof base) => Agent<never>) => cellOf(one(base), partly).verdict

  test("leaves every check on it without a verdict, of a matcher that it would satisfy too", () => {
    assert.equal(
      verdictOf((asks) => asks.pipe(expect("tool_results[0].is_error", equals(false)))),
      "none"
    )
    assert.equal(
      verdictOf((asks) => asks.pipe(expect("tool_results[0].call_id", equals("c1")))),
      "none"
    )
    assert.equal(
      verdictOf((asks) => asks.pipe(expect("tool_results[*].is_error", equals([true])))),
      "none"
    )
    assert.equal(
      verdictOf((asks) => asks.pipe(expect("tool_results", length(2)))),
      "none"
    )
  })

  test("does not move the result of another call to its place", () => {
    assert.equal(
      verdictOf((asks) => asks.pipe(expect("tool_results[1].is_error", equals(false)))),
      "fail"
    )
    assert.equal(
      verdictOf((asks) => asks.pipe(expect("tool_results[1].is_error", equals(true)))),
      "pass"
    )
    assert.equal(
      verdictOf((asks) => asks.pipe(expect("tool_results[2].is_error", equals(false)))),
      "fail"
    )
  })
})
