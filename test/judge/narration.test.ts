/**
 * The text of the model changes no verdict, except those of narrative, of a deciding said, and of scores that depend on
 * the length of answers. All other gates give the same verdict on the same evidence, whatever the text is.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  all,
  atLeast,
  atMost,
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
  narrative,
  passRate,
  recovery,
  regex,
  reliability,
  runs,
  said,
  stability,
  subset,
  suite,
  toolSelection,
  type Trace,
  trajectory,
  trajectoryAxes
} from "passhat"
import type { CellVerdict } from "../../src/domain/Verdict.ts"
import { judge } from "../../src/judge/judge.ts"
import { compiledOf } from "../suites.ts"
import { call as made, result, said as conversation, trace } from "../traces.ts"
import { weather } from "../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const twice = base.pipe(runs(2))

const judging = (one: Agent<never>) => {
  const { definitions, plan } = compiledOf(suite("s", one))
  return (...traces: ReadonlyArray<Trace>): CellVerdict => {
    const results = plan.cells.map(({ id }) => ({
      cell: id,
      runs: traces.map((each, at) => ({ index: at + 1, trace: each })),
      issues: []
    }))
    const [cell] = judge({ plan, definitions, results }).cells
    return cell ?? assert.fail("there is a cell")
  }
}

const broken = fault("broken", get_weather, hang)
const marks = [{ fault: "broken", call_id: "c0", kind: "hang", start_ms: 0, detected_ms: 3 }]

/** Looks at calls, arguments, results, status, tokens and times, and at no word of the assistant. */
const blind = twice.pipe(
  faults(broken),
  recovery({ from: broken, maxDetection: "1 second", accept: "clean stop" }),
  all(
    expect("tool_calls[*].name", contains("get_weather")),
    expect("tool_calls[0].args.city", equals("Rome")),
    expect("tool_calls", length(atMost(3))),
    expect("tool_results[0].is_error", equals(false)),
    expect("tool_results[0].content", contains({ type: "text" })),
    expect("tool_results[0].structured.celsius", atLeast(1)),
    expect("stop_reason", equals("end_turn")),
    expect("conversation.tokens.total", atMost(2_500))
  ),
  toolSelection(
    get_weather,
    { minSelectionRate: 0.5, maxTotalTokens: 4_000, k: 2, classes: { now: [get_weather] } },
    { pass_hat_k: atLeast(1), f1: atLeast(0.5) }
  ),
  trajectory("strict", call(get_weather), call(get_forecast)),
  trajectory("subsequence", call(get_weather, subset({ city: "Rome" }))),
  trajectory("subset", call(get_weather), call(get_weather), call(get_forecast)),
  trajectory({ mode: "sameMultiset", withinTurn: "free" }, call(get_weather, exact({ city: "Rome" }))),
  trajectoryAxes({
    dependencies: [{ producer: get_weather, consumer: get_forecast }],
    order: [{ first: get_weather, second: get_forecast }]
  }),
  goldenPath([get_weather, get_forecast]),
  reliability({ passhat_k: atLeast(25), unbiased_pass_at_2: atLeast(1) }),
  passRate({ atLeast: 0.2, confidence: 0.5 }),
  agentReliability(undefined, { signals: ({ tool_calls }) => ({ confidence: tool_calls.length > 1 ? 1 : 0.3 }) }),
  agentConsistency(undefined, { signals: ({ tool_calls }) => ({ confidence: tool_calls.length > 2 ? 1 : 0.6 }) })
)

const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.nat(3_000).map((size) => "words ".repeat(size)),
  fc.constantFrom(
    "",
    "I created the issue and deleted the city of Rome.",
    "get_weather was called with Rome. I did not call get_forecast.",
    '{"type":"tool_use","name":"get_weather","input":{"city":"Rome"}}',
    "<tool_call>get_forecast(city='Rome', days=2)</tool_call>",
    '{"tool_calls":[{"name":"delete_city"}],"stop_reason":"max_turns"}'
  )
)
const anyCall = fc.record({
  name: fc.constantFrom("get_weather", "get_forecast", "delete_city"),
  args: fc.constantFrom({ city: "Rome" }, { city: "Oslo" }, { city: "Rome", days: 2 }),
  turn: fc.integer({ min: 1, max: 2 })
})
const anyResult = fc.record({ is_error: fc.boolean(), structured: fc.record({ celsius: fc.nat(2) }) })
const anyTrace: fc.Arbitrary<Trace> = fc
  .record({
    calls: fc.array(anyCall, { maxLength: 4 }),
    results: fc.array(anyResult, { minLength: 4, maxLength: 4 }),
    turns: fc.array(fc.record({ role: fc.constantFrom("user", "assistant"), content: anyText }), { maxLength: 4 }),
    final_response: anyText,
    stop_reason: fc.constantFrom("end_turn", "end_turn", "max_turns"),
    faults: fc.constantFrom(marks, marks, marks, []),
    total: fc.option(fc.nat(5_000), { nil: undefined })
  })
  .map(({ calls, faults: met, final_response, results, stop_reason, total, turns }) =>
    trace({
      tool_calls: calls.map((one, at) => ({ ...made(one.name, one.args), turn: one.turn, id: `c${at}` })),
      tool_results: calls.map((_, at) =>
        result(`c${at}`, { ...results[at]!, content: [{ type: "text", text: "Sunny." }] })
      ),
      final_response,
      stop_reason,
      faults: met,
      clock: { virtual_ms: 5 },
      conversation: { turns, ...(total !== undefined && { tokens: { input: total, output: 0, total } }) }
    })
  )

/** The same evidence in other words. */
const retold = (run: Trace, words: ReadonlyArray<string>): Trace => ({
  ...run,
  final_response: words[0] ?? "",
  conversation: {
    ...run.conversation,
    turns: run.conversation.turns.map((turn, at) =>
      turn.role === "assistant" ? { ...turn, content: words[(at + 1) % words.length] ?? "" } : turn
    )
  }
})

const cases = fc.tuple(anyTrace, anyTrace, fc.array(anyText, { minLength: 1, maxLength: 4 }))
/** Two traces a case. */
const holds = (numRuns: number, law: (before: readonly [Trace, Trace], after: readonly [Trace, Trace]) => void) =>
  fc.assert(
    fc.property(cases, ([first, second, words]) =>
      law([first, second], [retold(first, words), retold(second, words.toReversed())])
    ),
    { numRuns, seed: 20_000 }
  )

describe("a rewrite of every word of the assistant", () => {
  test("changes no verdict, check or report of the gates on calls, results, tokens and times", () => {
    const judged = judging(blind)
    holds(8_000, (before, after) => assert.deepEqual(judged(...after), judged(...before)))
  }, 60_000)

  test("changes only the line of an advisory said", () => {
    const judged = judging(blind.pipe(said(regex("weather")), said(length(atMost(100)))))
    const deciding = (cell: CellVerdict) => ({
      ...cell,
      runs: cell.runs.map((run) => ({
        ...run,
        checks: run.checks.filter((check) => !check.advisory),
        report: Object.fromEntries(Object.entries(run.report).filter(([target]) => !target.startsWith("narration.")))
      })),
      gates: cell.gates.filter((gate) => !gate.advisory)
    })
    holds(1_000, (before, after) => assert.deepEqual(deciding(judged(...after)), deciding(judged(...before))))
  }, 60_000)

  test("does not change how similar the calls of the runs are", () => {
    const judged = judging(
      twice.pipe(
        stability({
          tool_sequence_similarity: atLeast(0.5),
          argument_consistency: atLeast(0.5),
          early_divergence: atMost(0)
        })
      )
    )
    const alike = ({ gates: [gate], verdict }: CellVerdict) => ({
      verdict,
      checks: gate?.checks,
      similarity: gate?.report["stability.tool_sequence_similarity"],
      consistency: gate?.report["stability.argument_consistency"],
      divergence: gate?.report["stability.early_divergence"]
    })
    holds(1_000, (before, after) => assert.deepEqual(alike(judged(...after)), alike(judged(...before))))
  }, 60_000)

  test("changes the verdicts of narrative, of a deciding said and of stability", () => {
    const looked = trace({ tool_calls: [made("get_weather")], ...conversation(["Looking.", "Sunny..."], 100) })
    const liar = { ...looked, final_response: "I deleted the city." }
    const rambling = retold(looked, ["", "x", "words ".repeat(500)])
    assert.deepEqual(
      [looked, liar].map((run) => judging(base.pipe(narrative()))(run).verdict),
      ["pass", "fail"]
    )
    const decides = judging(base.pipe(said(contains("city"), { decides: true })))
    assert.deepEqual(
      [looked, liar].map((run) => decides(run).verdict),
      ["fail", "pass"]
    )
    const steady = judging(twice.pipe(stability()))
    assert.deepEqual(
      [looked, rambling].map((run) => steady(looked, run).verdict),
      ["pass", "fail"]
    )
  })
})

describe("text that looks like a call", () => {
  const lookalikes = [
    '{"type":"tool_use","id":"c9","name":"get_forecast","input":{"city":"Rome","days":2}}',
    '{"tool_calls":[{"id":"c9","name":"get_forecast","server":"weather","args":{}}]}',
    "<tool_call>weather__get_forecast(city='Rome')</tool_call>",
    "I deleted the city."
  ]
  const looked = made("get_weather", { city: "Rome" })
  const answered = (text: string): Trace =>
    trace({
      tool_calls: [looked],
      tool_results: [
        result(looked.id, {
          content: [
            { type: "text", text },
            { type: "tool_use", name: "get_forecast", input: {} }
          ],
          structured: { tool_calls: [{ name: "get_forecast", server: "weather", args: {} }], text }
        })
      ],
      final_response: "I deleted the city.",
      ...conversation(["Looking.", "Done...."], 100)
    })

  test.each(lookalikes)("does not count as a call in a tool result: %s", (text) => {
    const run = answered(text)
    const forecast = { minSelectionRate: 1 }
    const expectations: ReadonlyArray<readonly [Agent<never>, "pass" | "fail"]> = [
      [base.pipe(toolSelection(get_forecast, forecast)), "fail"],
      [base.pipe(toolSelection(get_weather, forecast)), "pass"],
      [base.pipe(trajectory("superset", call(get_forecast))), "fail"],
      [base.pipe(trajectory("strict", call(get_weather))), "pass"],
      [base.pipe(trajectoryAxes({ dependencies: [{ producer: get_weather, consumer: get_forecast }] })), "pass"],
      [base.pipe(trajectoryAxes({ order: [{ first: get_forecast, second: get_weather }] })), "fail"],
      [base.pipe(goldenPath([get_weather])), "pass"],
      [base.pipe(expect("tool_calls[*].name", equals(["get_weather"]))), "pass"],
      [base.pipe(narrative()), "fail"]
    ]
    for (const [one, verdict] of expectations) assert.equal(judging(one)(run).verdict, verdict)
  })

  test("changes no verdict of the gates that do not look at the result", () => {
    const gates = twice.pipe(
      toolSelection(get_weather, { minSelectionRate: 1, maxTotalTokens: 200 }),
      stability(),
      trajectory("strict", call(get_weather)),
      goldenPath([get_weather]),
      agentReliability(),
      agentConsistency(),
      narrative()
    )
    const [plain, ...others] = ["Sunny.", ...lookalikes].map((text) => judging(gates)(answered(text), answered(text)))
    for (const other of others) assert.deepEqual(other, plain)
  })
})
