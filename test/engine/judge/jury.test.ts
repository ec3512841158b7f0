/**
 * What judges say never changes a verdict: any rubric, any jury, any answers.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import {
  agent,
  atMost,
  call as expected,
  equals,
  expect,
  gate,
  judged,
  narrative,
  never,
  passRate,
  runs,
  stability,
  suite,
  type Trace,
  trajectory
} from "passhat"
import { exitCode } from "../../../src/app/kit/exitWith.ts"
import type { Judgement } from "../../../src/base/domain/recording/Judgement.ts"
import { jurorId, questionHash } from "../../../src/base/domain/plan/juries.ts"
import type { RunDefinition } from "../../../src/base/domain/verdict/Metric.ts"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import { boundGates, judge } from "../../../src/engine/judge/judge.ts"
import { cellJudge } from "../../../src/engine/judge/judgeCell.ts"
import { reportOf } from "../../../src/engine/judge/reportOf.ts"
import { unfounded } from "../../../src/app/reports/unfounded.ts"
import { modelCodesOf } from "../../../src/app/suites/suiteCode.ts"
import { compiledOf } from "../../suites.ts"
import { call, result, said, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })

const traces: ReadonlyArray<Trace> = [
  trace({
    tool_calls: [call("get_weather", { city: "A" })],
    tool_results: [result("c-get_weather")],
    final_response: "I wrote a summary for you.",
    ...said(["I look.", "I wrote a summary for you."], 50)
  }),
  trace({ tool_calls: [call("get_forecast")], final_response: "It is warm.", ...said(["It is warm."], 9) }),
  trace({ final_response: "", stop_reason: "max_tokens", ...said([""], 1) })
]

const rubric = fc.oneof(
  fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
  fc.constant("Is it kind?")
)
const asked = fc.record({ rubric, jury: fc.integer({ min: 1, max: 4 }) })

/** Deciding gates of every scope, in any selection. */
const deciding = fc.subarray([
  () => trajectory("superset", expected(get_weather)),
  () => never(get_forecast),
  () => expect("stop_reason", equals("end_turn")),
  () => narrative({}, { maxDivergenceScore: 0.5 }),
  () => passRate({ atLeast: 0.5 })
])

const suiteOf = (
  gates: ReadonlyArray<() => unknown>,
  asks: ReadonlyArray<{ rubric: string; jury: number }>,
  count: number
) =>
  compiledOf(
    suite(
      "s",
      [
        runs(count),
        ...gates.map((one) => one()),
        ...asks.map(({ jury, rubric: text }) => judged(text, { model: "claude-m", jury })),
        ...(asks.length > 0 ? [narrative({}, { llmAssisted: "claude-m" })] : [narrative()])
      ].reduce((self: unknown, step) => (step as (one: unknown) => unknown)(self), base) as typeof base
    )
  )

type Answer = Pick<Judgement, "verdict" | "reason"> | undefined

const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.constant(undefined),
  fc.record({ verdict: fc.constantFrom("pass" as const, "fail" as const), reason: fc.string() }),
  fc.record({ reason: fc.string() })
)

/** What is asked of a run, answered as the function says. */
const answered = (cell: Cell, compiled: ReturnType<typeof suiteOf>, one: Trace, next: () => Answer) => {
  const { questions } = cellJudge(cell, boundGates(cell, compiled), { means: {}, traces: false })
  return (questions?.(one) ?? []).flatMap(({ ask, asked_sha256, juror, question }): ReadonlyArray<Judgement> => {
    const given = next()
    return given === undefined ? [] : [{ asked_sha256, question, model: juror.model, ask, ...given }]
  })
}

const verdictOf = (compiled: ReturnType<typeof suiteOf>, chosen: ReadonlyArray<Trace>, next: () => Answer) => {
  const [cell] = compiled.plan.cells
  return judge({
    plan: compiled.plan,
    definitions: compiled.definitions,
    results: [
      {
        cell: cell!.id,
        issues: [],
        runs: chosen.map((one, at) => ({ index: at + 1, trace: one, judgements: answered(cell!, compiled, one, next) }))
      }
    ]
  })
}

/** All that decides. */
const decided = ({ cells, verdict }: ReturnType<typeof verdictOf>) => ({
  verdict,
  code: exitCode({ status: "complete", verdict }),
  cells: cells.map((cell) => ({
    verdict: cell.verdict,
    issues: cell.issues,
    runs: cell.runs,
    gates: cell.gates.filter(({ advisory }) => !advisory)
  }))
})

const passes: Answer = { verdict: "pass", reason: "" }

describe("judges", () => {
  test("whatever they say, no verdict, no run, no deciding gate and no exit code changes", () => {
    fc.assert(
      fc.property(
        deciding,
        fc.array(asked, { minLength: 1, maxLength: 3 }),
        fc.array(fc.constantFrom(...traces), { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(answer),
        (gates, asks, chosen, answers) => {
          const without = decided(verdictOf(suiteOf(gates, [], chosen.length), chosen, () => undefined))
          const compiled = suiteOf(gates, asks, chosen.length)
          for (const next of [() => answers.next().value, () => passes, () => undefined]) {
            const verdict = verdictOf(compiled, chosen, next)
            assert.deepEqual(decided(verdict), without)
            assert.equal(
              unfounded(reportOf([verdict], "complete")),
              unfounded(reportOf([verdictOf(compiled, chosen, () => undefined)], "complete"))
            )
          }
        }
      ),
      { numRuns: 60 }
    )
  })

  test("a judge that was not asked, or could not answer, never shows as a pass", () => {
    fc.assert(
      fc.property(asked, fc.constantFrom(...traces), fc.infiniteStream(answer), (asks, one, answers) => {
        const given: Array<Answer> = []
        const { cells } = verdictOf(suiteOf([], [asks], 1), [one], () => {
          const { value } = answers.next()
          given.push(value)
          return value
        })
        const shown = cells[0]?.gates.find(({ gate: name }) => name === "judged")
        const votes = given.slice(0, asks.jury).filter((vote) => vote?.verdict === "pass").length
        assert.equal(shown?.verdict === "pass", 2 * votes > asks.jury)
        assert.equal(shown?.advisory, true)
      })
    )
  })

  test("a cell that nothing but judges look at has no verdict", () => {
    const compiled = compiledOf(suite("s", base.pipe(judged("Is it kind?", { model: "claude-m" }))))
    const verdict = verdictOf(compiled, [traces[0]!], () => passes)
    assert.equal(verdict.verdict, "none")
    assert.equal(verdict.cells[0]?.issues[0]?.code, "NO_GATES")
  })

  test("another rubric, another model or another option of a model was not asked", () => {
    const juror = { model: "m", provider: { kind: "anthropic" } }
    const all = [
      questionHash("a", juror),
      questionHash("b", juror),
      questionHash("a", { ...juror, model: "n" }),
      questionHash("a", { ...juror, provider: { kind: "openai" } }),
      questionHash("a", { ...juror, model_options: { thinking: 1 } })
    ]
    assert.equal(new Set(all).size, all.length)
  })

  test("no gate that decides is given what judges say", () => {
    const seen: Array<unknown> = []
    const definition = {
      name: "acme/reads",
      targets: { calls: "count" },
      digest: (...given: ReadonlyArray<unknown>) => seen.push(given[3]),
      question: () => "Is it kind?",
      measure: () => ({ calls: 0 }),
      expect: { calls: atMost(0) }
    }
    const reads = gate(definition as unknown as RunDefinition<{}, { readonly calls: number }>, {})
    const compiled = compiledOf(suite("s", base.pipe(reads, judged("Is it kind?", { model: "claude-m" }))))
    const [cell] = compiled.plan.cells
    // Not even if a plan gives it a jury.
    const forged: Cell = { ...cell!, gates: cell!.gates.map((one) => ({ ...one, jury: cell!.gates[1]!.jury! })) }
    verdictOf({ ...compiled, plan: { ...compiled.plan, cells: [forged] } }, [traces[0]!], () => passes)
    assert.deepEqual(seen, [undefined])
  })

  test("the code of a judge's model is found under its gate and its place in the jury", () => {
    const suited = suite("s", base.pipe(never(get_forecast), judged("Is it kind?", { jury: ["claude-m", "gpt-m"] })))
    const { plan } = compiledOf(suited)
    const [cell] = plan.cells
    assert.deepEqual(
      [...modelCodesOf(suited, plan).keys()],
      [cell!.id, jurorId(cell!.id, "judged#1", 1), jurorId(cell!.id, "judged#1", 2)]
    )
  })

  test("a plan counts one more answer of a model for each judge of each run", () => {
    const { plan } = compiledOf(
      suite("s", base.pipe(runs(2), stability(), judged("?", { model: "claude-m", jury: 3 })))
    )
    assert.deepEqual(plan.live_at_most, { model_calls: 2 * 13, output_tokens: 2 * 13 * 4_096 })
  })
})
