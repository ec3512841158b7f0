import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import {
  agent,
  all,
  always,
  atLeast,
  equals,
  expect,
  type Gate,
  passRate,
  reliability,
  runs,
  stability,
  suite,
  toolSelection,
  type Trace
} from "passhat"
import { issue } from "../../../src/base/domain/issues.ts"
import type { RunResult } from "../../../src/base/domain/recording/Run.ts"
import { boundGates } from "../../../src/engine/judge/judge.ts"
import { cellJudge } from "../../../src/engine/judge/judgeCell.ts"
import { compiledOf, issuesOf } from "../../suites.ts"
import { trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const RUNS = 20
const asks = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" }).pipe(runs(RUNS))
const ends = expect("stop_reason", equals("end_turn"))
const half = { atLeast: 0.5, stopEarly: true } as const

const judgeOf = (gates: Gate<never>) => {
  const compiled = compiledOf(suite("s", asks.pipe(gates)))
  const cell = compiled.plan.cells[0] ?? assert.fail("there is a cell")
  return cellJudge(cell, boundGates(cell, compiled), { means: {}, traces: false })
}
const stopping = () => judgeOf(all(ends, stability(), passRate(half)) as unknown as Gate<never>)

const passes = (index: number): RunResult => ({ index, trace: { ...trace(), stop_reason: "end_turn" } as Trace })
const fails = (index: number): RunResult => ({ index, trace: { ...trace(), stop_reason: "max_tokens" } as Trace })
const lost = (index: number): RunResult => ({ index, issue: issue("INFRASTRUCTURE", "Gone.", "Try again.") })
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

describe("a cell that stops early", () => {
  test("has the same verdict in whatever order its runs arrive, and however many come after the decision", () => {
    const results = fc.array(fc.constantFrom(passes, fails), { minLength: RUNS, maxLength: RUNS })
    let early = 0
    fc.assert(
      fc.property(results, fc.gen(), (made, gen) => {
        const given = made.map((one, at) => one(at + 1))
        const inOrder = stopping()
        for (const one of given) inOrder.take(one)
        const verdict = inOrder.finish([])
        const after = verdict.stopped?.after ?? RUNS
        early += after < RUNS ? 1 : 0
        const more = gen(() => fc.integer({ min: after, max: RUNS }))
        const shuffled = gen(() => fc.shuffledSubarray(given.slice(0, more), { minLength: more, maxLength: more }))
        const judge = stopping()
        for (const one of shuffled) judge.take(one)
        assert.deepEqual(judge.finish([]), verdict)
      })
    )
    assert.ok(early > 10, `${early} of the samples stopped early`)
  })

  test("says where, with the rule, as soon as the runs up to there are taken", () => {
    const judge = stopping()
    for (const index of [1, 2, 3, 4, 6, 7, 8]) judge.take(passes(index))
    assert.equal(judge.ending().stopped, undefined)
    judge.take(passes(5))
    assert.deepEqual(judge.ending().stopped, {
      after: 6,
      of: RUNS,
      rules: [{ gate: "pass_rate#1", spec: { at_least: 0.5, confidence: 0.95, stop_early: "betting" } }]
    })
    judge.take(fails(9))
    const { gates, issues, runs: made, stopped, verdict } = judge.finish([])
    assert.deepEqual([verdict, stopped, made.length], ["pass", { after: 6, of: RUNS }, 6])
    assert.deepEqual(
      issues.map(({ advisory, code, message }) => [advisory, code, message]),
      [[true, "STOPPED_EARLY", "asks stopped after 6 of 20 runs: decided."]]
    )
    assert.deepEqual(
      gates.map(({ gate, summary }) => [gate, /over 6 of 20 runs$|decided after 6 of 20 runs/.test(summary)]),
      [
        ["expect", true],
        ["stability", true],
        ["pass_rate", true]
      ]
    )
  })

  test("forgets what it took, and starts again", () => {
    const judge = stopping()
    for (const index of upTo(6)) judge.take(passes(index))
    judge.clear()
    assert.equal(judge.ending().stopped, undefined)
    for (const index of upTo(6)) judge.take(fails(index))
    assert.equal(judge.finish([]).verdict, "fail")
  })

  test("does not stop after a run without an outcome, whose cell has no verdict", () => {
    const judge = stopping()
    for (const index of upTo(RUNS)) judge.take(index === 3 ? lost(3) : passes(index))
    assert.equal(judge.ending().stopped, undefined)
    const { runs: made, stopped, verdict } = judge.finish([])
    assert.deepEqual([verdict, stopped, made.length], ["none", undefined, RUNS])
  })

  test("has no verdict if runs are missing before it is decided", () => {
    const judge = stopping()
    for (const index of [1, 2, 4, 5, 6, 7, 8, 9, 10]) judge.take(passes(index))
    const { runs: made, stopped, verdict } = judge.finish([])
    assert.deepEqual([verdict, stopped, made.length], ["none", undefined, RUNS])
  })

  test("with two gates that stop goes on until both are decided, and the first keeps its verdict", () => {
    const judge = judgeOf(
      all(ends, passRate(half), passRate({ atLeast: 0.8, stopEarly: true })) as unknown as Gate<never>
    )
    for (const index of upTo(RUNS)) judge.take(index > 6 ? fails(index) : passes(index))
    const { gates, stopped } = judge.finish([])
    assert.deepEqual(stopped, { after: 14, of: RUNS })
    assert.deepEqual(
      gates.slice(1).map(({ report, verdict }) => [verdict, report["pass_rate.runs"]]),
      [
        ["pass", 6],
        ["fail", 14]
      ]
    )
  })

  test("fails by a gate that holds in every run, and not by one that the rate forgives", () => {
    const tools = toolSelection(weather.tools.get_weather, { minSelectionRate: 1 })
    const held = judgeOf(
      all(always(ends), tools, passRate({ atLeast: 0.3, stopEarly: true })) as unknown as Gate<never>
    )
    const forgiving = judgeOf(all(ends, passRate({ atLeast: 0.3, stopEarly: true })) as unknown as Gate<never>)
    for (const judge of [held, forgiving]) {
      for (const index of upTo(RUNS)) judge.take(index === 1 ? fails(1) : passes(index))
    }
    assert.equal(held.finish([]).verdict, "fail")
    const { stopped, verdict } = forgiving.finish([])
    assert.equal(verdict, "pass")
    assert.ok(stopped !== undefined && stopped.after < RUNS)
  })

  test("leaves a gate without a verdict that needs more runs than were made", () => {
    const tools = reliability({ unbiased_pass_hat_10: atLeast(0.1) } as never)
    const judge = judgeOf(all(ends, tools, passRate(half)) as unknown as Gate<never>)
    for (const index of upTo(RUNS)) judge.take(passes(index))
    const { gates, stopped, verdict } = judge.finish([])
    assert.equal(stopped?.after, 6)
    assert.deepEqual([gates[1]?.verdict, verdict], ["none", "none"])
  })
})

describe("a suite is invalid", () => {
  const told = (...gates: ReadonlyArray<unknown>) =>
    issuesOf(suite("s", asks.pipe(ends, ...(gates as [never])))).map(({ message }) => message)

  test("if a gate beside the one that stops needs all runs", () => {
    const sentence =
      'Suite "s", agent "asks": pass_rate needs all runs, and another gate of the agent stops them early.'
    assert.deepEqual(told(passRate(half), passRate({ atLeast: 0.9 })), [sentence])
    assert.deepEqual(told(passRate(half), passRate({ atLeast: 0.9, stopEarly: "certain" })), [])
  })

  test("if a single run is to stop early, or too many are", () => {
    const stops = (count: number) =>
      issuesOf(
        suite(
          "s",
          agent("asks", { model: "claude-m", servers: [], prompt: "p" }).pipe(runs(count), ends, passRate(half))
        )
      ).map(({ message }) => message)
    assert.deepEqual(stops(1), ['Suite "s", agent "asks": pass_rate needs two or more runs.'])
    assert.deepEqual(stops(10_001), [
      'Suite "s", agent "asks": pass_rate: stopEarly takes at most 10000 runs, and the agent has 10001.'
    ])
  })

  test("if the rule is no rule", () => {
    assert.deepEqual(told(passRate({ atLeast: 0.5, stopEarly: "soon" as never })), [
      'Suite "s", agent "asks": pass_rate: stopEarly is "soon", expected true, false or "certain".'
    ])
  })
})
