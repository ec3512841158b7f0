/**
 * Code that must not compile, one line each. `npm test` type-checks this file: a line that compiles is an error.
 */
import {
  type Agent,
  agent,
  all,
  allowDrift,
  always,
  anyServer,
  atLeast,
  atMost,
  call,
  cases,
  contains,
  during,
  equals,
  exact,
  expect,
  fault,
  faults,
  gate,
  goldenPath,
  hang,
  imported,
  judge,
  judged,
  length,
  Model,
  narrative,
  never,
  not,
  observe,
  only,
  noRegression,
  passRate,
  regex,
  reliability,
  rowsFrom,
  runs,
  type Runs,
  slow,
  said,
  schema,
  skip,
  stability,
  subset,
  suite,
  tags,
  type Tool,
  toolSelection,
  trajectory,
  trajectoryAxes,
  image,
  simulatedUser,
  turns,
  uses
} from "passhat"
import { Schema } from "passhat/schema"
import { z } from "zod"
import { issues, weather } from "./servers.ts"

const { get_forecast, get_weather } = weather.tools
const base = agent("a", { model: "claude-m", servers: [weather], prompt: "p" })
const other = agent("b", { model: "claude-m", servers: [issues], prompt: "p" })
const hungForecast = fault("hung-forecast", get_forecast, hang)

// A sample of one has no spread.
// @ts-expect-error no runs at all
export const s1 = base.pipe(stability())
// @ts-expect-error a single run
export const s2 = base.pipe(runs(1), stability())
// @ts-expect-error runs after the gate that needs them
export const s3 = base.pipe(stability(), runs(5))
// @ts-expect-error one run has no sample to compare
export const s4 = base.pipe(noRegression({ baseline: "baselines/main.json" }))
// @ts-expect-error a single run
export const s5 = base.pipe(runs(1), noRegression({ baseline: "baselines/main.json" }))
// @ts-expect-error no baseline
export const s6 = base.pipe(runs(5), noRegression({}))
export const s7 = base.pipe(runs(5), noRegression({ baseline: "baselines/main.json", allow: ["prompt"] }))

// An imported agent has the tools of its servers, and neither models nor a driver of its own.
const brought = agent("brought", imported("tau-bench", { servers: [weather], prompt: "Weather?" }))
export const i1 = brought.pipe(runs(4), reliability(), expect("observations.outcome.structured.passed", equals(true)))
// @ts-expect-error a tool of a server that was not imported
export const i2 = brought.pipe(toolSelection(issues.tools.create_issue, { minSelectionRate: 0.8 }))
// @ts-expect-error several models
export const i3 = agent("brought", { ...imported("tau-bench"), models: ["a", "b"] })
// @ts-expect-error one run has no sample to compare
export const i4 = brought.pipe(noRegression({ baseline: "baselines/main.json" }))
// How often the user of an imported run speaks is not known.
export const i5 = brought.pipe(during(7, never(get_weather)))
// @ts-expect-error its user has spoken already
export const i6 = brought.pipe(turns("And in Davis?"))
// A conversation has as many parts as its user speaks.
const talks = base.pipe(runs(5), turns("And in Davis?", "Thank you."))
export const turn1 = talks.pipe(during(1, never(get_weather)), during(3, stability(), expect("tool_calls", length(0))))
// @ts-expect-error the user speaks three times
export const turn2 = talks.pipe(during(4, never(get_weather)))
// @ts-expect-error no message
export const turn3 = base.pipe(turns())
// @ts-expect-error the user speaks once
export const turn4 = base.pipe(during(2, never(get_weather)))
// @ts-expect-error turns after the gate that needs them
export const turn5 = base.pipe(during(2, never(get_weather)), turns("And in Davis?"))
// @ts-expect-error outcomes are those of whole runs
export const turn6 = talks.pipe(during(2, passRate({ atLeast: 0.9 })))
// @ts-expect-error a gate that decides nothing
export const turn7 = talks.pipe(during(2, said(contains("degrees"))))
// @ts-expect-error turns are said once
export const turn8 = talks.pipe(turns("And in Folsom?"))
// @ts-expect-error a tool of a server that the agent does not use
export const turn9 = talks.pipe(during(2, never(issues.tools.create_issue)))
const more: readonly [string, ...Array<string>] = ["And in Davis?"]
export const turn10 = base.pipe(turns(...more), during(7, never(get_weather)))
export const turn11 = base.pipe(
  turns("And in Davis?", ({ final_response, tool_calls }) => `${tool_calls.length} ${final_response}`),
  during(3, never(get_weather))
)
// @ts-expect-error a function that says no words
export const turn12 = base.pipe(turns(() => 7))
// @ts-expect-error a function that waits
export const turn13 = base.pipe(turns(async () => "And in Davis?"))
// @ts-expect-error the trace so far has no tokens
export const turn14 = base.pipe(turns((trace) => `${trace.conversation.tokens}`))
const shot = image(import.meta, "docs/images/report.png")
export const image1 = agent("looks", { model: "gpt-5", servers: [weather], prompt: ["What is it?", shot] }).pipe(
  turns(["And this?", shot], "Thank you."),
  during(3, never(get_weather))
)
// @ts-expect-error an image without words
export const image2 = agent("looks", { model: "gpt-5", servers: [weather], prompt: [shot] })
// @ts-expect-error the path of an image
export const image3 = agent("looks", { model: "gpt-5", servers: [weather], prompt: ["What is it?", "shot.png"] })
const traveller = { model: "claude-haiku-4-5", goal: "You want to know where it is warm." }
export const user1 = base.pipe(simulatedUser({ ...traveller, maxTurns: 3 }), during(7, never(get_weather)))
// @ts-expect-error what the user wants is missing
export const user2 = base.pipe(simulatedUser({ model: "claude-haiku-4-5" }))
// @ts-expect-error who plays the user is missing
export const user3 = base.pipe(simulatedUser({ goal: "You want to know where it is warm." }))
// @ts-expect-error turns and a simulated user
export const user4 = talks.pipe(simulatedUser(traveller))
// @ts-expect-error a simulated user and turns
export const user5 = base.pipe(simulatedUser(traveller), turns("And in Davis?"))
// @ts-expect-error outcomes are those of whole runs
export const user6 = base.pipe(simulatedUser(traveller), during(2, passRate({ atLeast: 0.9 })))
// A model takes the options that its provider knows.
const v3 = {
  specificationVersion: "v3" as const,
  provider: "p",
  modelId: "m",
  doGenerate: async () => ({ content: [] })
}
const v4 = { ...v3, specificationVersion: "v4" as const }
// @ts-expect-error a name is no language model of the AI SDK
export const model1 = Model.aiSdk("gpt-5")
// @ts-expect-error version 2 of the interface
export const model2 = Model.aiSdk({ ...v3, specificationVersion: "v2" as const })
// @ts-expect-error what it generates is no content
export const model3 = Model.aiSdk({ ...v3, doGenerate: async () => ({ images: [] }) })
// @ts-expect-error version 3 takes no effort
export const model4 = Model.aiSdk(v3, { reasoningEffort: "low" })
// @ts-expect-error Anthropic has no seed
export const model5 = Model.anthropic("claude-m", { seed: 7 })
// @ts-expect-error OpenAI has no thinking budget
export const model6 = Model.openai("gpt-5", { thinking: 4_000 })
// @ts-expect-error an effort that OpenAI does not have
export const model7 = Model.openai("gpt-5", { reasoningEffort: "huge" })
// @ts-expect-error no such choice
export const model8 = Model.openaiCompatible({ baseUrl: "http://a/v1", model: "m", toolChoice: "sometimes" })
// @ts-expect-error a function that answers with a number
export const model9 = Model.custom("mine", async () => 7)
// @ts-expect-error a function decides for itself
export const model10 = Model.custom("mine", async () => "So.", { topP: 1 })
export const model11 = [
  Model.aiSdk(v3, { seed: 7 }),
  Model.aiSdk(v4, { reasoningEffort: "low", label: "low" }),
  Model.anthropic("claude-m", { thinking: 4_000, cache: true, toolChoice: get_weather }),
  Model.openai("gpt-5", { reasoningEffort: "low", cacheKey: "suite" }),
  Model.custom("mine", async ({ messages }) => ({ text: String(messages.length) }))
]

// The number of runs is whole, at least 1, and given once.
// @ts-expect-error no run
export const r1 = base.pipe(runs(0))
// @ts-expect-error half a run
export const r2 = base.pipe(runs(2.5))
// @ts-expect-error a negative number
export const r3 = base.pipe(runs(-1))
// @ts-expect-error given twice
export const r4 = base.pipe(runs(5), runs(5))

// Tools and servers.
// @ts-expect-error a tool that the server does not have
export const t1 = base.pipe(toolSelection(weather.tools.get_wether, { minSelectionRate: 0.8 }))
// @ts-expect-error a tool of a server that the agent does not use
export const t2 = base.pipe(toolSelection(issues.tools.create_issue, { minSelectionRate: 0.8 }))
// @ts-expect-error no floor
export const t3 = base.pipe(toolSelection(get_weather, {}))

// Expected calls are typed by the tool's own arguments.
// @ts-expect-error no such argument
export const c1 = base.pipe(trajectory("subsequence", call(get_weather, subset({ town: "Sacramento" }))))
// @ts-expect-error an argument of the wrong type
export const c2 = base.pipe(trajectory("subsequence", call(get_weather, subset({ city: 95_814 }))))
// @ts-expect-error exact arguments, and one is missing
export const c3 = base.pipe(trajectory("strict", call(get_forecast, exact({ city: "Sacramento" }))))
// @ts-expect-error a value that the argument cannot have
export const c4 = call(get_weather, subset({ units: "kelvin" }))
// @ts-expect-error no such mode
export const c5 = base.pipe(trajectory("in-order", call(get_weather)))
// @ts-expect-error a call of a server that the agent does not use
export const c6 = base.pipe(trajectory("strict", call(issues.tools.create_issue)))
// @ts-expect-error a step of a server that the agent does not use
export const c7 = base.pipe(goldenPath([get_weather, issues.tools.create_issue]))
// @ts-expect-error an edge to a server that the agent does not use
export const c8 = base.pipe(trajectoryAxes({ order: [{ first: issues.tools.create_issue, second: get_weather }] }))
// @ts-expect-error a matcher where a shape of arguments is needed
export const c9 = call(get_weather, equals({ city: "Sacramento" }))

// Calls that no run may make.
// @ts-expect-error a tool of a server that the agent does not use
export const never1 = base.pipe(never(issues.tools.create_issue))
// @ts-expect-error a call of a server that the agent does not use
export const never2 = base.pipe(never(call(issues.tools.create_issue)))
// @ts-expect-error a tool of a server that the agent does not use beside one that it has
export const never3 = base.pipe(never(get_weather, issues.tools.create_issue))
// @ts-expect-error a tool that the server does not have
export const never4 = base.pipe(never(weather.tools.get_wether))
// @ts-expect-error no such argument
export const never5 = base.pipe(never(call(get_weather, subset({ town: "Sacramento" }))))
// @ts-expect-error no call at all
export const never6 = base.pipe(never())

// What holds in every run has a verdict of every run, and decides.
// @ts-expect-error a gate on outcomes
export const a1 = base.pipe(runs(5), always(passRate({ atLeast: 0.9 })))
// @ts-expect-error another gate on outcomes
export const a2 = base.pipe(runs(5), always(reliability()))
// @ts-expect-error another gate on outcomes
export const a9 = base.pipe(runs(5), always(noRegression({ baseline: "baselines/main.json" })))
// @ts-expect-error a gate on outcomes beside one that looks at runs
export const a3 = base.pipe(runs(5), always(never(get_forecast), passRate({ atLeast: 0.9 })))
// @ts-expect-error a gate on outcomes inside all
export const a4 = base.pipe(runs(5), always(all(never(get_forecast), passRate({ atLeast: 0.9 }))))
// @ts-expect-error an advisory gate
export const a5 = base.pipe(always(said(contains("degrees"))))
// @ts-expect-error no gate at all
export const a6 = base.pipe(always())
// @ts-expect-error a held gate needs what it needs by itself
export const a7 = base.pipe(always(stability()))
export const a8 = base.pipe(
  runs(5),
  all(always(said(contains("degrees"), { decides: true }), all(never(get_forecast), stability()))),
  passRate({ atLeast: 0.9 })
)

// Only a pass rate stops early, and only runs of which there are several.
// @ts-expect-error a single run
export const e1 = base.pipe(passRate({ atLeast: 0.9, stopEarly: true }))
// @ts-expect-error no such rule
export const e2 = base.pipe(runs(5), passRate({ atLeast: 0.9, stopEarly: "soon" }))
// @ts-expect-error reliability needs all runs
export const e3 = base.pipe(runs(5), reliability({ stopEarly: true }))
// @ts-expect-error so does stability
export const e4 = base.pipe(runs(5), stability({ stopEarly: true }))
// @ts-expect-error and a comparison with a baseline
export const e5 = base.pipe(runs(5), noRegression({ baseline: "baselines/main.json", stopEarly: true }))
// @ts-expect-error a gate on outcomes, whether it stops or not
export const e6 = base.pipe(runs(5), always(passRate({ atLeast: 0.9, stopEarly: "certain" })))
export const e7 = base.pipe(
  runs(5),
  passRate({ atLeast: 0.9, stopEarly: true }),
  passRate({ atLeast: 0.5, stopEarly: "certain" })
)
export const e9 = base.pipe(runs(5), all(never(get_forecast), passRate({ atLeast: 0.9, stopEarly: true })))
// @ts-expect-error a gate that stops early inside all
export const e10 = base.pipe(runs(5), always(all(never(get_forecast), passRate({ atLeast: 0.9, stopEarly: true }))))
export const e8 = base.pipe(passRate({ atLeast: 0.9, stopEarly: false }))

// @ts-expect-error an observation at a server that the agent does not use
export const o1 = base.pipe(observe("issue", call(issues.tools.create_issue, exact({ title: "t" }))))

// skip has a reason, and a tag a name.
// @ts-expect-error no reason
export const k1 = base.pipe(skip())
// @ts-expect-error an empty reason
export const k2 = base.pipe(skip(""))
// @ts-expect-error no tag at all
export const k3 = base.pipe(tags())
// @ts-expect-error only takes the agent itself
export const k4 = base.pipe(only())

// Faults.
// @ts-expect-error a fault of a server that the agent does not use
export const f1 = other.pipe(faults(hungForecast))
// @ts-expect-error a fault on a whole server that the agent does not use
export const f2 = other.pipe(faults(fault("down", weather, hang)))
// @ts-expect-error a fault that does not exist
export const f3 = base.pipe(faults(hungForcast))
// @ts-expect-error drift of a server that the agent does not use
export const d1 = other.pipe(allowDrift(get_forecast))
// @ts-expect-error drift of a tool that does not exist
export const d2 = base.pipe(allowDrift(weather.tools.get_forcast))
// @ts-expect-error drift of nothing
export const d3 = base.pipe(allowDrift())
// @ts-expect-error not a duration
export const f4 = fault("slow", get_forecast, slow("3 secnds"))
// @ts-expect-error not a kind
export const f5 = fault("odd", get_forecast, { kind: "explode" })

// Targets and matchers.
// @ts-expect-error no such target of the gate
export const m1 = base.pipe(runs(5), stability({ scor: atLeast(0.7) }))
// @ts-expect-error a matcher of texts on a number
export const m2 = base.pipe(runs(5), stability({ score: regex(/0\.7/) }))
// @ts-expect-error no such path in a trace
export const m3 = base.pipe(expect("tool_calls[0].nmae", equals("get_weather")))
// @ts-expect-error a text where there is a boolean
export const m4 = base.pipe(expect("tool_results[0].is_error", equals("no")))
// @ts-expect-error one name where there is a list of names
export const m5 = base.pipe(expect("tool_calls[*].name", equals("get_weather")))
// @ts-expect-error a threshold where there is a text
export const m6 = base.pipe(expect("stop_reason", atLeast(1)))
// @ts-expect-error no such token count
export const m7 = base.pipe(expect("conversation.tokens.sum", atMost(2_000)))

// What the model says of itself decides nothing.
// @ts-expect-error the final response
export const n1 = base.pipe(expect("final_response", contains("done")))
// @ts-expect-error the text of a turn
export const n2 = base.pipe(expect("conversation.turns[0].content", contains("done")))

// A verdict never depends on a model.
// @ts-expect-error a graded matcher on a trace
export const g1 = base.pipe(expect("tool_calls[0].name", judge<string>("is it the right tool?")))
// @ts-expect-error a graded matcher on a report
export const g2 = base.pipe(runs(5), stability({ score: judge<number>("is it steady?") }))
// @ts-expect-error a graded matcher within another
export const g3 = base.pipe(expect("tool_calls[0].name", not(judge<string>("is it wrong?"))))

// @ts-expect-error a graded matcher on the final response
export const g4 = base.pipe(said(judge<string>("is it polite?"), { decides: true }))
// @ts-expect-error no such outcome target
export const g5 = base.pipe(reliability({ pass_k: atLeast(90) }))

// A library of gates needs what its members need.
const steady = all(stability(), toolSelection(get_weather, { minSelectionRate: 1 }))
// @ts-expect-error two or more runs
export const l1 = base.pipe(steady)
// @ts-expect-error the weather server
export const l2 = other.pipe(runs(5), steady)

// A gate of another package has needs too.
const callsAtMost = <Server extends string>(tool: Tool<Server, string, any>, most: number) =>
  gate(uses(tool.server))(
    {
      name: "acme/callsAtMost",
      targets: { calls: "count" },
      measure: (of: Runs, spec: { readonly tool: string }) => ({
        calls: Math.max(...of.map((run) => run.tool_calls.filter((one) => one.name === spec.tool).length))
      }),
      expect: { calls: atMost(1) }
    },
    { tool: tool.name },
    { calls: atMost(most) }
  )
// @ts-expect-error a tool of a server that the agent does not use
export const p1 = base.pipe(callsAtMost(issues.tools.create_issue, 2))

// Suites and agents.
// @ts-expect-error not an agent
export const u1 = suite("s", { name: "no" })
// @ts-expect-error no model
export const u2 = agent("a", { servers: [weather], prompt: "p" })
// @ts-expect-error a model and models
export const u3 = agent("a", { model: "claude-m", models: ["claude-n"], servers: [weather], prompt: "p" })
// @ts-expect-error facts can be dropped, not added
export const u4: Agent<"two or more runs"> = base

// What must compile.
export const fewer: Agent<never> = base.pipe(runs(3))
export const left = base.pipe(tags("slow", "car"), skip("the API is down"), only, runs(2), stability())
export const unseen = base.pipe(runs(Number("3")), stability())
export const anywhere = other.pipe(faults(fault("hung", anyServer("create_issue"), hang)))
export const drifting = base.pipe(allowDrift(get_forecast, weather, anyServer("get_tide")))
export const whole = base.pipe(faults(fault("down", weather, slow("4 seconds")), hungForecast))
export const fine = base.pipe(
  runs(5),
  steady,
  callsAtMost(get_weather, 2),
  expect("tool_calls[*].name", contains("get_weather")),
  expect("tool_calls[*].name", not(contains("get_forecast"))),
  expect("tool_calls", length(1)),
  expect("tool_calls[0].args.city", equals("Sacramento")),
  expect("tool_calls[0].args", contains({ city: "Sacramento" })),
  expect("tool_results[0].structured.temperature", atLeast(-60)),
  expect("tool_results[*].is_error", equals([false])),
  expect("conversation.tokens.total", atMost(2_000)),
  expect("observations.invoice.is_error", equals(false))
)
export const called = base.pipe(
  trajectory(
    { mode: "strict", withinTurn: "free" },
    call(get_weather, exact({ city: "Sacramento" })),
    call(get_forecast)
  ),
  trajectory("superset", call(get_weather, schema({ required: ["city"] }))),
  trajectoryAxes({ dependencies: [{ producer: get_weather, consumer: get_forecast }] }),
  goldenPath([get_weather, get_forecast], { penalize: { backtracks: false } }),
  reliability({ passhat_k: atLeast(90), unbiased_pass_hat_5: atLeast(0.5) }),
  said(contains("degrees"))
)
export const matrix = suite(
  "s",
  agent("a", { models: ["claude-m", "claude-n"], servers: [weather, issues], prompt: "p" })
)

// What a model says of a run is shown, and never decides.
export const j0 = base.pipe(
  never(get_forecast),
  judged("Is it friendly?", { model: "claude-m", jury: 3 }),
  judged("Is it short?", { jury: ["claude-m", Model.openai("m")] }),
  narrative({}, { llmAssisted: "claude-m" }),
  all(never(get_forecast), judged("Is it friendly?", { model: "claude-m" }))
)
// @ts-expect-error held in every run
export const j1 = base.pipe(always(judged("Is it friendly?", { model: "claude-m" })))
// @ts-expect-error held in every run, inside of another
export const j2 = base.pipe(always(all(never(get_forecast), judged("Is it friendly?", { model: "claude-m" }))))
// @ts-expect-error held in every run, beside a gate that decides
export const j3 = base.pipe(always(narrative({}, { llmAssisted: "claude-m" })))
export const j4 = base.pipe(always(narrative({}, { maxDivergenceScore: 0.4 })))
// @ts-expect-error in a part of a conversation
export const j5 = talks.pipe(during(2, judged("Is it friendly?", { model: "claude-m" })))
// @ts-expect-error as a matcher of a gate that decides
export const j6 = base.pipe(expect("stop_reason", judged("Is it friendly?", { model: "claude-m" })))
// @ts-expect-error as a matcher of words
export const j7 = base.pipe(said(judged("Is it friendly?", { model: "claude-m" }), { decides: true }))
// @ts-expect-error as a call
export const j8 = base.pipe(never(judged("Is it friendly?", { model: "claude-m" })))
// @ts-expect-error as a target
export const j9 = base.pipe(expect("judged.failed", atMost(0)))
// @ts-expect-error nobody is asked
export const j10 = base.pipe(judged("Is it friendly?", {}))
// @ts-expect-error a model beside a jury of models
export const j11 = base.pipe(judged("Is it friendly?", { model: "claude-m", jury: ["claude-m"] }))
// @ts-expect-error in place of an agent
export const j12 = suite("s", judged("Is it friendly?", { model: "claude-m" }))

// A suite of no cases judges nothing, and a row has the fields of its schema.
const Ask = Schema.Struct({
  name: Schema.String,
  city: Schema.String,
  tool: Schema.Literals(["get_weather", "get_forecast"])
})
const asks = rowsFrom(import.meta, "cases/asks.csv", Ask)
const ofRow = (row: { readonly name: string }) =>
  agent(row.name, { model: "claude-m", servers: [weather], prompt: "p" })
export const rows1 = suite(
  "c",
  ...cases(asks, (row) =>
    agent(row.name, { model: "claude-m", servers: [weather], prompt: row.city }).pipe(
      runs(2),
      toolSelection(weather.tools[row.tool], { minSelectionRate: 0.8 })
    )
  )
)
// @ts-expect-error no rows
export const rows2 = cases([], ofRow)
// @ts-expect-error the schema has no such field
export const rows3 = cases(asks, (row) => ofRow({ name: row.title }))
// @ts-expect-error a row without a name
export const rows4 = cases([{ city: "Rome" }], () => base)
// @ts-expect-error a schema without a name
export const rows5 = rowsFrom(import.meta, "cases/asks.csv", Schema.Struct({ city: Schema.String }))
// @ts-expect-error no schema
export const rows6 = rowsFrom(import.meta, "cases/asks.csv", { name: "string" })
// @ts-expect-error not an agent
export const rows7 = cases(asks, (row) => row.name)
// @ts-expect-error a gate that the agents cannot have
export const rows8 = cases(asks, (row) => ofRow(row).pipe(stability()))
// @ts-expect-error a literal that is no tool
export const rows9 = cases([{ name: "a", tool: "get_tides" }], (row) => ofRow(row).pipe(never(weather.tools[row.tool])))
/** A field that only some rows have is undefined in the others, and literals stay literals. */
export const rows10 = cases([{ name: "a", tool: "get_weather" }, { name: "b" }, { id: 3, name: "c" }], (row) =>
  ofRow(row).pipe(never(weather.tools[row.tool ?? "get_forecast"]))
)
export const rows11 = cases(rowsFrom(import.meta, "a.json", z.object({ id: z.number(), city: z.string() })), (row) =>
  ofRow({ name: `${row.id.toFixed()} ${row.city}` })
)
/** Rows that a program has made: there may be none, which the plan refuses. */
export const rows12 = cases(
  asks.filter(({ city }) => city !== ""),
  ofRow
)
const numbered = rowsFrom(import.meta, "a.json", z.object({ id: z.number() }))
// @ts-expect-error zod has no such field either
export const rows13 = cases(numbered, (row) => ofRow({ name: row.name }))
