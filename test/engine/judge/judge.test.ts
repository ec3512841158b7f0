import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { agent, atLeast, atMost, equals, expect, gate, runs, stability, suite, type Trace } from "passhat"
import { digested } from "../../../src/base/domain/verdict/Metric.ts"
import { issue, notice } from "../../../src/base/domain/issues.ts"
import type { RunResult } from "../../../src/base/domain/recording/Run.ts"
import type { Verdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { worst } from "../../../src/base/domain/verdict/worst.ts"
import { join } from "../../../src/language/dsl/gate.ts"
import { boundGates, judge } from "../../../src/engine/judge/judge.ts"
import { cellJudge } from "../../../src/engine/judge/judgeCell.ts"
import { reportOf } from "../../../src/engine/judge/reportOf.ts"
import { compiledOf } from "../../suites.ts"
import { call, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const stops = expect("stop_reason", equals("end_turn"))
const good = trace()
const bad = trace({ stop_reason: "max_turns" })
const lost = issue("INFRASTRUCTURE", "The model is down.", "Try again.")

const results = (...runResults: ReadonlyArray<Trace | typeof lost>): ReadonlyArray<RunResult> =>
  runResults.map((one, at) => ("code" in one ? { index: at + 1, issue: one } : { index: at + 1, trace: one }))

const judged = (one: typeof base, runResults: ReadonlyArray<RunResult>, issues = [] as ReadonlyArray<typeof lost>) => {
  const { definitions, plan } = compiledOf(suite("s", one))
  const cellResults = plan.cells.map(({ id }) => ({ cell: id, runs: runResults, issues }))
  const verdict = judge({ plan, definitions, results: cellResults, file: "suites/s.ts" })
  const [cell] = verdict.cells
  return { suite: verdict, cell: cell ?? assert.fail("there is a cell") }
}

/** Gates on all traces and on the runs' outcomes, that give a fixed number. */
const across = (value: number | undefined) =>
  gate({ name: "across", targets: { n: "count" }, measure: () => ({ n: value }), expect: { n: atLeast(1) } }, {})
const rate = (least: number) =>
  gate(
    {
      name: "rate",
      scope: "outcomes",
      targets: { passes: "count" },
      measure: (outcomes) => ({ passes: outcomes.filter((one) => one === "pass").length }),
      expect: { passes: atLeast(1) }
    },
    {},
    { passes: atLeast(least) }
  )

describe("several gates of one kind", () => {
  const value = (n: number) =>
    gate(
      {
        name: "value",
        scope: "run",
        targets: { n: "count" },
        measure: (_: Trace, spec: { readonly n: number }) => ({ n: spec.n }),
        expect: { n: atMost(9) }
      },
      { n }
    )

  test("keep a report each", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }), (numbers) => {
        const { cell } = judged(
          numbers.reduce((one, n) => one.pipe(value(n)), base.pipe(runs(1))),
          results(good)
        )
        const [run = assert.fail("there is a run")] = cell.runs
        const names = numbers.map((_, at) => (at === 0 ? "value.n" : `value#${at + 1}.n`))
        assert.deepEqual(run.report, Object.fromEntries(names.map((name, at) => [name, numbers[at]])))
        assert.deepEqual(
          cell.gates.map(({ report }) => report),
          numbers.map((n) => ({ "value.n": n }))
        )
      })
    )
  })
})

describe("verdicts propagate: fail outranks none, and none outranks pass", () => {
  const table: ReadonlyArray<readonly [string, typeof base, ReadonlyArray<Trace | typeof lost>, Verdict]> = [
    ["every run passes", base.pipe(runs(2), stops), [good, good], "pass"],
    ["one run fails", base.pipe(runs(2), stops), [good, bad], "fail"],
    ["one run was lost", base.pipe(runs(2), stops), [good, lost], "none"],
    ["one run fails and one was lost", base.pipe(runs(2), stops), [bad, lost], "fail"],
    ["a run is missing from the results", base.pipe(runs(2), stops), [good], "none"],
    ["no gate at all", base, [good], "none"],
    ["a gate across runs passes", base.pipe(runs(2), across(1)), [good, good], "pass"],
    ["a gate across runs fails", base.pipe(runs(2), across(0)), [good, good], "fail"],
    ["a gate across runs is undefined", base.pipe(runs(2), across(undefined)), [good, good], "none"],
    ["a gate across runs is not a number", base.pipe(runs(2), across(Number.NaN)), [good, good], "none"],
    ["a gate across runs is infinite", base.pipe(runs(2), across(Number.POSITIVE_INFINITY)), [good, good], "none"],
    ["a gate across runs without one of them", base.pipe(runs(2), across(1)), [good, lost], "none"],
    ["a rate takes over a red run", base.pipe(runs(2), stops, rate(1)), [good, bad], "pass"],
    ["a rate that is not met", base.pipe(runs(2), stops, rate(2)), [good, bad], "fail"],
    ["a rate without one of the runs", base.pipe(runs(2), stops, rate(1)), [good, lost], "none"],
    ["a rate over runs without a gate on single runs", base.pipe(runs(2), rate(1)), [good, good], "none"]
  ]

  test.each(table)("%s", (_, one, runResults, expected) => {
    const { cell, suite: verdict } = judged(one, results(...runResults))
    assert.equal(cell.verdict, expected)
    assert.equal(verdict.verdict, expected)
    assert.equal(reportOf([verdict], "complete").verdict, expected)
  })

  test("no verdicts at all are not a pass", () => {
    assert.equal(worst([]), "none")
    assert.equal(reportOf([], "complete").verdict, "none")
  })

  test("an advisory gate is in the report and changes no verdict", () => {
    const advisory = join<never>(across(0).nodes.map((node) => ({ ...node, advisory: true })))
    const { cell } = judged(base.pipe(stops, advisory), results(good))
    assert.equal(cell.verdict, "pass")
    assert.equal(cell.gates[1]?.verdict, "fail")
    assert.equal(cell.gates[1]?.checks[0]?.advisory, true)
  })

  test("a cell with an issue has no verdict, and a notice changes no verdict", () => {
    const stale = issue("STALE_CASSETTE", "It is stale.", "Record it again.")
    assert.equal(judged(base.pipe(stops), [], [stale]).cell.verdict, "none")
    const unused = notice("UNUSED_RECORDING", "Run 2 is not used.", "Use it.")
    assert.equal(judged(base.pipe(stops), results(good), [unused]).cell.verdict, "pass")
  })
})

test("a cell with an issue still has the verdict and the issues of each run", () => {
  const unfinished = issue("INFRASTRUCTURE", "The recording is not complete.", "Go on with --record=missing.")
  const { cell } = judged(base.pipe(runs(2), stops), results(good, lost), [unfinished])
  assert.equal(cell.verdict, "none")
  assert.deepEqual(
    cell.runs.map((run) => [run.verdict, run.issues.map(({ message }) => message)]),
    [
      ["pass", []],
      ["none", ["The model is down."]]
    ]
  )
})

describe("evidence", () => {
  test("a failed expectation names its gate, the run, the path, the expected and the actual value", () => {
    const { cell } = judged(base.pipe(runs(2), stops), results(good, bad))
    assert.deepEqual(cell.runs[1]?.checks, [
      {
        target: "stop_reason",
        verdict: "fail",
        expected: 'equal to "end_turn"',
        actual: "max_turns",
        advisory: false,
        gate: "expect#1",
        evidence: { findings: cell.runs[1]?.checks[0]?.evidence.findings ?? [] }
      }
    ])
    const [finding] = cell.runs[1]?.checks[0]?.evidence.findings ?? []
    assert.equal(finding?.run, 2)
    assert.equal(finding?.path, "stop_reason")
    assert.equal(finding?.expected, "end_turn")
    assert.equal(finding?.actual, "max_turns")
  })

  test("a red cell has the command that reproduces it, and a green one has none", () => {
    assert.equal(
      judged(base.pipe(stops), results(bad)).cell.command,
      "passhat run suites/s.ts --cell s/asks/claude-m --verbose"
    )
    assert.ok(!("command" in judged(base.pipe(stops), results(good)).cell))
  })

  test("a gate on single runs shows the report and the findings of its worst run", () => {
    const [worstRun] = judged(base.pipe(runs(3), stops), results(good, bad, good)).cell.gates
    assert.equal(worstRun?.verdict, "fail")
    assert.deepEqual(worstRun?.report, { stop_reason: "max_turns" })
    assert.equal(worstRun?.checks[0]?.evidence.findings[0]?.run, 2)
  })

  test("an absent value fails if the trace records such values, and has no verdict if it was not recorded", () => {
    const first = expect("tool_calls[0].name", equals("get_weather"))
    assert.equal(judged(base.pipe(first), results(good)).cell.verdict, "fail")
    assert.equal(judged(base.pipe(first), results(trace({ tool_calls: [call("get_weather")] }))).cell.verdict, "pass")
    assert.equal(judged(base.pipe(expect("conversation.tokens.total", atMost(10))), results(good)).cell.verdict, "none")
  })

  test("unrecorded tokens leave a stability gate without a verdict if the runs made calls", () => {
    const busy = trace({ tool_calls: [call("a"), call("b")] })
    assert.equal(judged(base.pipe(runs(2), stability()), results(busy, busy)).cell.verdict, "none")
    assert.equal(judged(base.pipe(runs(2), stability()), results(good, good)).cell.verdict, "pass")
  })
})

test("a gate that throws has no verdict, and an issue with the error", () => {
  const broken = gate(
    {
      name: "acme/broken",
      targets: { n: "count" },
      measure: (): { readonly n: number } => {
        throw new Error("division by cucumber")
      },
      expect: { n: atLeast(1) }
    },
    {}
  )
  const { cell } = judged(base.pipe(broken), results(good))
  assert.equal(cell.verdict, "none")
  assert.equal(cell.gates[0]?.issues[0]?.message, "acme/broken threw instead of measuring: division by cucumber.")
})

describe("runs that are judged as they arrive", () => {
  const several = base.pipe(
    runs(4),
    stops,
    gate(
      {
        name: "told",
        scope: "run",
        targets: { calls: "count" },
        measure: ({ tool_calls }) => ({ calls: tool_calls.length }),
        expect: { calls: atMost(1) },
        describe: (_, __, { final_response }) => final_response
      },
      {}
    ),
    stability()
  )
  const traces = [
    trace({ final_response: "one" }),
    trace({ final_response: "two" }),
    trace({ final_response: "three", stop_reason: "max_turns" }),
    trace({ final_response: "four", tool_calls: [call("a"), call("b")] })
  ]
  const inOrder = results(...traces)

  test("give the same verdicts in any order", () => {
    const expected = judged(several, inOrder).suite
    for (const order of [
      [3, 2, 1, 0],
      [1, 0, 3, 2],
      [2, 3, 0, 1]
    ]) {
      assert.deepEqual(
        judged(
          several,
          order.map((at) => inOrder[at]!)
        ).suite,
        expected
      )
    }
    assert.deepEqual(expected.cells[0]?.gates.map(({ gate: name, summary }) => [name, summary]).slice(0, 2), [
      ["expect", "stop_reason max_turns"],
      ["told", "four"]
    ])
  })

  test("share equal checks and reports", () => {
    const [first, second, third] = judged(several, inOrder).cell.runs
    assert.equal(first?.checks, second?.checks)
    assert.equal(first?.report, second?.report)
    assert.notEqual(first?.checks, third?.checks)
  })

  test("are dropped by clear", () => {
    const { definitions, plan } = compiledOf(suite("s", several))
    const [cell] = plan.cells
    const desk = cellJudge(cell!, boundGates(cell!, { definitions }), { means: {}, traces: true })
    for (const result of inOrder) desk.take(result)
    desk.clear()
    const { gates, runs: none, verdict } = desk.finish([lost])
    assert.deepEqual({ gates, none, verdict }, { gates: [], none: [], verdict: "none" })
  })
})

describe("a gate over all runs that keeps digests", () => {
  const counting = (digest: (trace: Trace, spec: { readonly least: number }, run: number) => string) =>
    gate(
      digested({
        name: "kept",
        targets: { kept: "value" },
        digest,
        measure: (kept) => ({ kept: kept.join() }),
        expect: { kept: equals("") }
      }),
      { least: 3 }
    )

  test("measures its digests in the order of the runs", () => {
    const { cell } = judged(
      base.pipe(
        runs(2),
        counting(({ stop_reason }, { least }, run) => `${run}:${stop_reason}:${least}`)
      ),
      results(good, bad).toReversed()
    )
    assert.deepEqual(cell.gates[0]?.report, { "kept.kept": "1:end_turn:3,2:max_turns:3" })
  })

  test("has no verdict if its digest function throws", () => {
    const broken = counting((_, __, run) => (run === 2 ? JSON.parse("?") : ""))
    const { cell } = judged(base.pipe(runs(2), broken), results(good, bad))
    assert.equal(cell.verdict, "none")
    assert.equal(cell.gates[0]?.issues[0]?.code, "GATE_THREW")
  })
})

test("runs of a cell without a deciding gate are not judged", () => {
  const { cell } = judged(base.pipe(runs(2)), results(good, bad))
  assert.deepEqual([cell.verdict, ...cell.runs.map(({ verdict }) => verdict)], ["none", "none", "none"])
  const { runs: others } = judged(base.pipe(runs(2), across(1)), results(good, good)).cell
  assert.deepEqual(
    others.map(({ verdict }) => verdict),
    ["pass", "pass"]
  )
})
