/**
 * The formulas of the seeds, written down a second time as literally as possible, and compared with the metrics on random traces.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import {
  agentConsistency,
  agentReliability,
  goldenPath,
  recovery,
  reliability,
  stability,
  stabilityAcross,
  trajectoryAxes
} from "../../../src/metrics.ts"

const close = (one: unknown, other: number): void =>
  assert.ok(typeof one === "number" && Math.abs(one - other) < 1e-9, `${String(one)} is not ${other}`)

const mean = (all: ReadonlyArray<number>): number => all.reduce((a, b) => a + b, 0) / all.length
const variance = (all: ReadonlyArray<number>): number => mean(all.map((one) => (one - mean(all)) ** 2))

const name = fc.constantFrom<string>("a", "b", "c")
const names = fc.array(name, { maxLength: 6 })
const plainTrace = fc.record({
  tool_calls: fc.array(fc.record({ name, server: fc.constantFrom("x", "y"), args: fc.record({ q: fc.nat(1) }) }), {
    maxLength: 6
  }),
  conversation: fc.record({
    tokens: fc.record({ total: fc.oneof(fc.constant(0), fc.nat(20_000)) }),
    turns: fc.array(
      fc.record({
        role: fc.constantFrom("user", "assistant"),
        content: fc.constantFrom("", "ab", "abcdef", "x".repeat(40))
      }),
      { maxLength: 5 }
    )
  })
})
type PlainTrace = typeof plainTrace extends fc.Arbitrary<infer A> ? A : never

const subScores = ({ conversation, tool_calls }: PlainTrace) => {
  const lengths = conversation.turns.filter(({ role }) => role === "assistant").map(({ content }) => content.length)
  const total = tool_calls.length
  if (lengths.length < 2 && total < 2)
    return { tool_usage_stability: 1, response_consistency: 1, redundancy: 1, cost_per_progress: 1 }
  const tools = new Set(tool_calls.map((one) => `${one.server} ${one.name}`)).size
  const distinct = new Set(tool_calls.map((one) => `${one.server} ${one.name} ${one.args.q}`)).size
  const tokens = conversation.tokens.total
  const isFlat = lengths.length < 2 || lengths.every((length) => length === 0)
  return {
    tool_usage_stability: total < 2 ? 1 : Math.min(1, Math.max(0, 1 - (tools - 1) / (total - 1))),
    response_consistency: isFlat ? 1 : 1 - Math.min(1, Math.sqrt(variance(lengths)) / mean(lengths)),
    redundancy: total === 0 ? 1 : distinct / total,
    cost_per_progress: tokens === 0 ? 1 : distinct === 0 ? 0 : 2000 / Math.max(2000, tokens / distinct)
  }
}

describe("the formulas of the seeds", () => {
  test("stability of one trace, of one answer with calls too", () => {
    fc.assert(
      fc.property(plainTrace, (trace) => {
        const report = stability(trace)
        const expected = subScores(trace)
        for (const [key, value] of Object.entries(expected)) close(report[key as keyof typeof expected], value)
        close(report.weakest_score, Math.min(...Object.values(expected)))
      })
    )
  })

  test("stability of several traces", () => {
    fc.assert(
      fc.property(fc.array(plainTrace, { minLength: 2, maxLength: 5 }), (traces) => {
        const weakest = traces.map((trace) => Math.min(...Object.values(subScores(trace))))
        const report = stabilityAcross(traces)
        close(report.score, mean(weakest))
        close(report.weakest_score, Math.min(...weakest))
        close(report.variance, variance(weakest))
      })
    )
  })

  test("golden path, of a path that uses no tool twice: a path of its own repeats forgives them", () => {
    fc.assert(
      fc.property(names, fc.uniqueArray(name), (made, golden) => {
        const report = goldenPath({ tool_calls: made.map((one) => ({ name: one })) }, { calls: golden })
        const extra = Math.max(0, made.length - golden.length)
        const back = made.filter((one, at) => made.slice(0, at).includes(one) && made[at - 1] !== one).length
        const repeated = made.filter((one, at) => at > 0 && made[at - 1] === one).length
        assert.deepEqual([report.extra_steps, report.backtracks, report.repeated_tools], [extra, back, repeated])
        close(report.penalty, 1 / (1 + 0.5 * (extra + back + repeated)))
      })
    )
  })

  test("trajectory axes", () => {
    const edges = fc.array(fc.tuple(name, name), { maxLength: 4 })
    fc.assert(
      fc.property(names, edges, edges, (made, needs, orders) => {
        const report = trajectoryAxes(
          { tool_calls: made.map((one) => ({ name: one })) },
          {
            dependencies: needs.map(([producer, consumer]) => ({ producer, consumer })),
            order: orders.map(([first, second]) => ({ first, second }))
          }
        )
        const share = (kept: ReadonlyArray<boolean>): number =>
          kept.length === 0 ? 100 : Math.trunc((kept.filter(Boolean).length * 100) / kept.length)
        const isMet = ([producer, consumer]: readonly [string, string]): boolean =>
          made.every((one, at) => one !== consumer || made.slice(0, at).includes(producer))
        const isOrdered = ([first, second]: readonly [string, string]): boolean =>
          !made.includes(second) || (made.includes(first) && made.indexOf(first) <= made.indexOf(second))
        assert.equal(report.dependency_satisfaction, share(needs.map(isMet)))
        assert.equal(report.order_satisfaction, share(orders.map(isOrdered)))
      })
    )
  })

  test("reliability", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (outcomes) => {
        const report = reliability(outcomes)
        const bits = outcomes.map(Number)
        const sum = bits.reduce((total, _, at) => total + at + 1, 0)
        assert.equal(report.pass_at_k, bits.includes(1) ? 100 : 0)
        assert.equal(report.variance_amplification, Math.round((Math.sqrt(variance(bits)) / 0.5) * 100))
        assert.equal(
          report.graceful_degradation,
          Math.round((100 * bits.reduce((total, bit, at) => total + (at + 1) * bit, 0)) / sum)
        )
      })
    )
  })

  test("recovery", () => {
    const mark = fc.option(fc.integer({ min: 10, max: 100 }), { nil: undefined })
    fc.assert(
      fc.property(mark, mark, fc.integer({ min: 1, max: 100 }), (detectedAt, recoveredAt, maxDetectionMs) => {
        const report = recovery({ callStart: 10, detectedAt, recoveredAt }, { maxDetectionMs })
        const ends = [detectedAt, recoveredAt].filter((one) => one !== undefined)
        assert.equal(report.recovered, recoveredAt !== undefined)
        assert.equal(report.user_visible_hang_ms, ends.length === 0 ? maxDetectionMs : Math.min(...ends) - 10)
        if (detectedAt !== undefined) assert.equal(report.clean_timeout, detectedAt - 10 <= maxDetectionMs)
      })
    )
  })

  test("agent reliability and consistency", () => {
    const signal = fc.integer({ min: 0, max: 100 }).map((one) => one / 100)
    const signals = fc.record(
      { confidence: signal, loop_detection: signal, tool_correctness: signal, coherence: signal },
      { requiredKeys: ["confidence"] }
    )
    fc.assert(
      fc.property(fc.array(signals, { minLength: 1, maxLength: 10 }), (all) => {
        const session = all.map((one, at) => ({ id: `t${at}`, signals: one }))
        const risk = (value: number | undefined, weight: number): number =>
          value === undefined ? 0 : weight * (1 - value)
        const risks = all
          .map((one) =>
            Math.max(
              risk(one.confidence, 1),
              risk(one.loop_detection, 1),
              risk(one.tool_correctness, 0.8),
              risk(one.coherence, 1)
            )
          )
          .toSorted((a, b) => b - a)
        const top = risks.slice(0, Math.max(1, Math.ceil(all.length * 0.15)))
        const raw = 0.9 * mean(top) + 0.1 * risks[0]!
        const uncertain = all.map(
          (one) =>
            (1 + risk(one.loop_detection, 1) + risk(one.tool_correctness, 0.8) + risk(one.coherence, 1)) *
            (1 - one.confidence)
        )
        const rms = Math.sqrt(mean(uncertain.map((one) => one * one)))
        const scores = [agentReliability(session), agentConsistency(session)].map((one) =>
          "score" in one ? one.score : NaN
        )
        for (const [at, value] of [raw, rms].entries())
          assert.ok(Math.abs(scores[at]! - Math.min(1, Math.max(0, 1 - value))) <= 0.000051)
      })
    )
  })
})
