/**
 * Every place of a suite that takes a value: each parameter and each option of each public combinator.
 */
import * as passhat from "passhat"
import type { Suite } from "passhat"
import type { Untyped, ValueName } from "./values.ts"

/** Untyped: the table gives each combinator what it does not take. */
const {
  after,
  agent,
  agentConsistency,
  agentReliability,
  all,
  allOf,
  allowDrift,
  always,
  anyOf,
  anyServer,
  atLeast,
  atMost,
  before,
  between,
  call,
  command,
  contains,
  containsAll,
  driver,
  ending,
  equals,
  error,
  exact,
  expect,
  fault,
  faultMatrix,
  faults,
  flow,
  gate,
  goldenPath,
  hang,
  icontains,
  imported,
  includes,
  injects,
  judge,
  length,
  misleading,
  judged,
  Model,
  narrative,
  never,
  noRegression,
  not,
  observe,
  passRate,
  rateLimited,
  recoverAfter,
  recovery,
  regex,
  reliability,
  replyAfterCancel,
  runs,
  said,
  schema,
  server,
  skip,
  slow,
  stability,
  subset,
  suite,
  tags,
  tool,
  toolSelection,
  trajectory,
  trajectoryAxes,
  uses
} = passhat as Untyped

export interface Place {
  readonly make: (value: Untyped, name: string) => Suite
  /** The values that the place takes. */
  readonly takes: ReadonlyArray<ValueName>
}

const inputSchema = { type: "object", properties: { city: { type: "string" } } }
const weather = server("weather", {
  command: ["node", "weather.js"],
  tools: { get_weather: tool({ inputSchema }), get_forecast: tool({ inputSchema }) }
})
const { get_forecast, get_weather } = weather.tools
const options = { model: "claude-m", servers: [weather], prompt: "p" }
const plain = agent("asks", options)
const hung = fault("hung", get_weather, hang)
const base = plain.pipe(runs(3), faults(hung))
const measure = () => ({ calls: 1 })
const own = { name: "acme/own", targets: { calls: "count" }, measure, expect: { calls: atMost(3) } }

const texts = ["text", "numeral"] as const
const noOptions = ["undefined", "object", "proxy"] as const
const json = ["null", "number", "text", "numeral", "empty text", "list", "object", "proxy"] as const

const suiteOf = (make: (value: Untyped, name: string) => Untyped, ...takes: ReadonlyArray<ValueName>): Place => ({
  make,
  takes
})
const oneAgent = (make: (value: Untyped) => Untyped, ...takes: ReadonlyArray<ValueName>): Place =>
  suiteOf((value, name) => suite(name, make(value)), ...takes)
const option = (field: string, ...takes: ReadonlyArray<ValueName>): Place =>
  oneAgent((value) => agent("asks", { ...options, [field]: value }), ...takes)
const step = (make: (value: Untyped) => Untyped, ...takes: ReadonlyArray<ValueName>): Place =>
  oneAgent((value) => base.pipe(make(value)), ...takes)
const plainStep = (make: (value: Untyped) => Untyped, ...takes: ReadonlyArray<ValueName>): Place =>
  oneAgent((value) => plain.pipe(make(value)), ...takes)
const reached = (make: (value: Untyped) => Untyped, ...takes: ReadonlyArray<ValueName>): Place =>
  oneAgent((value) => agent("asks", { ...options, servers: [make(value)] }), ...takes)
const broken = (make: (value: Untyped) => Untyped, ...takes: ReadonlyArray<ValueName>): Place =>
  plainStep((value) => faults(make(value)), ...takes)
const driven = (make: (value: Untyped) => Untyped, ...takes: ReadonlyArray<ValueName>): Place =>
  oneAgent((value) => agent("asks", { driver: make(value), servers: [weather], prompt: "p" }), ...takes)
const matched = (target: string, make: (value: Untyped) => Untyped, ...takes: ReadonlyArray<ValueName>): Place =>
  step((value) => expect(target, make(value)), ...takes)

const { get_weather: _, ...stdio } = { command: ["node", "weather.js"], get_weather }
const tools = { get_weather: tool({ inputSchema }) }
const args = "tool_calls[0].args"
const found = "tool_results[0].structured"
const tokens = "conversation.tokens.total"
const from = { from: hung, maxDetection: "3 seconds" }
const floor = { minSelectionRate: 1 }
const numbers = ["number"] as const

export const places: { readonly [name: string]: Place } = {
  "suite: name": suiteOf((value) => suite(value, base.pipe(stability())), ...texts),
  "suite: agent": suiteOf((value, name) => suite(name, value)),
  "suite: second agent": suiteOf((value, name) => suite(name, plain, value)),
  "agent: name": oneAgent((value) => agent(value, options), ...texts),
  "agent: options": oneAgent((value) => agent("asks", value)),
  "agent: model": option("model"),
  "agent: models": oneAgent((value) => agent("asks", { servers: [weather], prompt: "p", models: value })),
  "agent: one of models": oneAgent((value) =>
    agent("asks", { servers: [weather], prompt: "p", models: ["claude-m", value] })
  ),
  "agent: servers": option("servers", "list"),
  "agent: one of servers": oneAgent((value) => agent("asks", { ...options, servers: [weather, value] })),
  "agent: prompt": option("prompt", ...texts, "empty text"),
  "agent: system": option("system", "undefined", ...texts, "empty text"),
  "agent: maxTurns": option("maxTurns", "undefined", ...numbers),
  "agent: maxTokens": option("maxTokens", "undefined", ...numbers),
  "agent: temperature": option("temperature", "undefined", ...numbers),
  "agent: callTimeout": option("callTimeout", "undefined", ...numbers),
  "agent: runTimeout": option("runTimeout", "undefined", ...numbers),
  "agent: driver": option("driver", "undefined"),
  "agent: pipe": oneAgent((value) => base.pipe(value)),
  "agent: pipe before a fact": oneAgent((value) => plain.pipe(value, runs(2), stability())),
  "Model.anthropic": option("model"),
  "Model.anthropic: name": oneAgent((value) => agent("asks", { ...options, model: Model.anthropic(value) }), ...texts),
  "Model.openai: name": oneAgent((value) => agent("asks", { ...options, model: Model.openai(value) }), ...texts),
  "Model.openaiCompatible": oneAgent((value) => agent("asks", { ...options, model: Model.openaiCompatible(value) })),
  "Model.openaiCompatible: baseUrl": oneAgent(
    (value) => agent("asks", { ...options, model: Model.openaiCompatible({ model: "m", baseUrl: value }) }),
    ...texts,
    "empty text"
  ),
  "server: name": reached((value) => server(value, { ...stdio, tools }), ...texts),
  "server: options": reached((value) => server("weather", value)),
  "server: command": reached((value) => server("weather", { command: value, tools })),
  "server: argument of command": reached(
    (value) => server("weather", { command: ["node", value], tools }),
    ...texts,
    "empty text"
  ),
  "server: env": reached((value) => server("weather", { ...stdio, env: value, tools }), ...noOptions),
  "server: variable": reached(
    (value) => server("weather", { ...stdio, env: { A: value }, tools }),
    ...texts,
    "empty text"
  ),
  "server: url": reached((value) => server("weather", { url: value, tools })),
  "server: headers": reached(
    (value) => server("weather", { url: "http://localhost/mcp", headers: value, tools }),
    ...noOptions
  ),
  "server: header": reached(
    (value) => server("weather", { url: "http://localhost/mcp", headers: { a: value }, tools }),
    ...texts,
    "empty text"
  ),
  "server: inMemory": reached((value) => server("weather", { inMemory: value, tools }), "function"),
  "server: nothing to reach": reached((value) => server("weather", { reach: value, tools })),
  "server: tools": reached((value) => server("weather", { ...stdio, tools: value }), "object", "proxy"),
  "server: tool": reached((value) => server("weather", { ...stdio, tools: { get_weather: value } })),
  "server: elicit": reached((value) => server("weather", { ...stdio, tools, elicit: value }), "undefined", "function"),
  "server: sample": reached((value) => server("weather", { ...stdio, tools, sample: value }), "undefined", "function"),
  "server: roots": reached((value) => server("weather", { ...stdio, tools, roots: value }), "undefined", "list"),
  "server: shared": reached((value) => server("weather", { ...stdio, tools, shared: value }), "undefined"),
  "server: instructions": reached(
    (value) => server("weather", { ...stdio, tools, instructions: value }),
    "undefined",
    ...texts,
    "empty text"
  ),
  tool: reached((value) => server("weather", { ...stdio, tools: { get_weather: tool(value) } })),
  "tool: inputSchema": reached(
    (value) => server("weather", { ...stdio, tools: { a: tool({ inputSchema: value }) } }),
    "object",
    "proxy"
  ),
  "tool: description": reached(
    (value) => server("weather", { ...stdio, tools: { a: tool({ inputSchema, description: value }) } }),
    "undefined",
    ...texts,
    "empty text"
  ),
  "tool: annotations": reached(
    (value) => server("weather", { ...stdio, tools: { a: tool({ inputSchema, annotations: value }) } }),
    ...noOptions
  ),
  runs: plainStep((value) => runs(value), ...numbers),
  tags: plainStep((value) => tags(value), ...texts),
  skip: plainStep((value) => skip(value), ...texts),
  before: plainStep((value) => before(value), "function"),
  after: plainStep((value) => after(value), "function"),
  "observe: name": plainStep((value) => observe(value, call(get_weather, exact({ city: "Rome" }))), ...texts),
  "observe: call": plainStep((value) => observe("now", value)),
  "observe: arguments": plainStep((value) => observe("now", call(get_weather, exact(value))), "object", "proxy"),
  allowDrift: plainStep((value) => allowDrift(value)),
  "allowDrift: anyServer": plainStep((value) => allowDrift(anyServer(value)), ...texts),
  flow: plainStep((value) => flow(value)),
  "driver: name": driven((value) => driver(value, "1", async () => ""), ...texts),
  "driver: version": driven((value) => driver("own", value, async () => ""), ...texts),
  "driver: drive": driven((value) => driver("own", "1", value), "function"),
  "driver: options": driven((value) => driver("own", "1", async () => "", value), ...noOptions),
  "driver: sources": driven((value) => driver("own", "1", async () => "", { sources: value }), "undefined"),
  command: driven((value) => command(value)),
  "command: argument": driven((value) => command(["node", value]), ...texts, "empty text"),
  "command: options": driven((value) => command(["node"], value), ...noOptions),
  "command: name": driven((value) => command(["node"], { name: value }), "undefined", ...texts),
  "command: version": driven((value) => command(["node"], { version: value }), "undefined", ...texts),
  "command: sources": driven((value) => command(["node"], { sources: value }), "undefined"),
  "imported: format": oneAgent((value) => agent("asks", imported(value)), ...texts),
  "imported: options": oneAgent((value) => agent("asks", imported("otel", value)), ...noOptions),
  faults: plainStep((value) => faults(value)),
  "fault: name": broken((value) => fault(value, get_weather, hang), ...texts),
  "fault: target": broken((value) => fault("own", value, hang)),
  "fault: anyServer": broken((value) => fault("own", anyServer(value), hang)),
  "fault: kind": broken((value) => fault("own", get_weather, value)),
  "fault: options": broken((value) => fault("own", get_weather, hang, value), ...noOptions),
  "fault: onCall": broken((value) => fault("own", get_weather, hang, { onCall: value }), "undefined", ...numbers),
  slow: broken((value) => fault("own", get_weather, slow(value)), ...numbers),
  rateLimited: broken((value) => fault("own", get_weather, rateLimited(value)), ...numbers),
  replyAfterCancel: broken((value) => fault("own", get_weather, replyAfterCancel(value)), ...numbers),
  recoverAfter: broken((value) => fault("own", get_weather, recoverAfter(value)), ...numbers),
  error: broken((value) => fault("own", get_weather, error(value)), ...texts, "empty text"),
  misleading: broken((value) => fault("own", get_weather, misleading(value)), ...texts, "empty text"),
  "faultMatrix: agent": suiteOf((value, name) =>
    suite(name, ...[faultMatrix(value, [hang], [get_weather], { maxDetection: "3 seconds" })].flat())
  ),
  "faultMatrix: kinds": suiteOf((value, name) =>
    suite(name, ...[faultMatrix(plain, value, [get_weather], { maxDetection: "3 seconds" })].flat())
  ),
  "faultMatrix: kind": suiteOf((value, name) =>
    suite(name, ...[faultMatrix(plain, [value], [get_weather], { maxDetection: "3 seconds" })].flat())
  ),
  "faultMatrix: tools": suiteOf((value, name) =>
    suite(name, ...[faultMatrix(plain, [hang], value, { maxDetection: "3 seconds" })].flat())
  ),
  "faultMatrix: tool": suiteOf((value, name) =>
    suite(name, ...[faultMatrix(plain, [hang], [value], { maxDetection: "3 seconds" })].flat())
  ),
  "faultMatrix: options": suiteOf((value, name) =>
    suite(name, ...[faultMatrix(plain, [hang], [get_weather], value)].flat())
  ),
  "gate: definition": step((value) => gate(value, {})),
  "gate: need": step((value) => gate(value)(own, {})),
  "gate: uses": step((value) => gate(uses(value))(own, {})),
  "gate: injects": step((value) => gate(injects(value))(own, {})),
  "gate: spec": step((value) => gate(own, value), ...json),
  "gate: expect": step((value) => gate(own, {}, value), ...noOptions),
  "gate: expectation": step((value) => gate(own, {}, { calls: value }), "undefined"),
  "gate: definition's name": step((value) => gate({ ...own, name: value }, {}), ...texts),
  "gate: definition's targets": step((value) => gate({ ...own, targets: value }, {})),
  "gate: definition's measure": step((value) => gate({ ...own, measure: value }, {}), "function"),
  "gate: definition's expect": step((value) => gate({ ...own, expect: value }, {})),
  "gate: definition's check": step((value) => gate({ ...own, check: value }, {}), "undefined"),
  "gate: definition's scope": step((value) => gate({ ...own, scope: value }, {}), "undefined"),
  "gate: definition's digest": step((value) => gate({ ...own, digest: value }, {}), "undefined", "function"),
  all: step((value) => all(value)),
  always: step((value) => always(value)),
  "expect: target": step((value) => expect(value, equals(1))),
  "expect: matcher": step((value) => expect(tokens, value)),
  equals: matched(found, equals, ...json),
  contains: matched(found, contains, "null", "number", "text", "numeral"),
  icontains: matched("tool_calls[0].name", icontains, ...texts),
  containsAll: matched("tool_calls[*].name", containsAll),
  "containsAll: value": matched(`${found}.city`, (value) => containsAll([value]), "null", "number", "text", "numeral"),
  regex: matched("tool_calls[0].name", regex, ...texts),
  "regex: flags": matched("tool_calls[0].name", (value) => regex("a", value), "undefined", "empty text"),
  schema: matched(args, schema),
  atLeast: matched(tokens, atLeast, ...numbers),
  atMost: matched(tokens, atMost, ...numbers),
  "between: least": matched(tokens, (value) => between(value, 9), ...numbers),
  "between: most": matched(tokens, (value) => between(1, value), ...numbers),
  length: matched("tool_calls", length, ...numbers),
  not: matched(tokens, not),
  allOf: matched(tokens, allOf),
  anyOf: matched(tokens, anyOf),
  judge: matched("tool_calls[0].name", judge),
  "call: tool": step((value) => trajectory("strict", call(value))),
  "call: shape": step((value) => trajectory("strict", call(get_weather, value)), "undefined"),
  exact: step((value) => trajectory("strict", call(get_weather, exact(value))), "object", "proxy"),
  subset: step((value) => trajectory("strict", call(get_weather, subset(value))), "object", "proxy"),
  includes: step((value) => trajectory("strict", call(get_weather, includes(value))), "object", "proxy"),
  "trajectory: mode": step((value) => trajectory(value, call(get_weather))),
  "trajectory: call": step((value) => trajectory("strict", value)),
  "trajectory: withinTurn": step(
    (value) => trajectory({ mode: "strict", withinTurn: value }, call(get_weather)),
    "undefined"
  ),
  "trajectory: expect": step((value) => trajectory({ mode: "strict", expect: value }, call(get_weather)), ...noOptions),
  trajectoryAxes: step((value) => trajectoryAxes(value)),
  "trajectoryAxes: dependencies": step((value) => trajectoryAxes({ dependencies: value })),
  "trajectoryAxes: edge": step((value) => trajectoryAxes({ order: [value] })),
  "trajectoryAxes: tool": step((value) => trajectoryAxes({ order: [{ first: get_weather, second: value }] })),
  "trajectoryAxes: expect": step(
    (value) => trajectoryAxes({ order: [{ first: get_weather, second: get_forecast }] }, value),
    ...noOptions
  ),
  goldenPath: step((value) => goldenPath(value), "list"),
  "goldenPath: tool": step((value) => goldenPath([value])),
  "goldenPath: options": step((value) => goldenPath([get_weather], value), ...noOptions),
  "goldenPath: penalize": step((value) => goldenPath([get_weather], { penalize: value }), ...noOptions),
  "goldenPath: extra_steps": step((value) => goldenPath([get_weather], { penalize: { extra_steps: value } })),
  "goldenPath: expect": step((value) => goldenPath([get_weather], { expect: value }), ...noOptions),
  never: step((value) => never(value)),
  passRate: step((value) => passRate(value)),
  "passRate: atLeast": step((value) => passRate({ atLeast: value })),
  "passRate: confidence": step((value) => passRate({ atLeast: 0.5, confidence: value }), "undefined"),
  "passRate: stopEarly": step((value) => passRate({ atLeast: 0.5, stopEarly: value }), "undefined"),
  noRegression: step((value) => noRegression(value)),
  "noRegression: baseline": step((value) => noRegression({ baseline: value }), ...texts),
  "noRegression: confidence": step((value) => noRegression({ baseline: "b.json", confidence: value }), "undefined"),
  "noRegression: behaviour": step((value) => noRegression({ baseline: "b.json", behaviour: value }), "undefined"),
  "noRegression: allow": step((value) => noRegression({ baseline: "b.json", allow: value }), "undefined", "list"),
  stability: step((value) => stability(value), ...noOptions),
  "stability: expectation": step((value) => stability({ score: value }), "undefined"),
  "stability: options": step((value) => stability({}, value), ...noOptions),
  "stability: dimensions": step((value) => stability({}, { dimensions: value }), "undefined"),
  "stability: floors": step((value) => stability({}, { floors: value }), ...noOptions),
  "stability: silentTurns": step((value) => stability({}, { silentTurns: value }), "undefined"),
  "stability: tokensPerUsefulCall": step(
    (value) => stability({}, { tokensPerUsefulCall: value }),
    "undefined",
    ...numbers
  ),
  reliability: step((value) => reliability(value), ...noOptions),
  "reliability: expectation": step((value) => reliability({ passhat_k: value }), "undefined"),
  ending: step((value) => ending(value), ...noOptions),
  "ending: expectation": step((value) => ending({ closing_words: value }), "undefined"),
  "ending: by": step((value) => ending({ by: value }), "undefined"),
  "ending: tool": step((value) => ending({ by: [value] })),
  narrative: step((value) => narrative(value), ...noOptions),
  "narrative: options": step((value) => narrative({}, value), ...noOptions),
  "narrative: mutatingTools": step((value) => narrative({}, { mutatingTools: value }), "undefined", "list"),
  "narrative: tool": step((value) => narrative({}, { readonlyTools: [value] }), ...texts),
  "narrative: maxDivergenceScore": step((value) => narrative({}, { maxDivergenceScore: value }), "undefined"),
  "narrative: vocabulary": step((value) => narrative({}, { vocabulary: value }), ...noOptions),
  "narrative: verbs": step((value) => narrative({}, { vocabulary: { verbs: value } }), "object", "proxy"),
  "narrative: nouns": step((value) => narrative({}, { vocabulary: { nouns: value } }), "object", "proxy"),
  "narrative: llmAssisted": step((value) => narrative({}, { llmAssisted: value }), "undefined"),
  judged: step((value) => judged(value, { model: "claude-m" }), ...texts),
  "judged: options": step((value) => judged("Is it kind?", value)),
  "judged: model": step((value) => judged("Is it kind?", { model: value })),
  "judged: jury": step((value) => judged("Is it kind?", { model: "claude-m", jury: value }), "undefined", "number"),
  "judged: juror": step((value) => judged("Is it kind?", { jury: [value] })),
  said: step((value) => said(value)),
  "said: options": step((value) => said(contains("a"), value), ...noOptions),
  "said: decides": step((value) => said(contains("a"), { decides: value }), "undefined"),
  "toolSelection: tool": step((value) => toolSelection(value, floor)),
  "toolSelection: floor": step((value) => toolSelection(get_weather, value)),
  "toolSelection: minSelectionRate": step((value) => toolSelection(get_weather, { minSelectionRate: value })),
  "toolSelection: maxTotalTokens": step(
    (value) => toolSelection(get_weather, { ...floor, maxTotalTokens: value }),
    "undefined",
    ...numbers
  ),
  "toolSelection: k": step((value) => toolSelection(get_weather, { ...floor, k: value }), "undefined", ...numbers),
  "toolSelection: classes": step((value) => toolSelection(get_weather, { ...floor, classes: value }), ...noOptions),
  "toolSelection: class": step((value) => toolSelection(get_weather, { ...floor, classes: { a: value } }), "list"),
  "toolSelection: expect": step((value) => toolSelection(get_weather, floor, value), ...noOptions),
  recovery: step((value) => recovery(value)),
  "recovery: from": step((value) => recovery({ ...from, from: value })),
  "recovery: maxDetection": step((value) => recovery({ ...from, maxDetection: value }), ...numbers),
  "recovery: maxRecovery": step((value) => recovery({ ...from, maxRecovery: value }), "undefined", ...numbers),
  "recovery: requireCleanTimeout": step((value) => recovery({ ...from, requireCleanTimeout: value }), "undefined"),
  "recovery: accept": step((value) => recovery({ ...from, accept: value }), "undefined"),
  "recovery: through": step((value) => recovery({ ...from, through: value }), "undefined"),
  "recovery: expect": step((value) => recovery(from, value), ...noOptions),
  agentReliability: step((value) => agentReliability(value), ...noOptions),
  "agentReliability: options": step((value) => agentReliability({}, value), ...noOptions),
  "agentReliability: weights": step((value) => agentReliability({}, { weights: value }), ...noOptions),
  "agentReliability: classes": step((value) => agentReliability({}, { classes: value }), ...noOptions),
  "agentReliability: signals": step((value) => agentReliability({}, { signals: value }), "undefined", "function"),
  "agentReliability: allowEmpty": step((value) => agentReliability({}, { allowEmpty: value }), "undefined"),
  "agentReliability: floors": step((value) => agentReliability({}, { floors: value }), ...noOptions),
  "agentConsistency: expectation": step((value) => agentConsistency({ score: value }), "undefined"),
  "agentConsistency: weight": step((value) => agentConsistency({}, { weights: { confidence: value } }), ...numbers)
}
