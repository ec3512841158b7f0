import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Schema from "effect/Schema"
import {
  agent,
  allowDrift,
  anyServer,
  atLeast,
  call,
  command,
  driver,
  during,
  equals,
  exact,
  expect,
  fault,
  faults,
  gate,
  hang,
  judge,
  never,
  Model,
  observe,
  only,
  passRate,
  regex,
  runs,
  server,
  skip,
  slow,
  stability,
  subset,
  suite,
  tags,
  simulatedUser,
  toolSelection,
  trajectory,
  turns,
  trajectoryAxes
} from "passhat"
import { Plan } from "../../../src/base/domain/plan/Plan.ts"
import { join } from "../../../src/language/dsl/gate.ts"
import { allOf, between } from "../../../src/language/dsl/matchers.ts"
import { compiledOf, issuesOf } from "../../suites.ts"
import { issues, weather } from "../../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const base = agent("asks for the weather", {
  model: "claude-sonnet-4-5",
  servers: [weather],
  prompt: "How warm is it?"
})
const gated = base.pipe(toolSelection(get_weather, { minSelectionRate: 0.8 }))
const messages = (...agents: Parameters<typeof suite> extends [string, ...infer A] ? A : never) =>
  issuesOf(suite("weather", ...agents)).map((one) => one.message)

describe("a suite that compiles", () => {
  test("is pure data, and decodes as a plan", () => {
    const { plan } = compiledOf(suite("weather", gated))
    assert.deepEqual(JSON.parse(JSON.stringify(plan)), plan)
    assert.deepEqual(Schema.decodeUnknownSync(Plan)(plan), plan)
  })

  test("has a cell for each agent and model, with ids that are paths", () => {
    const matrix = agent("a", { models: ["gpt-5", "claude-sonnet-4-5"], servers: [weather], prompt: "p" })
    const { plan } = compiledOf(suite("My Suite", gated, matrix.pipe(runs(3), stability())))
    assert.deepEqual(
      plan.cells.map(({ id, name, runs: n }) => [id, name, n]),
      [
        ["my-suite/asks-for-the-weather/claude-sonnet-4-5", "asks for the weather", 1],
        ["my-suite/a/gpt-5", "a [gpt-5]", 3],
        ["my-suite/a/claude-sonnet-4-5", "a [claude-sonnet-4-5]", 3]
      ]
    )
  })

  test("has each gate's name, spec and expectations, without its code", () => {
    const { definitions, plan } = compiledOf(
      suite("weather", base.pipe(runs(2), stability(), stability({ score: atLeast(0.7) })))
    )
    assert.deepEqual(plan.cells[0]?.gates, [
      {
        id: "stability#1",
        gate: "stability",
        scope: "cell",
        spec: {},
        expectations: { "stability.weakest_score": { op: "atLeast", value: 0.5 } },
        advisory: false
      },
      {
        id: "stability#2",
        gate: "stability",
        scope: "cell",
        spec: {},
        expectations: { "stability.score": { op: "atLeast", value: 0.7 } },
        advisory: false
      }
    ])
    assert.deepEqual(
      definitions.get(plan.cells[0]?.id ?? "")?.map((one) => one.name),
      ["stability", "stability"]
    )
  })

  test("has the maximum cost of a live run", () => {
    const { plan } = compiledOf(suite("weather", gated.pipe(runs(5))))
    assert.deepEqual(plan.live_at_most, { model_calls: 50, output_tokens: 204_800 })
  })

  test("has tags, the reason of a skip and only, which do not change the fingerprint", () => {
    const { plan } = compiledOf(suite("weather", gated.pipe(tags("slow", "car"), tags("slow"), skip("down"), only)))
    const [cell] = plan.cells
    assert.deepEqual([cell?.tags, cell?.skipped, cell?.only], [["slow", "car"], "down", true])
    assert.equal(cell?.fingerprint, compiledOf(suite("weather", gated)).plan.cells[0]?.fingerprint)
    assert.equal(plan.live_at_most.model_calls, 0)
  })

  test("has only the names of variables and headers of servers, not their values", () => {
    const secret = server("secret", { command: ["node", "s.js"], env: { TOKEN: "hunter2" }, tools: {} })
    const remote = server("remote", { url: "http://127.0.0.1/mcp", headers: { authorization: "hunter2" }, tools: {} })
    const { plan } = compiledOf(suite("s", agent("a", { model: "claude-m", servers: [secret, remote], prompt: "p" })))
    assert.ok(!JSON.stringify(plan).includes("hunter2"))
    assert.deepEqual(
      plan.cells[0]?.behaviour.servers.map((one) => one.transport),
      [
        { command: ["node", "s.js"], env: ["TOKEN"] },
        { url: "http://127.0.0.1/mcp", headers: ["authorization"] }
      ]
    )
  })
})

test("allowed drift is in the plan and does not change the fingerprint", () => {
  const allowing = gated.pipe(allowDrift(get_weather, weather), allowDrift(anyServer("get_tide")))
  const [cell] = compiledOf(suite("weather", allowing)).plan.cells
  assert.deepEqual(cell?.allowed_drift, [
    { server: "weather", tool: "get_weather" },
    { server: "weather" },
    { tool: "get_tide" }
  ])
  assert.equal(cell?.fingerprint, compiledOf(suite("weather", gated)).plan.cells[0]?.fingerprint)
})

test("the sources of a driver are in its fingerprint, and a driver without a file has none", () => {
  const mine = driver("mine", "1", () => "")
  const cellWith = (files: ReadonlyArray<{ readonly path: string; readonly sha256: string }>) =>
    compiledOf(suite("s", agent("a", { driver: mine, servers: [], prompt: "p" })), {
      sourcesOf: () => ({ files, problems: [] })
    }).plan.cells[0]
  const [none, one, other] = [[], [{ path: "a.ts", sha256: "ab" }], [{ path: "a.ts", sha256: "cd" }]].map(cellWith)
  assert.deepEqual(none?.behaviour.driver, { name: "mine", version: "1" })
  assert.deepEqual(one?.behaviour.driver?.sources, [{ path: "a.ts", sha256: "ab" }])
  assert.equal(new Set([none, one, other].map((cell) => cell?.fingerprint)).size, 3)
})

describe("the fingerprint", () => {
  const fingerprint = (one: Parameters<typeof suite>[1]) =>
    compiledOf(suite("weather", one as typeof base)).plan.cells[0]?.fingerprint
  const before = fingerprint(gated)

  test("does not change with gates or the number of runs", () => {
    assert.equal(fingerprint(base.pipe(runs(7), stability())), before)
  })

  test("changes with every option that changes the agent's behaviour", () => {
    const options = { model: "claude-sonnet-4-5", servers: [weather], prompt: "How warm is it?" } as const
    const changed = [
      agent("a", { ...options, prompt: "How warm is it" }),
      agent("a", { ...options, model: "gpt-5" }),
      agent("a", { ...options, system: "Be brief." }),
      agent("a", { ...options, maxTurns: 3 }),
      agent("a", { ...options, maxTokens: 100 }),
      agent("a", { ...options, temperature: 0 }),
      agent("a", { ...options, callTimeout: "3 seconds" }),
      agent("a", { ...options, servers: [weather, issues] }),
      base.pipe(faults(fault("hung", get_forecast, hang))),
      base.pipe(faults(fault("hung", get_weather, hang)))
    ].map(fingerprint)
    assert.equal(new Set([before, ...changed]).size, changed.length + 1)
  })
})

describe("a suite that does not compile has all its issues at once, each with a hint:", () => {
  test("a skip without a reason, a tag without a name", () => {
    const nothing = String(" ")
    assert.deepEqual(messages(gated.pipe(skip(nothing), tags("slow", nothing))), [
      'Suite "weather", agent "asks for the weather": it has a tag without a name.',
      'Suite "weather", agent "asks for the weather": it is skipped without a reason.'
    ])
    assert.equal(messages(gated.pipe((skip as () => ReturnType<typeof skip>)())).length, 1)
  })

  test("a suite without agents or without a name", () => {
    assert.deepEqual(
      issuesOf(suite(" ")).map((one) => one.message),
      ['Suite " ": the suite has no name.', 'Suite " ": the suite has no agents.']
    )
  })

  test("a stability gate on one run, if the number of runs is known only at run time", () => {
    const [found, ...more] = issuesOf(suite("weather", base.pipe(runs(Number("1")), stability())))
    assert.deepEqual(found, {
      code: "INVALID_SUITE",
      message: 'Suite "weather", agent "asks for the weather": stability needs two or more runs.',
      hint: "Say runs(2) or more: a sample of one has no spread.",
      advisory: false
    })
    assert.deepEqual(more, [])
  })

  test("a stability gate on one run, if the number of runs is overridden", () => {
    assert.equal(issuesOf(suite("weather", base.pipe(runs(5), stability())), { runs: 1 }).length, 1)
    assert.equal(issuesOf(suite("weather", base.pipe(runs(5), stability())), { runs: 2 }).length, 0)
  })

  test.each([0, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY])("runs(%p)", (n) => {
    assert.deepEqual(messages(base.pipe(runs(n))), [
      `Suite "weather", agent "asks for the weather": runs(${n}) is not a whole number from 1.`
    ])
  })

  test("two agents, or two models, whose recordings would be the same file", () => {
    const twice = agent("Asks for the weather!", { model: "claude-sonnet-4-5", servers: [weather], prompt: "p" })
    assert.match(
      messages(base, twice)[0] ?? "",
      /would share the cassette weather\/asks-for-the-weather\/claude-sonnet-4-5\.jsonl/
    )
    assert.equal(messages(agent("a", { models: ["claude-m", "claude-m"], servers: [], prompt: "p" })).length, 1)
  })

  test("options out of range", () => {
    const options = { model: " ", servers: [], prompt: "p", maxTurns: 0, maxTokens: 1.5, temperature: -1 }
    assert.equal(messages(agent("a", { ...options, callTimeout: "0 seconds" })).length, 5)
  })

  test("a model without a known provider", () => {
    const [found] = issuesOf(suite("s", agent("a", { model: "llama-9", servers: [], prompt: "p" })))
    assert.match(found?.message ?? "", /no provider is known for the model "llama-9"/)
    assert.match(found?.hint ?? "", /Model\.openaiCompatible/)
    const said = Model.openaiCompatible({ baseUrl: "http://127.0.0.1:1/v1", model: "llama-9" })
    const { plan } = compiledOf(suite("s", agent("a", { model: said, servers: [], prompt: "p" })))
    assert.deepEqual(plan.cells[0]?.provider, { kind: "openai_compatible", base_url: "http://127.0.0.1:1/v1" })
    assert.equal(plan.cells[0]?.model, "llama-9")
  })

  test("a driver without a version, and an empty command", () => {
    const nameless = agent("a", { driver: driver("mine", "", () => ""), servers: [], prompt: "p" })
    assert.match(messages(nameless)[0] ?? "", /its driver says no name or no version/)
    const empty = agent("a", { driver: command([], { name: "mine" }), servers: [], prompt: "p" })
    assert.match(messages(empty)[0] ?? "", /its command is empty/)
  })

  test("sources of a driver that were read with problems, or were not read", () => {
    const mine = driver("mine", "1", () => "", { sources: ["agnets/*.ts"] })
    const asked = suite("s", agent("a", { driver: mine, servers: [], prompt: "p" }))
    const what = 'no file matches "agnets/*.ts"'
    const sourcesOf = () => ({ files: [], problems: [{ what, hint: "Name a file." }] })
    assert.deepEqual(
      issuesOf(asked, { sourcesOf }).map(({ hint, message }) => [message, hint]),
      [[`Suite "s", agent "a": ${what}.`, "Name a file."]]
    )
    assert.match(issuesOf(asked, { sourcesOf: undefined })[0]?.message ?? "", /the sources of its driver were not read/)
  })

  test("allowed drift without a tool or a server, or of a tool that the agent does not have", () => {
    const foreign = allowDrift(issues.tools.create_issue) as never
    assert.match(
      messages(base.pipe(foreign))[0] ?? "",
      /allowDrift names issues\.create_issue, which the agent does not/
    )
    const nameless = allowDrift(anyServer(" "))
    assert.match(messages(base.pipe(nameless))[0] ?? "", /allowDrift names neither a tool nor a server/)
    assert.match(
      messages(base.pipe(allowDrift({} as never)))[0] ?? "",
      /allowDrift is given is an object, expected a tool/
    )
    assert.match(
      messages(base.pipe(allowDrift(anyServer(""))))[0] ?? "",
      /allowDrift names neither a tool nor a server/
    )
  })

  test("observations that share a name, have no arguments, or call a tool that the agent does not have", () => {
    const look = observe("now", call(get_weather, exact({ city: "Davis" })))
    assert.match(messages(base.pipe(look, look))[0] ?? "", /two observations are named "now"/)
    assert.match(
      messages(base.pipe(observe("now", call(get_weather, subset({})))))[0] ?? "",
      /does not say what to send/
    )
    const foreign = observe("there", call(issues.tools.create_issue, exact({ title: "t" }))) as never
    assert.match(messages(base.pipe(foreign))[0] ?? "", /calls issues\.create_issue, which the agent does not have/)
  })

  test("a target that the gate does not have, with the nearest one", () => {
    const misspelt = stability({ scor: atLeast(0.7) } as never)
    const [found] = issuesOf(suite("weather", base.pipe(runs(2), misspelt)))
    assert.match(found?.message ?? "", /stability has no target "scor"/)
    assert.equal(found?.hint, 'Did you mean "score"?')
  })

  test("a path that no trace has, or that leads to the text of the model", () => {
    assert.match(
      messages(base.pipe(expect("tool_calls[0].nmae" as never, equals("x") as never)))[0] ?? "",
      /no trace has a "tool_calls\[0\]\.nmae"/
    )
    assert.match(
      messages(base.pipe(expect("final_response" as never, equals("x") as never)))[0] ?? "",
      /what the model says of itself/
    )
  })

  test("a matcher that needs a model", () => {
    assert.match(
      messages(base.pipe(expect("stop_reason", judge("is it good?") as never)))[0] ?? "",
      /stop_reason is matched by a model/
    )
  })

  test("matchers that are invalid, or that every value satisfies", () => {
    const cannot = [
      atLeast(Number.NaN),
      regex("("),
      between(2, 1),
      allOf(),
      { op: "nope" }
    ] as unknown as ReadonlyArray<never>
    for (const matcher of cannot) assert.equal(messages(base.pipe(expect("stop_reason", matcher))).length, 1)
  })

  test("a gate's options out of range", () => {
    assert.equal(messages(base.pipe(toolSelection(get_weather, { minSelectionRate: 80 }))).length, 1)
    assert.equal(messages(base.pipe(toolSelection(get_weather, { minSelectionRate: 1, maxTotalTokens: -1 }))).length, 1)
    assert.equal(messages(base.pipe(toolSelection(get_weather, { minSelectionRate: 1, k: 0 }))).length, 1)
  })

  test("gates that every run passes", () => {
    assert.match(messages(base.pipe(trajectory("strict")))[0] ?? "", /it expects no call, which every run satisfies/)
    assert.deepEqual(messages(base.pipe(trajectory("subset"))), [])
    assert.match(messages(base.pipe(trajectoryAxes({})))[0] ?? "", /it declares no edge/)
  })

  test("a percent threshold that is given as a fraction", () => {
    const percent = gate(
      {
        name: "acme/percent",
        targets: { share: "percent" },
        measure: () => ({ share: 100 }),
        expect: { share: atLeast(90) }
      },
      {},
      { share: atLeast(0.9) }
    )
    const [found] = issuesOf(suite("weather", base.pipe(percent)))
    assert.match(found?.message ?? "", /acme\/percent\.share is a percent from 0 to 100, and its threshold is 0\.9/)
    assert.equal(found?.hint, "Did you mean 90?")
    const nested = join<never>(
      percent.nodes.map((node) => ({
        ...node,
        expect: { share: { op: "not", of: { op: "between", min: 0.5, max: 1 } } }
      }))
    )
    assert.equal(issuesOf(suite("weather", base.pipe(nested))).length, 2)
  })

  test("a spec that is not JSON", () => {
    const odd = gate(
      { name: "acme/odd", targets: { n: "count" }, measure: () => ({ n: 1 }), expect: { n: atLeast(1) } },
      { f: () => 1 }
    )
    assert.match(messages(base.pipe(odd))[0] ?? "", /the spec of acme\/odd is not JSON/)
  })

  test("faults on tools that the agent does not have, with a shared name, or with impossible numbers", () => {
    const foreign = fault("foreign", issues.tools.create_issue, hang) as never
    assert.match(
      messages(base.pipe(faults(foreign)))[0] ?? "",
      /"foreign" breaks issues\.create_issue, which the agent does not have/
    )
    const twice = faults(fault("same", get_weather, hang), fault("same", get_forecast, hang))
    assert.match(messages(base.pipe(twice))[0] ?? "", /two faults are named "same"/)
    assert.match(
      messages(base.pipe(faults(fault("late", get_weather, slow(-5)))))[0] ?? "",
      /the delay of the fault "late"/
    )
    assert.match(
      messages(base.pipe(faults(fault("late", get_weather, slow("soon" as never)))))[0] ?? "",
      /the delay of the fault "late"/
    )
  })

  test("turns that cannot be said, and parts that a conversation does not have", () => {
    const says = (...words: ReadonlyArray<unknown>) => turns(...(words as [string]))
    assert.match(messages(base.pipe(says()))[0] ?? "", /turns is given no message/)
    assert.match(messages(base.pipe(says(" ")))[0] ?? "", /one of its turns has no words/)
    assert.match(messages(base.pipe(says(7)))[0] ?? "", /turns\[0\] is 7, expected a text or a function/)
    assert.match(messages(base.pipe(says("a"), says("b") as never))[0] ?? "", /turns is said twice/)
    assert.deepEqual(
      messages(
        base.pipe(
          says(() => "a"),
          during(2, never(get_weather)) as never
        )
      ),
      []
    )
    const brief = agent("brief", { model: "claude-m", servers: [weather], prompt: "p", maxTurns: 2 })
    assert.match(messages(brief.pipe(says("a", "b")))[0] ?? "", /maxTurns is 2, and the user speaks 3 times/)
    const late = during(3, never(get_weather)) as never
    assert.match(messages(base.pipe(says("a"), late))[0] ?? "", /never needs turn 3 of turns\(\.\.\.\)/)
    const rate = during(2, passRate({ atLeast: 0.5 }) as never) as never
    assert.match(messages(base.pipe(says("a"), rate))[0] ?? "", /pass_rate looks at outcomes/)
    assert.deepEqual(messages(base.pipe(says("a"), during(2, never(get_weather)) as never)), [])
  })

  test("a simulated user that cannot play", () => {
    const user = { model: "claude-u", goal: "You want to know." }
    const plays = (options: object) =>
      messages(base.pipe(simulatedUser({ ...user, ...options }), during(2, never(get_weather))))
    assert.deepEqual(plays({}), [])
    const flaws = [
      [{ goal: 7 }, /goal is 7, expected a text/],
      [{ goal: " " }, /its simulated user: it has no goal/],
      [{ model: "" }, /its simulated user: it names no model/],
      [{ model: "nobody" }, /its simulated user: no provider is known for the model "nobody"/],
      [{ model: Model.anthropic("claude-u", { thinking: 2_000 }) }, /its simulated user: thinking of claude-u is 2000/],
      [{ stop: "" }, /its simulated user: one of its texts has no words/],
      [{ neverSays: [""] }, /its simulated user: one of its texts has no words/],
      [{ neverSays: ["How warm"] }, /neverSays names ".*", which the prompt says/],
      [{ maxTurns: 0 }, /its simulated user: maxTurns is 0/],
      [{ maxTurns: 10 }, /the agent's maxTurns is 10, and the user may speak 11 times/],
      [{ maxTokens: 1.5 }, /its simulated user: maxTokens is 1\.5/],
      [{ temperature: -1 }, /its simulated user: temperature is -1/]
    ] as const
    for (const [options, message] of flaws) assert.match(plays(options)[0] ?? "", message)
    const both = base.pipe(turns("a"), simulatedUser(user) as never, during(2, never(get_weather)) as never)
    assert.match(messages(both)[0] ?? "", /it has turns and a simulated user/)
    const twice = base.pipe(simulatedUser(user), simulatedUser(user) as never)
    assert.match(messages(twice)[0] ?? "", /simulatedUser is said twice/)
    const late = base.pipe(simulatedUser({ ...user, maxTurns: 2 }), during(4, never(get_weather)))
    assert.match(messages(late)[0] ?? "", /never needs turn 4 of turns/)
  })

  test("two servers with one name, and two tools with the same name in a request", () => {
    const again = server("weather", { command: ["x"], tools: {} })
    assert.match(
      messages(agent("a", { model: "claude-m", servers: [weather, again], prompt: "p" }))[0] ?? "",
      /two servers are named "weather"/
    )
    const a = server("a", { command: ["x"], tools: { b__c: weather.tools.get_weather.definition } })
    const ab = server("a__b", { command: ["x"], tools: { c: weather.tools.get_weather.definition } })
    assert.match(
      messages(agent("a", { model: "claude-m", servers: [a, ab], prompt: "p" }))[0] ?? "",
      /would both reach the model as a__b__c/
    )
  })
})
