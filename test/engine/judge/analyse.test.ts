import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  agent,
  call,
  equals,
  expect,
  fault,
  faults,
  gate,
  hang,
  recovery,
  runs,
  subset,
  suite,
  toolSelection,
  trajectory,
  type Trace
} from "passhat"
import { issue } from "../../../src/base/domain/issues.ts"
import type { RunResult } from "../../../src/base/domain/recording/Run.ts"
import { analyse } from "../../../src/engine/judge/analyse.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import { compiledOf } from "../../suites.ts"
import { call as called, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const stops = expect("stop_reason", equals("end_turn"))
const good = trace()
const bad = trace({ stop_reason: "max_turns" })

const analysed = (one: typeof base, ...traces: ReadonlyArray<Trace | undefined>) => {
  const { definitions, plan } = compiledOf(suite("s", one))
  const results = traces.map((each, at): RunResult =>
    each === undefined
      ? { index: at + 1, issue: issue("INFRASTRUCTURE", "Down.", "Try again.") }
      : { index: at + 1, trace: each }
  )
  const observed = { plan, definitions, results: [{ cell: plan.cells[0]!.id, runs: results, issues: [] }] }
  const verdict = judge(observed)
  const [cell] = analyse(judge({ ...observed, traces: true }), observed).cells
  return { cell: cell ?? assert.fail("there is a cell"), verdict }
}

describe("the analysis of a cell", () => {
  test("has the pass rate of its runs, with an interval and a decay curve", () => {
    const { cell } = analysed(base.pipe(runs(4), stops), good, good, good, bad)
    const { decay_curve, passes, runs: n } = cell.analysis?.pass_rate ?? assert.fail("there is a rate")
    assert.deepEqual([passes, n, decay_curve], [3, 4, [100, 100, 100, 31]])
    assert.ok(cell.analysis!.pass_rate!.low < 0.75 && cell.analysis!.pass_rate!.high > 0.75)
  })

  test("has no pass rate if a run has no outcome or no gate judges single runs", () => {
    const lost = analysed(base.pipe(runs(2), stops), good, undefined).cell
    const across = analysed(base.pipe(runs(2), toolSelection(get_weather, { minSelectionRate: 1 })), good, good).cell
    assert.deepEqual([lost.analysis?.pass_rate, across.analysis?.pass_rate], [undefined, undefined])
  })

  test("has the token cap and the detection limit that its gates set", () => {
    const hung = fault("hung", get_forecast, hang)
    const { cell } = analysed(
      base.pipe(
        runs(1),
        faults(hung),
        toolSelection(get_weather, { minSelectionRate: 1, maxTotalTokens: 900 }),
        recovery({ from: hung, maxDetection: "3 seconds" })
      ),
      good
    )
    assert.deepEqual([cell.analysis?.token_cap, cell.analysis?.detection_ms], [900, 3_000])
  })
})

describe("the analysis of a run", () => {
  test("has its trace, its sub-scores, its claims and its alignment with the expected calls", () => {
    const made = trace({
      tool_calls: [called("get_weather", { city: "Davis" })],
      final_response: "I created a report."
    })
    const { cell } = analysed(base.pipe(trajectory("strict", call(get_weather, subset({ city: "Sacramento" })))), made)
    const [run] = cell.runs
    assert.equal(run?.trace, made)
    assert.equal(run?.analysis?.stability.redundancy, 1)
    assert.deepEqual(
      run?.analysis?.narrative.claims.map(({ calls, is }) => ({ calls, is })),
      [{ calls: [], is: "absent" }]
    )
    const [step] = run?.analysis?.alignments[0]?.steps ?? []
    assert.deepEqual([step?.expected, step?.recorded, step?.is], [0, 0, "arguments"])
    assert.equal(cell.analysis?.expected[0]?.calls[0]?.name, "get_weather")
  })

  test("is left out if the run has no trace", () => {
    const { cell } = analysed(base.pipe(runs(2), stops), undefined, good)
    assert.deepEqual(
      cell.runs.map((run) => run.analysis !== undefined),
      [false, true]
    )
  })

  test("changes no verdict, and has no alignment of a gate that throws", () => {
    const broken = gate(
      {
        name: "broken",
        scope: "run",
        targets: { n: "count" },
        measure: () => ({ n: 1 }),
        expect: { n: equals(1) },
        align: () => {
          throw new Error("no")
        }
      },
      {}
    )
    const { cell, verdict } = analysed(base.pipe(broken), good)
    assert.deepEqual([cell.verdict, verdict.cells[0]?.verdict], ["pass", "pass"])
    assert.deepEqual(cell.runs[0]?.analysis?.alignments, [])
  })
})
