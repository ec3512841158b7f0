/**
 * Every gate, once green, once red and once without a verdict, judged the way a suite judges it.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join, parse } from "node:path"
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  all,
  always,
  atLeast,
  atMost,
  call,
  contains,
  ending,
  driver,
  equals,
  exact,
  expect,
  goldenPath,
  ignore,
  includes,
  latency,
  length,
  narrative,
  never,
  orchestration,
  passRate,
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
import { callsAtMost } from "../../../suites/gates/frugal.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import { jsonSchema } from "../../../src/language/metrics/jsonSchema.ts"
import { compiledOf } from "../../suites.ts"
import { call as made, result, said as conversation, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const base = agent("asks", { model: "claude-m", servers: [weather], prompt: "p" })
const asked = base.pipe(runs(2))
const driven = agent("driven", {
  driver: driver("own", "1", () => Promise.resolve("Done.")),
  servers: [weather],
  prompt: "p"
})

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

const now = made("get_weather", { city: "Sacramento" })
const ahead = made("get_forecast", { city: "Sacramento", days: 1 })
const looked = trace({ tool_calls: [now], ...conversation(["Looking.", "Sunny."], 500) })
const timed = (recorded_ms: number): Trace => trace({ ...looked, clock: { virtual_ms: 0, recorded_ms } })
const idle = trace({ ...conversation(["No idea.", "Sorry."], 100) })
const both = trace({ tool_calls: [now, ahead], ...conversation(["Looking.", "Sunny."], 500) })
const backwards = trace({ tool_calls: [ahead, now], ...conversation(["Looking.", "Sunny."], 500) })
const unpriced = trace({ tool_calls: [now, ahead], ...conversation(["Looking.", "Sunny."]) })
const looping = trace({ tool_calls: [now, now, now, now, now], ...conversation(["Hm.", "Hm."], 900) })
const liar = trace({ ...looked, final_response: "I created the issue." })
const honest = trace({ ...looked, final_response: "I looked at the weather." })
const coherent = trace({ ...looked, final_response: "get_weather says that it is sunny." })
const odd = schema({ type: "nonsense" })
const stops = expect("stop_reason", equals("end_turn"))
const stuck = trace({ ...looked, stop_reason: "max_turns" })
const ended = trace({ ...looked, tool_results: [result(now.id)], final_response: "Sunny." })
const failing = result(now.id, { is_error: true })
const tries = (...results: ReadonlyArray<typeof failing>) =>
  trace({ ...ended, tool_calls: results.map(() => now), tool_results: results })
const many = (n: number, one: Trace) => Array.from({ length: n }, () => one)

const honestly = narrative({ claimed_but_absent: atMost(0) })
const cheap = expect("conversation.tokens.total", atMost(9_999))
/** The forecast fails, and the weather answers in its place. */
const wayRound = trace({
  ...ended,
  tool_calls: [ahead, now],
  tool_results: [result(ahead.id, { is_error: true }), result(now.id)]
})

/** Calls in turns of their own, and whether each worked. */
const inTurn = (...calls: ReadonlyArray<readonly [name: string, worked: boolean]>): Trace =>
  trace({
    ...ended,
    tool_calls: calls.map(([name], at) => ({ ...made(name, { city: "Sacramento" }), id: `c${at}`, turn: at + 1 })),
    tool_results: calls.map(([, worked], at) => result(`c${at}`, { is_error: !worked }))
  })

type Case = readonly [verdict: "pass" | "fail" | "none", one: Agent<never>, ...traces: ReadonlyArray<Trace>]
const gates: Readonly<Record<string, ReadonlyArray<Case>>> = {
  expect: [
    ["pass", base.pipe(expect("tool_calls[*].name", contains("get_weather"))), looked],
    ["fail", base.pipe(expect("tool_calls", length(atMost(0)))), looked],
    ["none", base.pipe(expect("conversation.tokens.total", atMost(9_999))), unpriced]
  ],
  toolSelection: [
    ["pass", asked.pipe(toolSelection(get_weather, { minSelectionRate: 0.5 })), looked, idle],
    ["fail", asked.pipe(toolSelection(get_weather, { minSelectionRate: 0.6 })), looked, idle],
    ["fail", asked.pipe(toolSelection(get_weather, { minSelectionRate: 0.5, maxTotalTokens: 499 })), looked, looked],
    ["none", asked.pipe(toolSelection(get_weather, { minSelectionRate: 0.5, maxTotalTokens: 499 })), unpriced, looked],
    [
      "none",
      asked.pipe(toolSelection(get_weather, { minSelectionRate: 0.1, k: 3 }, { pass_hat_k: atLeast(0.1) })),
      looked,
      looked
    ]
  ],
  "toolSelection over classes": [
    [
      "pass",
      asked.pipe(
        toolSelection(get_weather, { minSelectionRate: 1, classes: { now: [get_weather] } }, { f1: atLeast(1) })
      ),
      looked,
      looked
    ],
    [
      "fail",
      asked.pipe(
        toolSelection(get_weather, { minSelectionRate: 1, classes: { now: [get_weather] } }, { f1: atLeast(1) })
      ),
      both,
      looked
    ],
    ["none", asked.pipe(toolSelection(get_weather, { minSelectionRate: 1 }, { f1: atLeast(0.1) })), looked, looked]
  ],
  stability: [
    ["pass", asked.pipe(stability()), looked, looked],
    ["fail", asked.pipe(stability()), looked, looping],
    ["none", asked.pipe(stability()), looked, unpriced]
  ],
  trajectory: [
    [
      "pass",
      base.pipe(trajectory("strict", call(get_weather, exact({ city: "Sacramento" })), call(get_forecast))),
      both
    ],
    ["fail", base.pipe(trajectory("strict", call(get_weather), call(get_forecast))), backwards],
    [
      "pass",
      base.pipe(
        trajectory("unordered", call(get_weather, subset({ city: "Sacramento" })), call(get_forecast, ignore()))
      ),
      backwards
    ],
    ["fail", base.pipe(trajectory("subset", call(get_weather, includes({ city: "Davis" })))), looked],
    [
      "pass",
      base.pipe(trajectory({ mode: "strict", withinTurn: "free" }, call(get_weather), call(get_forecast))),
      backwards
    ],
    ["pass", base.pipe(trajectory("superset", call(get_weather, schema({ required: ["city"] })))), looked],
    [
      "pass",
      base.pipe(trajectory({ mode: "strict", expect: { mismatch_count: atMost(1) } }, call(get_forecast))),
      looked
    ],
    ["none", base.pipe(trajectory("superset", call(get_weather, odd))), looked]
  ],
  trajectoryAxes: [
    ["pass", base.pipe(trajectoryAxes({ dependencies: [{ producer: get_weather, consumer: get_forecast }] })), both],
    ["fail", base.pipe(trajectoryAxes({ order: [{ first: get_weather, second: get_forecast }] })), backwards],
    [
      "fail",
      base.pipe(
        trajectoryAxes({ order: [{ first: get_weather, second: get_forecast }] }, { order_satisfaction: atLeast(1.5) })
      ),
      backwards
    ]
  ],
  goldenPath: [
    ["pass", base.pipe(goldenPath([get_weather, get_forecast])), both],
    ["fail", base.pipe(goldenPath([get_weather])), both],
    ["pass", base.pipe(goldenPath([get_weather], { penalize: { extra_steps: false } })), both],
    ["fail", base.pipe(goldenPath([get_weather])), idle]
  ],
  reliability: [
    ["pass", asked.pipe(stops, reliability()), looked, looked],
    ["fail", asked.pipe(stops, reliability()), looked, stuck],
    ["pass", asked.pipe(stops, reliability({ passhat_k: atLeast(25), unbiased_pass_at_2: equals(1) })), looked, stuck],
    ["fail", asked.pipe(stops, reliability({ unbiased_pass_hat_2: atLeast(0.5) })), looked, stuck],
    ["none", asked.pipe(stops, reliability({ unbiased_pass_hat_3: atLeast(0.1) })), looked, looked],
    ["none", asked.pipe(reliability()), looked, looked]
  ],
  passRate: [
    ["pass", base.pipe(runs(14), stops, passRate({ atLeast: 0.8 })), ...many(14, looked)],
    ["fail", base.pipe(runs(3), stops, passRate({ atLeast: 0.8 })), ...many(3, stuck)],
    ["none", base.pipe(runs(13), stops, passRate({ atLeast: 0.8 })), ...many(13, looked)]
  ],
  narrative: [
    ["pass", base.pipe(narrative()), honest],
    ["fail", base.pipe(narrative()), liar],
    ["fail", base.pipe(narrative({ claimed_but_absent: atMost(0) })), liar],
    ["pass", base.pipe(narrative({ claimed_but_absent: atMost(1) })), liar],
    ["fail", base.pipe(narrative(undefined, { maxDivergenceScore: 0 })), trace({ ...both, final_response: "Done." })],
    // A limit holds beside expectations.
    [
      "fail",
      base.pipe(narrative({ claimed_but_absent: atMost(0) }, { maxDivergenceScore: 0 })),
      trace({ ...both, final_response: "Done." })
    ],
    ["pass", base.pipe(narrative({ claimed_but_absent: atMost(0) })), trace({ ...both, final_response: "Done." })],
    // A claim that nothing decides is red only if the suite asks for it.
    ["pass", driven.pipe(narrative()), liar],
    ["fail", driven.pipe(narrative({ unverifiable: atMost(0) })), liar]
  ],
  never: [
    ["pass", base.pipe(never(get_forecast)), looked],
    ["pass", base.pipe(never(get_forecast)), idle],
    ["fail", base.pipe(never(get_forecast)), both],
    ["fail", base.pipe(never(get_forecast, get_weather)), looked],
    ["fail", base.pipe(never(get_weather)), tries(failing)],
    ["fail", base.pipe(never(call(get_weather, subset({ city: "Sacramento" })))), looked],
    ["pass", base.pipe(never(call(get_weather, subset({ city: "Davis" })))), looked],
    ["fail", base.pipe(never(call(get_weather, schema({ required: ["city"] })))), looked],
    ["none", base.pipe(never(call(get_weather, odd))), looked],
    ["fail", base.pipe(runs(14), stops, never(get_forecast), passRate({ atLeast: 0.5 })), both, ...many(13, looked)]
  ],
  always: [
    ["pass", base.pipe(runs(14), stops, always(honestly), passRate({ atLeast: 0.5 })), stuck, ...many(13, looked)],
    ["fail", base.pipe(runs(14), stops, always(honestly), passRate({ atLeast: 0.5 })), liar, ...many(13, looked)],
    ["pass", base.pipe(runs(14), stops, honestly, passRate({ atLeast: 0.5 })), liar, ...many(13, looked)],
    ["fail", asked.pipe(always(stops), reliability({ passhat_k: atLeast(25) })), looked, stuck],
    ["fail", asked.pipe(always(all(honestly, stops)), reliability({ passhat_k: atLeast(25) })), looked, stuck],
    ["none", asked.pipe(stops, always(cheap), reliability({ passhat_k: atLeast(25) })), looked, unpriced],
    ["fail", asked.pipe(always(stops)), looked, stuck],
    ["pass", asked.pipe(always(stops)), looked, looked]
  ],
  latency: [
    ["pass", asked.pipe(latency({ p95: "8 seconds", p50: "1 second" })), timed(900), timed(8000)],
    ["fail", asked.pipe(latency({ p95: "8 seconds" })), timed(900), timed(8001)],
    ["pass", asked.pipe(latency({ p50: "8 seconds" })), timed(900), timed(8001)],
    ["none", asked.pipe(latency({ p50: "8 seconds" })), timed(900), looked],
    ["none", asked.pipe(latency({ max: "8 seconds" })), looked, looked]
  ],
  orchestration: [
    ["pass", base.pipe(orchestration()), ended],
    ["pass", base.pipe(orchestration()), inTurn(["get_weather", false], ["get_weather", true])],
    [
      "pass",
      base.pipe(orchestration({ error_recovery: atLeast(1) })),
      inTurn(["get_weather", false], ["get_weather", true])
    ],
    ["fail", base.pipe(orchestration()), inTurn(["get_weather", true], ["get_weather", false])],
    ["fail", base.pipe(orchestration({ error_recovery: atLeast(0.5) })), tries(failing)],
    ["none", base.pipe(orchestration({ error_recovery: atLeast(0.5) })), ended],
    ["none", base.pipe(orchestration()), trace({ ...ended, tool_results: [] })],
    ["fail", base.pipe(orchestration()), inTurn(["get_forecast", false], ["get_weather", true])],
    [
      "pass",
      base.pipe(orchestration({}, { classes: { weather: [get_weather, get_forecast] } })),
      inTurn(["get_forecast", false], ["get_weather", true])
    ]
  ],
  ending: [
    ["pass", base.pipe(ending()), ended],
    ["pass", base.pipe(ending()), trace({ final_response: "No tool is needed for that." })],
    ["pass", base.pipe(ending()), tries(failing, result(now.id))],
    ["fail", base.pipe(ending()), trace({ ...ended, final_response: " \n" })],
    ["fail", base.pipe(ending()), trace({ ...ended, stop_reason: "max_turns" })],
    ["fail", base.pipe(ending()), tries(result(now.id), failing)],
    ["fail", base.pipe(ending()), tries(result(now.id, { timed_out: true }))],
    ["pass", base.pipe(ending()), { ...tries(result(now.id), failing), final_response: "There is no such city." }],
    [
      "fail",
      base.pipe(ending({ last_call_failed: atMost(0) })),
      { ...tries(result(now.id), failing), final_response: "There is no such city." }
    ],
    ["pass", base.pipe(ending({ by: [get_weather] })), ended],
    [
      "pass",
      base.pipe(ending({ by: [get_weather] })),
      trace({ ...ended, final_response: "", stop_reason: "tool_use" })
    ],
    [
      "fail",
      base.pipe(ending({ by: [get_forecast] })),
      trace({ ...ended, final_response: "", stop_reason: "tool_use" })
    ],
    [
      "fail",
      base.pipe(ending({ by: [get_weather] })),
      trace({ ...ended, final_response: "", stop_reason: "max_turns" })
    ],
    ["none", base.pipe(ending({ by: [get_weather] })), trace({ ...ended, final_response: "", stop_reason: "" })],
    ["none", base.pipe(ending()), trace({ ...ended, tool_results: [] })],
    ["none", base.pipe(ending()), trace({ ...ended, stop_reason: "" })],
    ["pass", base.pipe(ending()), wayRound],
    ["fail", base.pipe(ending({ unrecovered_tools: atMost(0) })), wayRound],
    ["fail", base.pipe(ending({ unrecovered_tools: atMost(1) })), trace({ ...wayRound, final_response: "" })]
  ],
  said: [
    ["pass", base.pipe(stops, said(contains("weather"))), honest],
    ["pass", base.pipe(stops, said(contains("nothing"))), honest],
    ["pass", base.pipe(said(contains("weather"), { decides: true })), honest],
    ["fail", base.pipe(said(contains("nothing"), { decides: true })), honest],
    ["none", base.pipe(said(contains("weather"))), honest]
  ],
  agentReliability: [
    ["pass", asked.pipe(agentReliability()), coherent, coherent],
    ["fail", asked.pipe(agentReliability()), coherent, looping],
    ["pass", asked.pipe(agentReliability(undefined, { signals: () => ({ confidence: 0.9 }) })), looping, looping],
    ["none", asked.pipe(agentReliability(undefined, { signals: () => ({}) })), looked, looked],
    ["pass", asked.pipe(agentReliability(undefined, { signals: () => ({}), allowEmpty: true })), looked, looked],
    ["none", asked.pipe(agentReliability(undefined, { signals: () => ({ confidence: Number.NaN }) })), looked, looked]
  ],
  agentConsistency: [
    ["pass", asked.pipe(agentConsistency()), coherent, coherent],
    ["fail", asked.pipe(agentConsistency({ score: atLeast(0.99) })), looping, looping],
    ["none", asked.pipe(agentConsistency()), unpriced, unpriced],
    ["none", asked.pipe(agentConsistency(undefined, { signals: () => ({ coherence: 1 }) })), looked, looked]
  ],
  "a gate of another package": [
    ["pass", asked.pipe(callsAtMost(get_weather, 1)), looked, idle],
    ["fail", asked.pipe(callsAtMost(get_weather, 1)), looked, looping]
  ]
}

describe.each(Object.entries(gates))("%s", (_, cases) => {
  test.each(cases.map((one, at) => [at + 1, one[0], one] as const))(
    "case %p: the verdict is %s",
    (_at, verdict, [, one, ...traces]) => {
      const cell = cellOf(one, ...traces)
      assert.equal(cell.verdict, verdict, JSON.stringify(cell, null, 1))
    }
  )

  test("every verdict other than pass has a reason", () => {
    for (const [verdict, one, ...traces] of cases.filter(([expected]) => expected !== "pass")) {
      const { gates: judged, issues, runs: each } = cellOf(one, ...traces)
      const red = [...judged, ...each].filter((part) => part.verdict === verdict)
      const reasons = red.flatMap((part) => [
        ...part.issues.map((found) => found.message),
        ...part.checks.flatMap((check) => check.evidence.findings.map((finding) => finding.reason))
      ])
      assert.ok([...reasons, ...issues].length > 0, JSON.stringify(judged))
    }
  })
})

test("every gate of the library is judged here, or in a test of its own", () => {
  const folder = join(import.meta.dirname, "../../../src/language/gates")
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .filter((file) => readFileSync(join(folder, file), "utf8").includes("Definition<"))
  const elsewhere = new Set(["during", "judged", "noRegression", "recovery", "session"])
  assert.deepEqual(
    files.map((file) => parse(file).name).filter((name) => !(name in gates) && !elsewhere.has(name)),
    []
  )
})

test("a pass rate that is neither shown nor refuted names the number of runs that is enough", () => {
  const { gates: judged } = cellOf(base.pipe(runs(13), stops, passRate({ atLeast: 0.8 })), ...many(13, looked))
  assert.match(judged[1]?.checks[0]?.evidence.findings[0]?.reason ?? "", /14/)
})

test("k is stated in every output of reliability", () => {
  const { gates: judged } = cellOf(asked.pipe(stops, reliability()), looked, stuck)
  assert.equal(
    judged[1]?.summary,
    "pass@2 100%, pass^2 25% (95% interval 0% to 82%), variance amplification 100%, by run number: graceful degradation 33%, decay 100% to 25%"
  )
  assert.deepEqual(judged[1]?.report["reliability.decay_curve"], [100, 25])
})

test("said has narration in its title and in its target", () => {
  const { gates: judged, runs: each } = cellOf(base.pipe(said(contains("x"), { decides: true })), honest)
  assert.equal(judged[0]?.title, "said (narration)")
  assert.equal(each[0]?.checks[0]?.target, "narration.final_response")
})
