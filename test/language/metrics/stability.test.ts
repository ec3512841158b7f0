import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import * as Stability from "../../../src/language/metrics/stability.ts"
import { call, said, spent, trace } from "../../traces.ts"

const perfect = { tool_usage_stability: 1, response_consistency: 1, redundancy: 1, cost_per_progress: 1 }
const calls = (...names: ReadonlyArray<string>) => ({ tool_calls: names.map((name) => call(name)) })
const runs = (...traces: ReadonlyArray<Trace>) => traces.map(Stability.digest)

const usage = (...names: ReadonlyArray<string>) => Stability.subScores(trace(calls(...names))).tool_usage_stability
const consistency = (...answers: ReadonlyArray<string>) =>
  Stability.subScores(trace(said(answers))).response_consistency
const cost = (tokens: number, ...names: ReadonlyArray<string>) =>
  Stability.subScores(trace({ ...calls(...names), ...said(["a", "b"], tokens) })).cost_per_progress

describe("the sub-scores of one trace", () => {
  test("all sub-scores are 1 without progression, whatever the tokens", () => {
    for (const one of [trace(), trace(spent(9_000)), trace(calls("a")), trace(said(["hello"]))]) {
      assert.deepEqual(Stability.stability(one), { ...perfect, weakest_score: 1 })
    }
  })

  test("tool_usage_stability decreases with every further tool", () => {
    assert.equal(usage("a", "a", "a"), 1)
    assert.equal(usage("a", "b", "a"), 0.5)
    assert.equal(usage("a", "b", "c"), 0)
  })

  test("a tool of the same name on another server is another tool", () => {
    const both = trace({ tool_calls: [call("get", {}, "a"), call("get", {}, "b")] })
    assert.equal(Stability.subScores(both).tool_usage_stability, 0)
    assert.equal(Stability.subScores(both).redundancy, 1)
  })

  test("response_consistency decreases with the spread of answer lengths in code points", () => {
    assert.equal(consistency("ab", "👍👍"), 1)
    assert.equal(consistency("a", "abc"), 0.5)
    assert.equal(consistency("", "ab"), 0)
    assert.equal(consistency("", "", "", "abcd"), 0)
    assert.equal(consistency("", ""), 1)
  })

  test("only turns of the assistant are answers", () => {
    const turns = [
      { role: "user", content: "a long question" },
      { role: "assistant", content: "ok" },
      { role: "user", content: "" },
      { role: "assistant", content: "no" }
    ] as const
    assert.equal(Stability.subScores(trace({ conversation: { turns } })).response_consistency, 1)
  })

  test("a repeated call is not progress, whatever the order of its keys", () => {
    const scores = Stability.subScores(
      trace({ tool_calls: [call("search", { q: "a", page: 1 }), call("search", { page: 1, q: "a" })], ...spent(3_000) })
    )
    assert.equal(scores.redundancy, 0.5)
    assert.equal(scores.cost_per_progress, 2 / 3)
  })

  test("cost_per_progress is 1 up to 2000 tokens per distinct call, and 0 without calls", () => {
    assert.equal(cost(4_000, "a", "b"), 1)
    assert.equal(cost(8_000, "a", "b"), 0.5)
    assert.equal(cost(1), 0)
    assert.equal(cost(0), 1)
  })

  test("the cost and the weakest score are undefined if tokens were not recorded", () => {
    const { cost_per_progress, weakest_score, ...others } = Stability.stability(trace(calls("a", "a")))
    assert.deepEqual([cost_per_progress, weakest_score], [undefined, undefined])
    assert.deepEqual(others, { tool_usage_stability: 1, response_consistency: 1, redundancy: 0.5 })
  })

  test("the answers are unknown if the trace states so, and only then", () => {
    const scored = (more: Partial<Trace>, ...contents: ReadonlyArray<string>) => {
      const tool_calls = [1, 2].map((q) => ({ id: `${q}`, server: "", name: "a", args: { q } }))
      return Stability.stability(trace({ tool_calls, ...said(contents, 10), ...more }))
    }
    assert.deepEqual(scored({}, "Done."), { ...perfect, weakest_score: 1 })
    assert.deepEqual(scored({ unreported: [] }, "Done."), { ...perfect, weakest_score: 1 })
    assert.deepEqual(scored({ unreported: ["turns"] }, "Done."), {
      ...perfect,
      response_consistency: undefined,
      weakest_score: undefined
    })
    assert.equal(scored({}, "a", "abc").response_consistency, 0.5)
  })

  test("redundancy is undefined if two equal calls hold an integer with lost digits", () => {
    const opens = (...ids: ReadonlyArray<number>) =>
      Stability.stability(trace({ tool_calls: ids.map((id) => call("open", { id })), ...spent(100) }))
    assert.deepEqual(opens(JSON.parse("9007199254740992"), JSON.parse("9007199254740993")), {
      ...perfect,
      redundancy: undefined,
      cost_per_progress: undefined,
      weakest_score: undefined
    })
    assert.deepEqual(opens(2 ** 53, 2 ** 53 + 2), { ...perfect, weakest_score: 1 })
  })

  test("summary writes all four sub-scores on one line", () => {
    assert.equal(
      Stability.summary({ ...perfect, redundancy: 2 / 3, cost_per_progress: undefined }),
      "tool_usage_stability 1, response_consistency 1, redundancy 0.6666, cost_per_progress not recorded"
    )
  })
})

describe("the targets over all runs", () => {
  test("weakest_score is that of the worst run, and score is the mean", () => {
    const thrashing = trace({ ...calls("a", "b", "c"), ...spent(0) })
    const { score, variance, weakest_score } = Stability.measure(runs(trace(), thrashing))
    assert.deepEqual({ score, weakest_score, variance }, { score: 0.5, weakest_score: 0, variance: 0.25 })
  })

  test("three targets are undefined if a run has no recorded tokens", () => {
    assert.deepEqual(Stability.measure(runs(trace(spent(1)), trace(calls("a", "a")))), {
      score: undefined,
      weakest_score: undefined,
      variance: undefined,
      tool_sequence_similarity: 0,
      argument_consistency: 1,
      early_divergence: 1
    })
  })

  test("three targets are undefined if a run has two calls with lost digits", () => {
    const open = trace({ tool_calls: [call("a", { id: 2 ** 53 }), call("a", { id: 2 ** 53 })], ...spent(1) })
    const { score, variance, weakest_score } = Stability.measure(runs(trace(spent(1)), open))
    assert.deepEqual([score, weakest_score, variance], [undefined, undefined, undefined])
  })

  test("the targets are undefined without runs", () => {
    const { score, variance, weakest_score } = Stability.measure(runs())
    assert.deepEqual([score, weakest_score, variance], [undefined, undefined, undefined])
  })

  test("describe writes all targets on one line", () => {
    assert.equal(
      Stability.describe(Stability.measure(runs(trace(), trace()))),
      "weakest_score 1, score 1, variance 0, " +
        "tool_sequence_similarity 1, argument_consistency 1, early_divergence 0"
    )
  })
})

describe("explained", () => {
  test("the weakest run is named with its weakest sub-score and its counts", () => {
    const looping = trace({ ...calls("a", "a", "a", "a", "a", "a", "b", "b"), ...spent(100) })
    const swinging = trace(said(["a", "abc"], 0))
    const thrashing = trace({ ...calls("a", "b", "c"), ...spent(0) })
    const dear = trace({ ...calls("a", "a"), ...spent(8_000) })
    const { weakest_score } = Stability.explain(runs(trace(), looping, swinging, dear))
    assert.deepEqual(weakest_score, [
      { run: 2, actual: 0.25, reason: "redundancy 0.25 (8 calls, 2 distinct)" },
      { run: 4, actual: 0.25, reason: "cost_per_progress 0.25 (8000 tokens, 2 calls, 1 distinct)" },
      { run: 3, actual: 0.5, reason: "response_consistency 0.5 (answers of 1 to 3 characters)" }
    ])
    const [first] = Stability.explain(runs(trace(), thrashing)).score
    assert.deepEqual(first, { run: 2, actual: 0, reason: "tool_usage_stability 0 (3 calls, 3 tools)" })
  })

  test("runs without recorded tokens are named if they leave no verdict", () => {
    assert.deepEqual(Stability.explain(runs(trace(), trace(calls("a", "b")))).score, [
      { run: 2, path: "conversation.tokens", reason: "its tokens were not recorded" }
    ])
  })

  test("an integer with lost digits is named if it leaves no verdict", () => {
    const open = trace({ tool_calls: [call("a", { id: 2 ** 53 }), call("a", { id: 2 ** 53 })], ...spent(1) })
    const { argument_consistency, weakest_score } = Stability.explain(runs(open, trace(), open))
    assert.deepEqual(
      weakest_score.map(({ run }) => run),
      [1, 3]
    )
    assert.match(weakest_score[0]?.reason ?? "", /2\^53/)
    assert.deepEqual(
      argument_consistency.map(({ path, run }) => ({ path, run })),
      [{ path: "tool_calls[0]", run: 1 }]
    )
  })

  test("runs that differ from most runs are named", () => {
    const usual = trace(calls("a", "b"))
    const { early_divergence, tool_sequence_similarity } = Stability.explain(runs(usual, trace(calls("a", "c")), usual))
    assert.deepEqual(tool_sequence_similarity, [
      { run: 2, path: "tool_calls", reason: "called a, c, where 2 of 3 runs called a, b" }
    ])
    assert.deepEqual(early_divergence, [
      { run: 2, path: "tool_calls[1]", reason: "called c, where 2 of 3 runs called b" }
    ])
  })
})

describe("laws", () => {
  const anyTrace = fc
    .record({
      names: fc.array(fc.constantFrom("a", "b", "c")),
      answers: fc.array(fc.string({ unit: "grapheme" })),
      tokens: fc.nat(20_000)
    })
    .map(({ answers, names, tokens }) => trace({ ...calls(...names), ...said(answers, tokens) }))

  test("every sub-score is in 0..1, and none is below the weakest", () => {
    fc.assert(
      fc.property(anyTrace, (one) => {
        const { weakest_score, ...scores } = Stability.stability(one)
        for (const score of Object.values(scores)) assert.ok(score! >= 0 && score! <= 1 && score! >= weakest_score!)
      })
    )
  })

  test("every target is in 0..1, and weakest_score never exceeds score", () => {
    fc.assert(
      fc.property(fc.array(anyTrace, { minLength: 1, maxLength: 8 }), (traces) => {
        const report = Stability.measure(runs(...traces))
        for (const target of Object.values(report)) assert.ok(target! >= 0 && target! <= 1)
        assert.ok(report.weakest_score! <= report.score! + 1e-12)
      })
    )
  })
})
