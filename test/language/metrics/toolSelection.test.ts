import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Runs } from "../../../src/base/domain/verdict/Metric.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import * as ToolSelection from "../../../src/language/metrics/toolSelection.ts"
import { call, spent, trace } from "../../traces.ts"

const digests = (traces: Runs, spec: ToolSelection.Spec) => traces.map((one) => ToolSelection.digest(one, spec))
const measured = (traces: Runs, spec: ToolSelection.Spec) => ToolSelection.measure(digests(traces, spec), spec)
const described = (report: ToolSelection.Report, spec: ToolSelection.Spec, traces: Runs) =>
  ToolSelection.describe(report, spec, digests(traces, spec))
const explained = (traces: Runs, spec: ToolSelection.Spec, report: ToolSelection.Report) =>
  ToolSelection.explain(digests(traces, spec), spec, report)

const spec: ToolSelection.Spec = { expected_tool: "get_weather", server: "weather", min_selection_rate: 0.8 }
const picks = (tokens = 100): Trace => trace({ tool_calls: [call("get_weather")], ...spent(tokens) })
const misses = (tokens = 100): Trace => trace({ tool_calls: [call("search"), call("search")], ...spent(tokens) })
const runs = (...traces: ReadonlyArray<Trace>): Runs => traces as unknown as Runs
const many = (count: number, one: Trace): ReadonlyArray<Trace> => Array.from({ length: count }, () => one)

const printed = (picked: number, missed: number) => {
  const cell = runs(...many(picked, picks()), ...many(missed, misses()))
  return described(measured(cell, spec), spec, cell)
}

describe("tool selection", () => {
  test("nine of ten runs that call the tool give a rate of 0.9", () => {
    const cell = runs(...many(8, picks(900)), picks(1840), misses())
    const report = measured(cell, spec)
    assert.deepEqual(report, { selection_rate: 0.9, max_tokens: 1840, pass_hat_k: 0.9 })
    assert.equal(described(report, spec, cell), "selection 9/10 (90%), pass^1 90%, max tokens 1840")
  })

  test("any call of a run may select the tool, on the named server only", () => {
    const late = trace({ tool_calls: [call("search"), call("get_weather")], ...spent(1) })
    const elsewhere = trace({ tool_calls: [call("get_weather", {}, "other")], ...spent(1) })
    const { server: _, ...anyServer } = spec
    assert.equal(measured(runs(late, elsewhere), spec).selection_rate, 0.5)
    assert.equal(measured(runs(late, elsewhere), anyServer).selection_rate, 1)
  })

  test("a run above the cap is not a success, and a run at the cap is", () => {
    const capped = { ...spec, max_total_tokens: 2_000 }
    const cell = runs(picks(2_000), picks(2_001))
    assert.deepEqual(measured(cell, capped), { selection_rate: 1, max_tokens: 2_001, pass_hat_k: 0.5 })
    assert.equal(measured(cell, spec).pass_hat_k, 1)
  })

  test("pass^k is unbiased, and undefined for fewer than k runs", () => {
    const cell = runs(...many(9, picks()), misses())
    assert.equal(measured(cell, { ...spec, k: 5 }).pass_hat_k, 0.5)
    const few = runs(picks(), picks(), picks())
    const report = measured(few, { ...spec, k: 5 })
    assert.equal(report.pass_hat_k, undefined)
    assert.equal(
      described(report, { ...spec, k: 5 }, few),
      "selection 3/3 (100%), pass^5 undefined for fewer than 5 runs, max tokens 100"
    )
  })

  test("max_tokens is undefined if a run recorded none, and with a cap so is pass^k", () => {
    const cell = runs(picks(), trace({ tool_calls: [call("get_weather")] }))
    const capped = { ...spec, max_total_tokens: 2_000, k: 2 }
    const report = measured(cell, capped)
    assert.deepEqual(report, { selection_rate: 1, max_tokens: undefined, pass_hat_k: undefined })
    assert.equal(
      described(report, capped, cell),
      "selection 2/2 (100%), pass^2 undefined without recorded tokens, max tokens not recorded"
    )
    assert.deepEqual(measured(cell, spec), { selection_rate: 1, max_tokens: undefined, pass_hat_k: 1 })
  })

  test("a run with 0 tokens has recorded tokens", () => {
    const free = runs(picks(0))
    const capped = { ...spec, max_total_tokens: 1 }
    assert.deepEqual(measured(free, capped), { selection_rate: 1, max_tokens: 0, pass_hat_k: 1 })
  })

  test("without runs the rate is 0 and pass^k is undefined", () => {
    assert.deepEqual(measured(runs(), spec), {
      selection_rate: 0,
      max_tokens: undefined,
      pass_hat_k: undefined
    })
  })

  test("percents are truncated, not rounded", () => {
    assert.equal(printed(2, 1), "selection 2/3 (66%), pass^1 66%, max tokens 100")
    assert.equal(printed(29, 71), "selection 29/100 (29%), pass^1 29%, max tokens 100")
  })
})

describe("explained", () => {
  test("findings name each run that did not select, and its calls", () => {
    const cell = runs(picks(), misses(), trace(spent(1)))
    const { selection_rate } = explained(cell, spec, measured(cell, spec))
    const path = "tool_calls"
    const expected = "get_weather"
    assert.deepEqual(selection_rate, [
      { run: 2, path, expected, actual: ["search"], reason: "called search instead of get_weather" },
      { run: 3, path, expected, actual: [], reason: "called no tool" }
    ])
  })

  test("findings name each run above the cap, and each without recorded tokens", () => {
    const cell = runs(picks(20), picks(30), trace())
    const capped = { ...spec, max_total_tokens: 20 }
    const { max_tokens } = explained(cell, capped, measured(cell, capped))
    const path = "conversation.tokens.total"
    assert.deepEqual(max_tokens, [
      { run: 2, path, expected: 20, actual: 30, reason: "30 tokens, over the cap of 20" },
      { run: 3, path, reason: "its tokens were not recorded" }
    ])
  })

  test("findings name the run with the most tokens if there is no cap", () => {
    const cell = runs(picks(10), picks(30))
    assert.deepEqual(
      explained(cell, spec, measured(cell, spec)).max_tokens.map(({ reason }) => reason),
      ["30 tokens, the most of any run"]
    )
  })

  test("findings of pass^k name every run that is not a success", () => {
    const cell = runs(picks(30), misses(10), picks(10))
    const capped = { ...spec, max_total_tokens: 20, k: 3 }
    assert.deepEqual(
      explained(cell, capped, measured(cell, capped)).pass_hat_k.map(({ run }) => run),
      [2, 1]
    )
  })

  test("findings say if there are too few runs for pass^k", () => {
    const [first] = explained(
      runs(picks()),
      { ...spec, k: 3 },
      {
        selection_rate: 1,
        max_tokens: 100,
        pass_hat_k: undefined
      }
    ).pass_hat_k
    assert.deepEqual(first, { reason: "pass^3 is undefined for fewer than 3 runs" })
  })
})

describe("laws", () => {
  const anyRun = fc.oneof(fc.nat(3_000).map(picks), fc.nat(3_000).map(misses), fc.constant(trace()))
  const anyCell = fc.array(anyRun, { minLength: 1, maxLength: 20 })

  test("rates are in 0..1, and pass^k never exceeds the selection rate", () => {
    fc.assert(
      fc.property(anyCell, fc.integer({ min: 1, max: 5 }), (cell, k) => {
        const report = measured(runs(...cell), { ...spec, k, max_total_tokens: 1_500 })
        const { pass_hat_k = 0, selection_rate } = report
        assert.ok(pass_hat_k >= 0 && pass_hat_k <= selection_rate && selection_rate <= 1)
      })
    )
  })

  test("the numbers do not depend on the order of the runs", () => {
    fc.assert(
      fc.property(anyCell, (cell) => {
        assert.deepEqual(measured(runs(...cell), spec), measured(runs(...cell.toReversed()), spec))
      })
    )
  })
})
