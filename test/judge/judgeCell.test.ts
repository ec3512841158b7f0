import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import {
  agent,
  agentConsistency,
  agentReliability,
  all,
  atLeast,
  call,
  equals,
  exact,
  expect,
  gate,
  passRate,
  reliability,
  runs,
  stability,
  suite,
  toolSelection,
  trajectory
} from "passhat"
import { digested } from "../../src/domain/Metric.ts"
import { issue } from "../../src/domain/issues.ts"
import type { RunResult } from "../../src/domain/Run.ts"
import { boundGates } from "../../src/judge/judge.ts"
import { cellJudge } from "../../src/judge/judgeCell.ts"
import { compiledOf } from "../suites.ts"
import { call as called, result, said, trace } from "../traces.ts"
import { weather } from "../types/servers.ts"

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

const compiled = (...more: ReadonlyArray<typeof gates>) => {
  const one = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
  const { definitions, plan } = compiledOf(
    suite(
      "s",
      more.reduce((so, next) => so.pipe(next), one.pipe(runs(RUNS), gates))
    )
  )
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

describe("a cell judged in several parts", () => {
  test("has the verdict that a single judge gives, however the runs are divided and in whatever order the parts are joined", () => {
    const judge = compiled()
    const shares = fc.tuple(outcome, fc.nat(2))
    let red = 0
    fc.assert(
      fc.property(
        fc.array(shares, { maxLength: RUNS }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (shared, order) => {
          const results = shared.map(([one], at): RunResult => ({ index: at + 1, ...one }))
          const alone = judge()
          for (const one of results) alone.take(one)
          const parts = [0, 1, 2].map((who) => {
            const one = judge()
            for (const [at, each] of results.entries()) if (shared[at]?.[1] === who) one.take(each)
            return structuredClone(one.part() ?? assert.fail("it is plain data"))
          })
          const together = judge()
          for (const who of order) together.join(parts[who]!)
          const verdict = alone.finish([])
          assert.deepEqual(together.finish([]), verdict)
          if (verdict.gates.some(({ checks }) => checks.some(({ evidence }) => evidence.findings.length > 0))) red += 1
        }
      ),
      { numRuns: 300 }
    )
    assert.ok(red > 10, "some have evidence to compare")
  })

  test("continues from joined parts, and clear forgets them too", () => {
    const [one, other, empty] = [compiled()(), compiled()(), compiled()()]
    one.take({ index: 2, trace: trace() })
    other.join(one.part() ?? assert.fail("it is plain data"))
    other.take({ index: 1, trace: trace() })
    assert.deepEqual(
      other.finish([]).runs.map(({ verdict }) => verdict !== "none"),
      Array.from({ length: RUNS }, (_, at) => at < 2)
    )
    other.clear()
    assert.deepEqual(other.part(), empty.part())
  })

  test("gives no part if a digest is not plain data", () => {
    const instances = gate(
      digested({
        name: "instances",
        targets: { n: "count" },
        digest: () => new URL("https://example.com"),
        measure: (kept: ReadonlyArray<URL>) => ({ n: kept.length }),
        expect: { n: atLeast(1) }
      }),
      {}
    )
    const judge = compiled(instances)()
    judge.take({ index: 1, trace: trace() })
    assert.equal(judge.part(), undefined)
  })

  test("is not divisible if a gate or a report keeps whole traces", () => {
    const whole = gate(
      {
        name: "whole",
        targets: { n: "count" },
        measure: (traced) => ({ n: traced.length }),
        expect: { n: atLeast(1) }
      },
      {}
    )
    assert.equal(compiled()().isDivisible, true)
    assert.equal(compiled(whole)().isDivisible, false)
  })
})
