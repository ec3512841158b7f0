/**
 * Values that are not valid numbers, in every place where a trace has a number: no check that depends on them passes.
 *
 * The traces go directly to the judge, as a user's driver may build them, and as plain JSON to `passhat/metrics`.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  allOf,
  anyOf,
  atLeast,
  atMost,
  between,
  call,
  contains,
  equals,
  exact,
  expect,
  fault,
  faults,
  goldenPath,
  hang,
  length,
  type Matcher,
  narrative,
  not,
  passRate,
  recovery,
  reliability,
  runs,
  said,
  schema,
  stability,
  subset,
  suite,
  toolSelection,
  type Trace,
  trajectory,
  trajectoryAxes
} from "passhat"
import * as Metrics from "passhat/metrics"
import { judge } from "../../../src/engine/judge/judge.ts"
import { jsonSchema } from "../../../src/language/metrics/jsonSchema.ts"
import { compiledOf } from "../../suites.ts"
import { call as made, result, said as conversation, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const twice = base.pipe(runs(2))

/** `1e400` is what JSON.parse makes Infinity of. */
const hostile: ReadonlyArray<number> = [NaN, Infinity, -Infinity, -1, null, "12", JSON.parse("1e400")] as never
/** Among arguments and results -1 is a number like any other. */
const noNumbers = hostile.filter((x) => x !== -1)
/** There null and "12" are values too: only these are none. */
const noJson = [NaN, Infinity, -Infinity, JSON.parse("1e400")]

const cellOf = (one: Agent<never>, ...traces: ReadonlyArray<Trace>) => {
  const { definitions, plan } = compiledOf(suite("s", one))
  const results = plan.cells.map(({ id }) => ({
    cell: id,
    runs: traces.map((each, at) => ({ index: at + 1, trace: each })),
    issues: []
  }))
  const [cell] = judge({ plan, definitions, results, means: { jsonSchema } }).cells
  return cell ?? assert.fail("there is a cell")
}

const faulted = base.pipe(faults(fault("f", weather.tools.get_weather, hang)))

const verdictOf = (one: Agent<never>, ...traces: ReadonlyArray<Trace>) => cellOf(one, ...traces).verdict

const now = made("get_weather", { city: "Sacramento" })
const ahead = made("get_forecast", { city: "Sacramento", days: 2 })
const healthy = trace({
  tool_calls: [now, ahead],
  tool_results: [result(now.id, { structured: { celsius: 20 } }), result(ahead.id)],
  final_response: "get_weather and get_forecast say that it is sunny.",
  faults: [{ fault: "f", call_id: now.id, kind: "hang", start_ms: 0, detected_ms: 3 }],
  ...conversation(["Looking.", "Sunny."], 500)
})

const spending = (total: number): Trace => ({
  ...healthy,
  conversation: { ...healthy.conversation, tokens: { input: total, output: total, total } }
})
const unpriced = trace({ ...healthy, ...conversation(["Looking.", "Sunny."]) })
const asking = (days: unknown): Trace => ({
  ...healthy,
  tool_calls: [now, { ...ahead, args: { city: "Sacramento", days: days as number } }]
})
const answering = (celsius: unknown): Trace => ({
  ...healthy,
  tool_results: [result(now.id, { structured: { celsius: celsius as number } }), result(ahead.id)]
})
/** Every number of a trace at once. */
const allOver = (x: number): Trace => ({
  ...asking(x),
  ...spending(x),
  tool_calls: asking(x).tool_calls.map((one) => ({ ...one, turn: x })),
  tool_results: answering(x).tool_results,
  clock: { virtual_ms: x },
  faults: [{ fault: "f", call_id: now.id, kind: "hang", start_ms: x, detected_ms: x }]
})

/** Passes on what is recorded well, so that the numbers alone decide, and on nothing that is hostile. */
const needs = (good: Agent<never>, healthyOnes: ReadonlyArray<Trace>, hostileOnes: ReadonlyArray<Trace>) => {
  assert.equal(verdictOf(good, ...healthyOnes), "pass")
  assert.notEqual(verdictOf(good, ...hostileOnes), "pass")
}

describe("tokens", () => {
  test.each(hostile)("a token sum of %p meets no token cap", (total) => {
    const capped = { minSelectionRate: 1, maxTotalTokens: 1_000 }
    for (const one of [
      twice.pipe(toolSelection(get_weather, capped)),
      twice.pipe(toolSelection(get_weather, capped, { pass_hat_k: atLeast(1), max_tokens: atMost(1_000) })),
      twice.pipe(toolSelection(get_weather, capped, { selection_rate: atLeast(1), pass_hat_k: atLeast(0.001) }))
    ]) {
      needs(one, [healthy, healthy], [healthy, spending(total)])
      needs(one, [healthy, healthy], [spending(total), spending(total)])
    }
  })

  test.each(hostile)("a token sum of %p leaves a stability gate without a verdict", (total) => {
    for (const one of [
      twice.pipe(stability({ score: atMost(0.999) })),
      twice.pipe(stability({ weakest_score: atMost(0.999) })),
      twice.pipe(stability({ variance: atMost(0.9) }))
    ]) {
      needs(one, [healthy, healthy], [healthy, spending(total)])
      assert.equal(verdictOf(one, spending(total), spending(total)), "none")
    }
  })

  test.each(hostile)("a token count of %p satisfies no matcher", (total) => {
    const matchers: ReadonlyArray<Matcher<number>> = [
      atMost(1_000),
      between(-10, 1_000),
      not(equals(5)),
      not(atLeast(1_000)),
      anyOf(atMost(1_000), equals(7)),
      allOf(not(equals(5)), atMost(1_000))
    ]
    for (const matcher of matchers) {
      for (const part of ["input", "output", "total"] as const) {
        needs(base.pipe(expect(`conversation.tokens.${part}`, matcher)), [spending(500)], [spending(total)])
      }
    }
  })

  test.each(hostile)("a run with %p tokens does not count as passed in a pass rate", (total) => {
    const frugal = twice.pipe(expect("conversation.tokens.total", atMost(1_000)))
    needs(frugal.pipe(reliability()), [healthy, healthy], [healthy, spending(total)])
    needs(frugal.pipe(reliability({ pass_at_k: atLeast(100) })), [healthy, healthy], [healthy, spending(total)])
    const many = base.pipe(runs(14), expect("conversation.tokens.total", atMost(1_000)), passRate({ atLeast: 0.8 }))
    const most = Array.from({ length: 13 }, () => healthy)
    needs(many, [...most, healthy], [...most, spending(total)])
  })

  test.each(hostile)("%p tokens score the same in a session gate as unrecorded tokens", (total) => {
    needs(
      twice.pipe(agentConsistency({ score: atMost(0.999) })),
      [healthy, healthy],
      [spending(total), spending(total)]
    )
    for (const gate of [agentReliability, agentConsistency]) {
      const one = twice.pipe(gate())
      assert.deepEqual(cellOf(one, spending(total), healthy), cellOf(one, unpriced, healthy))
    }
  })
})

describe("arguments and results", () => {
  const day = "tool_calls[1].args.days"
  const celsius = "tool_results[0].structured.celsius"

  test.each(noNumbers)("%p as an argument or a result is within no bounds, negated or not", (x) => {
    for (const matcher of [atMost(5), between(0, 30), not(atLeast(50)), anyOf(atMost(5), atMost(30))]) {
      needs(base.pipe(expect(day, matcher)), [asking(2)], [asking(x)])
      needs(base.pipe(expect(celsius, matcher)), [answering(2)], [answering(x)])
    }
  })

  test.each(noJson)("%p as an argument or a result satisfies no matcher", (x) => {
    for (const matcher of [equals(x), equals(null), not(equals(5)), not(contains(5)), schema(true)]) {
      for (const one of [day, "tool_calls[1].args", "tool_calls[*].args.days"] as const) {
        assert.notEqual(verdictOfUnchecked(one, matcher, asking(x)), "pass")
      }
      assert.notEqual(verdictOfUnchecked(celsius, matcher, answering(x)), "pass")
    }
  })

  test.each(hostile)("%p is not the expected argument of a trajectory", (x) => {
    const whole = { properties: { days: { type: "integer", minimum: 0 } } }
    const expected = [
      call(get_forecast, exact({ city: "Sacramento", days: 2 })),
      call(get_forecast, subset({ days: 2 }))
    ]
    for (const one of expected) {
      needs(base.pipe(trajectory("strict", call(get_weather), one)), [asking(2)], [asking(x)])
    }
    for (const mode of ["strict", "subsequence", "unordered", "superset", "subset", "sameMultiset"] as const) {
      const one = base.pipe(trajectory(mode, call(get_weather), call(get_forecast, schema(whole))))
      needs(one, [asking(2)], [asking(x)])
    }
  })

  test.each(noJson)("%p does not equal null, and has no verdict against a schema", (x) => {
    const nothing = { name: "get_forecast", args: { exact: { city: "Sacramento", days: null } } }
    assert.equal(Metrics.trajectory(asking(x), { mode: "superset", calls: [nothing] }).passed, 0)
    assert.equal(Metrics.trajectory(asking(null), { mode: "superset", calls: [nothing] }).passed, 1)
    const some = call(get_forecast, schema({ properties: { days: { minimum: 0 } } }))
    assert.equal(verdictOf(base.pipe(trajectory("superset", some)), asking(x)), "none")
  })

  test.each(noJson)("the same argument %p in two runs has no verdict on consistency, and does not equal null", (x) => {
    const alike = twice.pipe(stability({ argument_consistency: atLeast(1) }))
    assert.equal(verdictOf(alike, asking(x), asking(x)), "none")
    needs(alike, [asking(null), asking(null)], [asking(x), asking(null)])
    needs(alike, [asking(null), asking(null)], [asking(null), asking(x)])
  })

  test.each(noJson)("two calls with the argument %p leave redundancy without a verdict", (x) => {
    const repeated = { ...asking(x), tool_calls: [...asking(x).tool_calls, ...asking(x).tool_calls.slice(1)] }
    for (const expected of [{ weakest_score: atMost(0.999) }, { score: atMost(0.999) }, { variance: atMost(0.9) }]) {
      assert.equal(verdictOf(twice.pipe(stability(expected)), healthy, repeated), "none")
    }
  })

  test.each([...noJson, -1, "12"])("an argument %p does not match the number in the final response", (x) => {
    const issue = made("close_issue", { issue: x }, "issues")
    const told = base.pipe(narrative({ arg_mismatch: atMost(0) }))
    const telling = (text: string) => trace({ tool_calls: [issue], final_response: text })
    assert.equal(verdictOf(told, telling("I closed issue 43.")), "fail")
    assert.equal(verdictOf(told, telling("I closed the issue.")), "pass")
  })
})

describe("turns and times", () => {
  test.each(hostile)("two calls with the turn %p do not pass in reverse order", (turn) => {
    const at = (one: number) => ({ ...healthy, tool_calls: [ahead, now].map((each) => ({ ...each, turn: one })) })
    const free = { mode: "strict", withinTurn: "free" } as const
    needs(base.pipe(trajectory(free, call(get_weather), call(get_forecast))), [at(1)], [at(turn)])
    needs(
      base.pipe(trajectory({ ...free, mode: "subsequence" }, call(get_weather), call(get_forecast))),
      [at(1)],
      [at(turn)]
    )
  })

  test.each(hostile)("a turn or a time of %p satisfies no matcher", (x) => {
    const bad = allOver(x)
    for (const matcher of [atMost(10), not(atLeast(100)), not(equals(7)), between(-5, 10)]) {
      needs(base.pipe(expect("tool_calls[0].turn", matcher)), [healthy], [bad])
      needs(base.pipe(expect("clock.virtual_ms", matcher)), [healthy], [bad])
      needs(faulted.pipe(expect("faults[0].start_ms", matcher)), [healthy], [bad])
      needs(faulted.pipe(expect("faults[0].detected_ms", matcher)), [healthy], [bad])
    }
    needs(base.pipe(expect("tool_calls[*].turn", not(contains(9)))), [healthy], [bad])
    needs(faulted.pipe(expect("faults[*].detected_ms", length(atLeast(1)))), [healthy], [bad])
  })
})

describe("marks of a fault", () => {
  const slowed = fault("slowed", get_weather, hang)
  const faulty = base.pipe(faults(slowed))
  const within = { from: slowed, maxDetection: "1 second", maxRecovery: "1 second" } as const
  const met = (marks: object, virtual_ms = 5): Trace => ({
    ...healthy,
    clock: { virtual_ms },
    faults: [{ fault: "slowed", call_id: now.id, kind: "hang", start_ms: 0, detected_ms: 3, ...marks }]
  })

  test.each(hostile)("a detection or recovery time of %p does not pass recovery", (x) => {
    needs(faulty.pipe(recovery(within)), [met({ recovered_ms: 4 })], [met({ recovered_ms: x })])
    needs(
      faulty.pipe(recovery(within, { time_to_detection_ms: atMost(1_000) })),
      [met({ recovered_ms: 4 })],
      [met({ recovered_ms: 4, detected_ms: x })]
    )
    const stops = faulty.pipe(recovery({ ...within, accept: "clean stop" }))
    needs(stops, [met({})], [met({ detected_ms: x })])
    needs(stops, [met({})], [met({}, x)])
  })

  test.each(noNumbers)("a start time of %p does not pass recovery", (x) => {
    needs(faulty.pipe(recovery(within)), [met({ recovered_ms: 4 })], [met({ recovered_ms: 4, start_ms: x })])
  })
})

describe("gates that depend on no number", () => {
  test.each(hostile)("give the same verdict with %p in every number of the trace", (x) => {
    const gates = [
      base.pipe(goldenPath([get_weather, get_forecast])),
      base.pipe(goldenPath([get_weather])),
      base.pipe(trajectoryAxes({ dependencies: [{ producer: get_weather, consumer: get_forecast }] })),
      base.pipe(trajectoryAxes({ order: [{ first: get_forecast, second: get_weather }] })),
      base.pipe(trajectory("strict", call(get_weather), call(get_forecast))),
      base.pipe(narrative(undefined, { maxDivergenceScore: 0 })),
      base.pipe(toolSelection(get_weather, { minSelectionRate: 1 }, { selection_rate: atLeast(1) }))
    ]
    for (const one of gates) assert.equal(verdictOf(one, allOver(x)), verdictOf(one, healthy))
    const sequences = twice.pipe(stability({ tool_sequence_similarity: atLeast(1), early_divergence: atMost(0) }))
    assert.equal(verdictOf(sequences, allOver(x), allOver(x)), "pass")
    assert.equal(verdictOf(sequences, allOver(x), trace()), "fail")
  })
})

describe("signals and final responses", () => {
  test.each(hostile)("a signal of %p leaves a session gate without a verdict", (x) => {
    for (const gate of [agentReliability, agentConsistency]) {
      for (const name of ["confidence", "loop_detection", "tool_correctness", "coherence"] as const) {
        const one = (value: number) =>
          twice.pipe(gate({ score: atLeast(0.001) }, { signals: () => ({ confidence: 1, [name]: value }) }))
        assert.equal(verdictOf(one(1), healthy, healthy), "pass")
        assert.equal(verdictOf(one(x), healthy, healthy), "none")
      }
    }
  })

  test.each(hostile.filter((x) => typeof x !== "string"))("a final response of %p satisfies no matcher", (x) => {
    const told = trace({ ...healthy, final_response: x as unknown as string })
    const matchers: ReadonlyArray<Matcher<string>> = [
      length(atMost(9_999)),
      contains("sunny"),
      not(contains("rain")),
      not(length(atLeast(9_999)))
    ]
    for (const matcher of matchers) needs(base.pipe(said(matcher, { decides: true })), [healthy], [told])
  })
})

describe("plain JSON", () => {
  const texts = ["1e400", "-1e400", "-1", "null", '"12"', "1.5", "9007199254740993"]
  const valueOf = (text: string) => JSON.parse(text)
  const plain = (tool_calls: ReadonlyArray<object>, total: unknown = 10) => ({
    tool_calls,
    conversation: { tokens: { total }, turns: [] }
  })
  const spent = (text: string) => plain([{ name: "a", args: {} }, { name: "b" }], valueOf(text))
  const opening = (...ids: ReadonlyArray<string>) =>
    plain(ids.map((id) => ({ name: "open", args: { id: valueOf(id) } })))

  test.each(texts)("%s tokens count as unrecorded", (text) => {
    const capped = { expectedTool: "a", minSelectionRate: 1, maxTotalTokens: 1_000 }
    assert.equal(Metrics.toolSelection([spent("500")], capped).passed, true)
    const { max_tokens, pass_hat_k, passed } = Metrics.toolSelection([spent("500"), spent(text)], capped)
    assert.deepEqual(
      { max_tokens, pass_hat_k, passed },
      { max_tokens: undefined, pass_hat_k: undefined, passed: false }
    )
    assert.equal(Metrics.stability(spent(text)).cost_per_progress, undefined)
    assert.equal(Metrics.stability(spent(text)).weakest_score, undefined)
    const across = Metrics.stabilityAcross([spent("500"), spent(text)])
    assert.deepEqual([across.score, across.weakest_score, across.variance], [undefined, undefined, undefined])
  })

  test("two integers that JSON.parse reads as the same number are not equal", () => {
    for (const ids of [
      ["9007199254740992", "9007199254740993"],
      ["1e400", "2e400"]
    ] as const) {
      assert.equal(Metrics.stability(opening(...ids)).redundancy, undefined)
      assert.equal(Metrics.stability(opening(...ids)).cost_per_progress, undefined)
      const across = Metrics.stabilityAcross(ids.map((id) => opening(id)))
      assert.equal(across.argument_consistency, undefined)
    }
    assert.equal(Metrics.stabilityAcross([opening("1e400"), opening("null")]).argument_consistency, 0)
    const [even, odd] = [JSON.parse("9007199254740992"), JSON.parse("9007199254740993")]
    assert.equal(Metrics.match({ op: "equals", value: even }, odd).passed, false)
    assert.equal(Metrics.match({ op: "not", of: { op: "equals", value: even } }, odd).passed, false)
    for (const args of [
      { exact: { id: even } },
      { subset: { id: even } },
      { schema: { properties: { id: { const: even } } } }
    ]) {
      const report = Metrics.trajectory(opening("9007199254740993"), {
        mode: "strict",
        calls: [{ name: "open", args }]
      })
      assert.equal(report.passed, undefined)
    }
  })

  test.each(texts)("two calls with the turn %s in reverse order neither pass nor fail", (text) => {
    const calls = plain(["b", "a"].map((name) => ({ name, turn: valueOf(text) })))
    const spec = { mode: "strict", calls: [{ name: "a" }, { name: "b" }], within_turn: "free" } as const
    assert.equal(Metrics.trajectory(calls, spec).passed, undefined)
  })

  test.each(["1e400", "null", '"12"', "-1"])("an argument %s does not match a number", (text) => {
    const run = plain([{ name: "a", args: { days: valueOf(text) } }])
    const whole = { properties: { days: { type: "integer", minimum: 0 } } }
    for (const args of [{ exact: { days: 2 } }, { subset: { days: 2 } }, { schema: whole }]) {
      assert.notEqual(Metrics.trajectory(run, { mode: "strict", calls: [{ name: "a", args }] }).passed, 1)
    }
  })

  test("metrics that depend on no number have their usual values", () => {
    for (const text of texts) {
      const run = spent(text)
      assert.equal(Metrics.goldenPath(run, { calls: ["a", "b"] }).passed, 1)
      assert.equal(Metrics.goldenPath(run, { calls: ["b"] }).passed, 0)
      assert.equal(Metrics.trajectoryAxes(run, { order: [{ first: "b", second: "a" }] }).order_satisfaction, 0)
      assert.equal(Metrics.selectionF1(run, { classes: { x: ["a"] } }).precision, 0.5)
      assert.equal(Metrics.narrative(run).gate_passed, 1)
    }
  })

  test.each(["1e400", "-1", "null", '"12"'])("a signal or a weight of %s is an error", (text) => {
    const value = valueOf(text)
    for (const score of [Metrics.agentReliability, Metrics.agentConsistency]) {
      assert.throws(() => score([{ id: "1", signals: { confidence: value } }]), TypeError)
      assert.throws(
        () => score([{ id: "1", signals: { confidence: 1 } }], { weights: { confidence: value } }),
        TypeError
      )
    }
  })

  test.each(["1e400", "-1e400", "null", '"12"'])("a mark of %s does not pass recovery", (text) => {
    const value = valueOf(text)
    const options = { maxDetectionMs: 100, maxRecoveryMs: 100, requireCleanTimeout: true }
    assert.equal(Metrics.recovery({ callStart: 0, detectedAt: 1, recoveredAt: 2 }, options).passed, true)
    assert.equal(Metrics.recovery({ callStart: 0, detectedAt: 1, recoveredAt: value }, options).passed, false)
    assert.equal(Metrics.recovery({ callStart: value, detectedAt: 1, recoveredAt: 2 }, options).passed, false)
  })

  test.each(["1e400", "-1", "null", '"12"', "1.5"])("counts of %s have no pass probability and no interval", (text) => {
    const value = valueOf(text)
    for (const number of [Metrics.passAtK, Metrics.passHatK]) {
      assert.equal(number(value, 1, 1), undefined)
      assert.equal(number(10, value, 1), undefined)
      assert.equal(number(10, 1, value), undefined)
    }
    for (const interval of [Metrics.wilson, Metrics.clopperPearson]) {
      assert.equal(interval(value, 10, 0.95), undefined)
      assert.equal(interval(1, value, 0.95), undefined)
    }
    assert.equal(Metrics.confidenceBand(value, 0.95), undefined)
    assert.equal(Metrics.reliability([value, value]).pass_at_k, 0)
  })
})

/** Matchers that the types would not let through. */
const verdictOfUnchecked = (target: string, matcher: unknown, one: Trace) => {
  const { definitions, plan } = compiledOf(
    suite("s", base.pipe(expect(target as "tool_calls", (target.endsWith(".args") ? equals({}) : equals([])) as never)))
  )
  const cells = plan.cells.map((cell) => ({
    ...cell,
    gates: cell.gates.map((gate) => ({ ...gate, expectations: { [target]: matcher as never } }))
  }))
  const results = cells.map(({ id }) => ({ cell: id, runs: [{ index: 1, trace: one }], issues: [] }))
  return judge({ plan: { ...plan, cells }, definitions, results, means: { jsonSchema } }).verdict
}
