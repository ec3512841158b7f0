/**
 * The options of `stability`, `agentReliability` and `agentConsistency`, and what a failing default says.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  atLeast,
  type Gate,
  runs,
  stability,
  suite,
  type Trace
} from "passhat"
import { calibrate } from "../../../src/language/metrics/stabilityCaps.ts"
import { digest, sessionOf } from "../../../src/language/metrics/internal/stability/subScores.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import { compiledOf, issuesOf } from "../../suites.ts"
import { call, said, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const asks = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const two = asks.pipe(runs(2))

const gateOf = (one: Agent<never>, ...traces: ReadonlyArray<Trace>) => {
  const { definitions, plan } = compiledOf(suite("s", one))
  const results = plan.cells.map(({ id }) => ({
    cell: id,
    runs: traces.map((each, at) => ({ index: at + 1, trace: each })),
    issues: []
  }))
  return judge({ plan, definitions, results }).cells[0]?.gates[0] ?? assert.fail("there is a gate")
}

const reasonsOf = (one: Agent<never>, ...traces: ReadonlyArray<Trace>) =>
  gateOf(one, ...traces).checks.flatMap(({ evidence }) => evidence.findings.map(({ reason }) => reason))

/** A healthy agent: searches, then updates, with 20,000 tokens, one silent turn and a long answer. */
const healthy = trace({
  tool_calls: [call("search", { q: "x" }), call("search", { q: "y" }), call("update", { id: 1 })],
  final_response: "I searched and updated it: update and search.",
  ...said(["", "Looking it up.", "I searched for it and then updated it, as you asked me to do."], 20_000)
})
/** The same with one call four times over. */
const looping = trace({
  ...healthy,
  tool_calls: [...healthy.tool_calls, ...Array.from({ length: 9 }, () => call("update", { id: 1 }))]
})

describe("stability with options", () => {
  const options = { tokensPerUsefulCall: 8_000, silentTurns: "skip", floors: { response_consistency: 0.3 } } as const

  test("a healthy agent fails the default and passes with options from its recordings", () => {
    assert.equal(gateOf(two.pipe(stability()), healthy, healthy).verdict, "fail")
    assert.equal(gateOf(two.pipe(stability({}, options)), healthy, healthy).verdict, "pass")
    assert.equal(gateOf(two.pipe(stability({}, options)), healthy, looping).verdict, "fail")
  })

  test("tokensPerUsefulCall sets the cost above which the score falls", () => {
    const cost = (tokensPerUsefulCall: number) =>
      gateOf(two.pipe(stability({}, { tokensPerUsefulCall, floors: {} })), healthy, healthy).report[
        "stability.cost_per_progress"
      ]
    assert.deepEqual([cost(20_000), cost(2_000)], [1, 0.3])
  })

  test("skipped silent turns do not count as answers", () => {
    const uneven = trace({ tool_calls: healthy.tool_calls, ...said(["", "", "", "Done."], 100) })
    const consistency = (silentTurns: "count" | "skip") =>
      gateOf(two.pipe(stability({}, { silentTurns, floors: {} })), uneven, uneven).report[
        "stability.response_consistency"
      ]
    assert.deepEqual([consistency("count"), consistency("skip")], [0, 1])
  })

  test("only the judged dimensions make the weakest score", () => {
    const only = (dimensions: ReadonlyArray<"redundancy" | "cost_per_progress">) =>
      gateOf(two.pipe(stability({}, { dimensions })), healthy, healthy).report["stability.weakest_score"]
    assert.deepEqual([only(["redundancy"]), only(["redundancy", "cost_per_progress"])], [1, 0.3])
  })

  test("a dimension without tokens has no verdict, and needs none if it is not judged", () => {
    const unpriced = trace({ ...healthy, ...said(["Looking it up.", "I updated it."]) })
    assert.equal(gateOf(two.pipe(stability()), unpriced, unpriced).verdict, "none")
    assert.equal(gateOf(two.pipe(stability({}, { dimensions: ["redundancy"] })), unpriced, unpriced).verdict, "pass")
    assert.equal(gateOf(two.pipe(stability({}, { floors: { redundancy: 0.9 } })), unpriced, unpriced).verdict, "none")
  })

  test("floors join expectations, and dimensions without a floor keep the default", () => {
    const both = gateOf(
      two.pipe(stability({ score: atLeast(0.1) }, { floors: { cost_per_progress: 0.2 } })),
      healthy,
      healthy
    )
    assert.deepEqual(
      both.checks.map(({ expected, target, verdict }) => [target, expected, verdict]),
      [
        ["stability.score", "at least 0.1", "fail"],
        ["stability.tool_usage_stability", "at least 0.5", "pass"],
        ["stability.response_consistency", "at least 0.5", "fail"],
        ["stability.redundancy", "at least 0.5", "pass"],
        ["stability.cost_per_progress", "at least 0.2", "pass"]
      ]
    )
  })

  test("a failing default names the dimension, the default floor and the options that set it", () => {
    const reasons = reasonsOf(two.pipe(stability()), healthy, healthy)
    assert.match(reasons[0] ?? "", /^response_consistency 0 \(answers of 0 to 61 characters\)$/)
    assert.equal(
      reasons.at(-1),
      'the floor 0.5 is the default; if these runs are good, set it from them: stability({}, { tokensPerUsefulCall: 6700, silentTurns: "skip", floors: { response_consistency: 0.37 } })'
    )
    assert.doesNotMatch(
      reasonsOf(two.pipe(stability({ weakest_score: atLeast(0.5) })), healthy, healthy).join(),
      /default/
    )
  })

  test("runs pass with the options that a failing default takes from them", () => {
    const anyCall = fc.record({ name: fc.constantFrom("a", "b", "c"), id: fc.nat(2) })
    const anyRun = fc
      .record({
        calls: fc.array(anyCall, { maxLength: 8 }),
        answers: fc.array(fc.string({ maxLength: 30 }), { maxLength: 5 }),
        tokens: fc.nat(200_000)
      })
      .map(({ answers, calls, tokens }) =>
        trace({ tool_calls: calls.map(({ id, name }) => call(name, { id })), ...said(answers, tokens) })
      )
    let passed = 0
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const found = calibrate(
          [one, other].map((each) => sessionOf(digest(each))),
          {}
        )
        if (found === undefined) return
        passed++
        assert.equal(gateOf(two.pipe(stability({}, found)), one, other).verdict, "pass", JSON.stringify(found))
      })
    )
    assert.ok(passed > 10, "options were found")
  })

  test("invalid options are refused at load", () => {
    const messages = (gate: Gate<never>) =>
      issuesOf(suite("s", two.pipe(gate)))
        .map(({ message }) => message)
        .join(" ")
    const refused = (given: unknown) => messages(stability({}, given as {}) as unknown as Gate<never>)
    assert.match(refused({ tokensPerUsefulCall: 0 }), /tokensPerUsefulCall is 0, expected more than 0/)
    assert.match(refused({ tokensPerUsefulCall: Number.NaN }), /is not JSON/)
    assert.match(refused({ silentTurns: "drop" }), /silentTurns is "drop"/)
    assert.match(refused({ dimensions: [] }), /dimensions names none/)
    assert.match(refused({ dimensions: ["redundance"] }), /unknown dimension redundance/)
    assert.match(refused({ floors: { redundancy: 0 } }), /the floor of redundancy is 0/)
    assert.match(refused({ floors: { redundancy: 50 } }), /the floor of redundancy is 50/)
    assert.match(refused({ dimensions: ["redundancy"], floors: { cost_per_progress: 0.5 } }), /unknown floor cost_per/)
    assert.match(messages(agentReliability({}, { floors: { confidence: 2 } })), /the floor of confidence is 2/)
    assert.match(messages(agentReliability({}, { tokensPerUsefulCall: -1 })), /tokensPerUsefulCall is -1/)
  })
})

describe.each([
  ["agentReliability", agentReliability],
  ["agentConsistency", agentConsistency]
] as const)("%s", (name, gate) => {
  const options = { tokensPerUsefulCall: 8_000, silentTurns: "skip" } as const

  test("a healthy agent passes with options from its recordings, and a looping one does not", () => {
    assert.equal(gateOf(two.pipe(gate()), healthy, healthy).verdict, "fail")
    assert.equal(gateOf(two.pipe(gate({ score: atLeast(0.2) }, options)), healthy, healthy).verdict, "pass")
    assert.equal(gateOf(two.pipe(gate({ score: atLeast(0.3) }, options)), healthy, looping).verdict, "fail")
  })

  test("a floor of a signal joins the score and needs the signal of every run", () => {
    const floored = two.pipe(gate({ score: atLeast(0.01) }, { ...options, floors: { loop_detection: 0.9 } }))
    assert.equal(gateOf(floored, healthy, healthy).verdict, "pass")
    assert.equal(gateOf(floored, healthy, looping).verdict, "fail")
    assert.equal(gateOf(floored, healthy, trace({ ...said(["a", "b"], 0) })).verdict, "none")
    const unscored = two.pipe(gate(undefined, { floors: { loop_detection: 0.9 } }))
    assert.equal(gateOf(unscored, healthy, healthy).checks[0]?.target.endsWith(".score"), true)
  })

  test("a failing default names the sub-score, the default floor and the options that set it", () => {
    const reasons = reasonsOf(two.pipe(gate()), healthy, healthy)
    assert.match(reasons[1] ?? "", /confidence_risk 1, .*response_consistency 0 \(answers of 0 to 61 characters\)/)
    assert.match(reasons.at(-1) ?? "", new RegExp(`^the floor 0.5 is the default; .*${name}\\(\\{`))
    assert.doesNotMatch(reasonsOf(two.pipe(gate({ score: atLeast(0.9) })), healthy, healthy).join(), /default/)
  })

  test("the summary names the band of the score", () => {
    const summary = (confidence: number) =>
      gateOf(two.pipe(gate({ score: atLeast(0.99) }, { signals: () => ({ confidence }) })), healthy, healthy).summary
    const bands = [0.95, 0.9, 0.8999, 0.7, 0.5, 0.3, 0.2999, 0].map((score) => /\((.*?)\)/.exec(summary(score))?.[1])
    assert.deepEqual(
      bands,
      name === "agentReliability"
        ? [
            "highly reliable, 0.9 to 1",
            "highly reliable, 0.9 to 1",
            "generally reliable, 0.7 to 0.9",
            "generally reliable, 0.7 to 0.9",
            "moderate risk, 0.5 to 0.7",
            "elevated risk, 0.3 to 0.5",
            "high risk, below 0.3",
            "high risk, below 0.3"
          ]
        : [
            "highly consistent, 0.9 to 1",
            "highly consistent, 0.9 to 1",
            "generally consistent, 0.7 to 0.9",
            "generally consistent, 0.7 to 0.9",
            "moderate instability, 0.5 to 0.7",
            "high instability, 0.3 to 0.5",
            "unstable, below 0.3",
            "unstable, below 0.3"
          ]
    )
    const empty = gateOf(two.pipe(gate(undefined, { signals: () => ({}), allowEmpty: true })), healthy, healthy)
    assert.equal(empty.summary, "score 1, No traces or signals to evaluate.")
  })
})

describe("the evidence of session gates", () => {
  test("ranks risks by their weights, and leaves out those without a weight", () => {
    const signals = () => ({ confidence: 0.4, coherence: 0, tool_correctness: 0.1 })
    const weights = { coherence: 0, tool_correctness: 0.5 }
    const [, ...reliable] = reasonsOf(
      two.pipe(agentReliability({ score: atLeast(0.9) }, { signals, weights })),
      healthy,
      healthy
    )
    assert.deepEqual(reliable, ["confidence_risk 0.6", "confidence_risk 0.6", "tool_risk 0.9, weight 0.5"])
  })

  test("ranks the runs of agentConsistency by their share of the risk", () => {
    const signals = (_: Trace, run: number) =>
      run === 1 ? { confidence: 1, loop_detection: 0 } : { confidence: 0.8, loop_detection: 0.5 }
    const [, ...consistent] = reasonsOf(
      two.pipe(agentConsistency({ score: atLeast(0.9) }, { signals })),
      healthy,
      healthy
    )
    assert.deepEqual(consistent, ["confidence_risk 0.2, amplified by loop_risk 0.5"])
  })
})
