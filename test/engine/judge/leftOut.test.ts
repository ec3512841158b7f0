/**
 * Fewer runs than were recorded: whatever the gates of a cell look at, a cell that fails with all of its runs does not pass unnoticed with some.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import {
  agent,
  all,
  atLeast,
  atMost,
  equals,
  expect,
  passRate,
  reliability,
  runs,
  stability,
  suite,
  toolSelection
} from "passhat"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import type { RunResult } from "../../../src/base/domain/recording/Run.ts"
import type { Gate } from "../../../src/language/dsl/gate.ts"
import { boundGates } from "../../../src/engine/judge/judge.ts"
import { cellJudge } from "../../../src/engine/judge/judgeCell.ts"
import { compiledOf } from "../../suites.ts"
import { call, said, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const RUNS = 6
const { get_weather } = weather.tools
const ends = expect("stop_reason", equals("end_turn"))

/** Each decides by something else: one run, all runs, or their outcomes. */
const gates = {
  "a gate of runs": ends,
  "the choice of a tool": toolSelection(get_weather, { minSelectionRate: 0.8, maxTotalTokens: 100 }),
  "the spread of runs": stability({ variance: atMost(0.01), weakest_score: atLeast(0.3) }),
  "pass^k": all(ends, reliability()),
  "a pass rate": all(ends, passRate({ atLeast: 0.5, confidence: 0.6 }))
}

const cells = Object.values(gates).map((some) => {
  const one = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" }).pipe(
    runs(RUNS),
    some as Gate<never>
  )
  const { definitions, plan } = compiledOf(suite("s", one))
  const [cell = assert.fail("there is a cell")] = plan.cells
  return (count: number) => {
    const planned: Cell = { ...cell, runs: count }
    return cellJudge(planned, boundGates(planned, { definitions }), { means: {}, traces: false })
  }
})

const traces = fc.constantFrom(
  trace({ stop_reason: "end_turn", tool_calls: [call("get_weather")], ...said(["It is."], 50) }),
  trace({ stop_reason: "end_turn", tool_calls: [call("get_forecast")], ...said(["It is."], 50) }),
  trace({
    stop_reason: "end_turn",
    tool_calls: [call("get_weather"), call("get_weather")],
    ...said(["a", "b"], 5_000)
  }),
  trace({ stop_reason: "max_turns", tool_calls: [call("get_weather")], ...said(["No."], 50) })
)

test("a failure with the runs that are left out is named, and changes no other verdict", () => {
  let [failed, noticed] = [0, 0]
  fc.assert(
    fc.property(
      fc.constantFrom(...cells),
      fc.array(traces, { minLength: 2, maxLength: RUNS }),
      fc.nat(),
      (judge, made, some) => {
        const count = 1 + (some % (made.length - 1))
        const results = made.map((one, at): RunResult => ({ index: at + 1, trace: one }))
        const [whole, narrow, alone] = [judge(made.length), judge(count), judge(count)]
        for (const result of results) whole.take(result)
        for (const result of results) if (result.index <= count) narrow.take(result)
        for (const result of results) if (result.index <= count) alone.take(result)
        for (const result of results) if (result.index > count) narrow.leaveOut(result)
        const failures = narrow.failsLeftOut()
        const verdict = narrow.finish([])
        assert.deepEqual(verdict, alone.finish([]))
        const isFound = failures.runs.length + failures.gates.length > 0
        if (isFound) noticed++
        if (verdict.verdict !== "pass" || whole.finish([]).verdict !== "fail") return
        failed++
        assert.ok(isFound, `${count} of ${made.length}: ${JSON.stringify(made.map((one) => one.stop_reason))}`)
      }
    ),
    { numRuns: 1_000 }
  )
  assert.ok(failed > 50 && noticed > failed, `${failed} of ${noticed}`)
})
