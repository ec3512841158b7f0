/**
 * Gates that can only pass, or that name what the agent does not have, are refused when the plan is made.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  type Agent,
  agent,
  agentConsistency,
  agentReliability,
  all,
  allOf,
  always,
  anyOf,
  atLeast,
  atMost,
  call,
  contains,
  containsAll,
  driver,
  equals,
  exact,
  expect,
  fault,
  faults,
  gate,
  goldenPath,
  hang,
  icontains,
  length,
  never,
  not,
  passRate,
  regex,
  reliability,
  runs,
  said,
  schema,
  server,
  stability,
  subset,
  suite,
  tool,
  toolSelection,
  trajectory
} from "passhat"
import type { Gate } from "../../../src/language/dsl/gate.ts"
import { jsonSchema } from "../../../src/language/metrics/jsonSchema.ts"
import { issuesOf } from "../../suites.ts"

/** `any`, since most of these do not compile. */
type Untyped = any

interface Issue {
  readonly id: number
  readonly title?: string
  readonly labels?: ReadonlyArray<{ readonly color: string }>
  readonly state?: "open" | "closed" | null
  readonly version?: 1
  readonly extra?: { readonly [key: string]: string }
}

const issue = {
  type: "object",
  properties: {
    id: { type: "integer" },
    title: { type: "string" },
    labels: { type: "array", items: { $ref: "#/$defs/label" } },
    extra: { type: "object", additionalProperties: { type: "string" } },
    state: { anyOf: [{ enum: ["open", "closed"] }, { type: "null" }] },
    version: { const: 1 }
  },
  required: ["id"],
  anyOf: [{ required: ["title"] }, { required: ["labels"] }],
  $defs: { label: { type: "object", properties: { color: { type: "string" } } } }
}
const tracker = server("tracker", {
  command: ["node", "tracker.js"],
  tools: {
    delete_issue: tool<{ readonly id: number }>({
      inputSchema: { type: "object", properties: { id: { type: "integer" } } }
    }),
    update_issue: tool<Issue>({ inputSchema: issue })
  }
})
const free = server("free", {
  command: ["node", "free.js"],
  tools: { run: tool<{ readonly [key: string]: string }>({ inputSchema: { type: "object" } }) }
})
const archive = server("archive", {
  command: ["node", "archive.js"],
  tools: { restore: tool<{}>({ inputSchema: { type: "object", properties: {} } }) }
})

const base = agent("triages", { model: "claude-m", servers: [tracker], prompt: "p" })
const open = agent("runs", { model: "claude-m", servers: [tracker, free], prompt: "p" })
const { delete_issue, update_issue } = tracker.tools

const problems = (one: Agent<Untyped>): ReadonlyArray<string> =>
  issuesOf(suite("issues", one as Agent<never>), { jsonSchema }).map(({ message }) => message)

const where = 'Suite "issues", agent "triages": '

const refused: Readonly<Record<string, readonly [gate: Untyped, sentence: string]>> = {
  "always without a gate": [(always as Untyped)(), "always: it is given no gate, so it checks nothing."],
  "all without a gate": [all(), "all: it is given no gate, so it checks nothing."],
  "all without a gate, beside one": [
    all(all(), expect("stop_reason", equals("end_turn"))),
    "all: it is given no gate, so it checks nothing."
  ],
  "always of a list without gates": [
    (always as Untyped)(all(...([] as ReadonlyArray<Gate<never>>))),
    "all: it is given no gate, so it checks nothing."
  ],
  "an empty schema": [
    expect("tool_calls[0].args", schema({})),
    "tool_calls[0].args is matched by a JSON Schema that every value is valid against."
  ],
  "the schema true": [
    expect("tool_calls[0].args", schema(true)),
    "tool_calls[0].args is matched by a JSON Schema that every value is valid against."
  ],
  "a schema that only describes": [
    expect("tool_calls[0].args", schema({ title: "Arguments", properties: { id: {} }, "x-owner": "me" })),
    "tool_calls[0].args is matched by a JSON Schema that every value is valid against."
  ],
  "a schema inside not": [
    expect("tool_calls[0].args", not(schema(true))),
    "tool_calls[0].args is matched by a JSON Schema that every value is valid against."
  ],
  "an unknown keyword": [
    expect("tool_calls[0].args", schema({ type: "object", propertees: { id: { type: "string" } } })),
    'tool_calls[0].args is matched by a JSON Schema with the unknown keyword "propertees" (did you mean "properties"?).'
  ],
  "an unknown keyword at depth": [
    expect("tool_calls[0].args", schema({ type: "object", properties: { id: { minimun: 1 } } })),
    'tool_calls[0].args is matched by a JSON Schema with the unknown keyword "minimun" (did you mean "minimum"?) at properties/id.'
  ],
  "an unknown format": [
    expect("tool_calls[0].args.title", schema({ type: "string", format: "emial" })),
    'tool_calls[0].args.title is matched by a JSON Schema with the unknown format "emial" (did you mean "email"?).'
  ],
  "a schema that does not compile": [
    expect("tool_calls[0].args", schema({ type: "nonsense" })),
    "tool_calls[0].args is matched by a JSON Schema that cannot be used: "
  ],
  "a reference that leads nowhere": [
    expect("tool_calls[0].args", anyOf(equals({ id: 1 }), schema({ $ref: "#/$defs/missing" }))),
    "tool_calls[0].args is matched by a JSON Schema that cannot be used: "
  ],
  "an unknown keyword in the shape of a call": [
    trajectory("superset", call(delete_issue, schema({ propertees: {} }))),
    'trajectory: the arguments of delete_issue are matched by a JSON Schema with the unknown keyword "propertees" (did you mean "properties"?).'
  ],
  "a shape that does not compile": [
    never(call(delete_issue, schema({ type: "nonsense" }))),
    "never: the arguments of delete_issue are matched by a JSON Schema that cannot be used: "
  ],
  "an expression that every text matches": [
    said(regex(""), { decides: true }),
    "narration.final_response is matched by //, which every text matches."
  ],
  "an expression of anything": [
    expect("stop_reason", regex(/.*/)),
    "stop_reason is matched by /.*/, which every text matches."
  ],
  "an empty part of a text": [
    expect("stop_reason", contains("")),
    'stop_reason is to contain "", which is part of every such value.'
  ],
  "an empty part in any case": [
    said(icontains(""), { decides: true }),
    'narration.final_response is to contain "", which is part of every such value.'
  ],
  "an empty part among others": [
    expect("tool_calls[0].args.title", containsAll(["a", ""])),
    'tool_calls[0].args.title is to contain "", which is part of every such value.'
  ],
  "an empty list of elements": [
    expect("tool_calls[*].name", contains([] as Untyped)),
    "tool_calls[*].name is to contain [], which is part of every such value."
  ],
  "a length that every list has": [
    expect("tool_calls", length(atLeast(0))),
    "tool_calls is to have a length of at least 0, which every length is."
  ],
  "a length that every list has, one way or the other": [
    expect("tool_calls", length(anyOf(atLeast(2), atMost(1)))),
    "tool_calls is to have a length of at least 2 or at most 1, which every length is."
  ],
  "an expression with an empty alternative": [
    said(regex(/|zzz/), { decides: true }),
    "narration.final_response is matched by /|zzz/, which every text matches."
  ],
  "an expression that matches the start of every text": [
    expect("stop_reason", regex(/^|zzz/)),
    "stop_reason is matched by /^|zzz/, which every text matches."
  ],
  "an expression that may be left out, in a group": [
    expect("stop_reason", regex(/(?:(a)\1?)*?/)),
    "stop_reason is matched by /(?:(a)\\1?)*?/, which every text matches."
  ],
  "a matcher or its opposite": [
    expect("tool_calls[0].args.title", anyOf(regex(/rome/i), not(regex(/rome/i)))),
    "tool_calls[0].args.title is to be matching /rome/i or not matching /rome/i, which every value is."
  ],
  "a matcher or its opposite, at depth": [
    expect(
      "tool_calls[0].args.title",
      anyOf(allOf(contains("a"), contains("b")), not(contains("a")), not(contains("b")))
    ),
    "tool_calls[0].args.title is to be "
  ],
  "opposites of two values": [
    expect("stop_reason", anyOf(not(equals("end_turn")), not(equals("max_tokens")))),
    'stop_reason is to be not equal to "end_turn" or not equal to "max_tokens", which every text is.'
  ],
  "a value of another type under not": [
    expect("stop_reason", not(equals(5 as Untyped))),
    "stop_reason is to be not equal to 5, which every text is."
  ],
  "either truth value": [
    expect("tool_results[0].is_error", anyOf(equals(true), equals(false))),
    "tool_results[0].is_error is to be equal to true or equal to false, which every truth value is."
  ],
  "an amount from 0": [
    expect("conversation.tokens.total", atLeast(0)),
    "conversation.tokens.total is to be at least 0, which every number from 0 is."
  ],
  "no selection": [
    toolSelection(delete_issue, { minSelectionRate: 0 }),
    "tool_selection: minSelectionRate is 0, expected more than 0 and at most 1."
  ],
  "an expression of whole lines": [
    expect("stop_reason", regex(/^.*$/m)),
    "stop_reason is matched by /^.*$/m, which every text matches."
  ],
  "an expression of what must not follow the end": [
    expect("stop_reason", regex(/(?!error)/)),
    "stop_reason is matched by /(?!error)/, which every text matches."
  ],
  "an expression of one place or the other": [
    expect("stop_reason", regex(/\b|\B/)),
    "stop_reason is matched by /\\b|\\B/, which every text matches."
  ],
  "an expression that no text matches, under not": [
    expect("stop_reason", not(regex(/(?!)/))),
    "stop_reason is matched by /(?!)/, which no text matches."
  ],
  "a class of no character, under not": [
    expect("stop_reason", not(regex(/[^\s\S]/))),
    "stop_reason is matched by /[^\\s\\S]/, which no text matches."
  ],
  "more tokens than a number can count": [
    expect("conversation.tokens.total", atMost(Number.MAX_VALUE)),
    `conversation.tokens.total is to be at most ${Number.MAX_VALUE}, which every number from 0 is.`
  ],
  "a JSON Schema of every text": [
    expect("stop_reason", schema({ type: "string", minLength: 0 })),
    "stop_reason is to be valid against the JSON Schema, which every text is."
  ],
  "the number of runs, which the suite says itself": [
    reliability({ runs: atLeast(5) }),
    "reliability: runs is to be at least 5, and the agent is run 5 times: that checks nothing."
  ],
  "a session whose signals have no weight": [
    agentReliability({}, { weights: { confidence: 0, loop_detection: 0, tool_correctness: 0, coherence: 0 } }),
    "agent_reliability: the weight of confidence, loop_detection, tool_correctness, coherence is 0, so that every session scores 1."
  ],
  "a session without the weight of confidence": [
    agentConsistency({}, { weights: { confidence: 0 } }),
    "agent_consistency: the weight of confidence is 0, so that every session scores 1."
  ],
  "a percent of at least 0": [
    reliability({ pass_at_k: atLeast(0) }),
    "reliability.pass_at_k is to be at least 0, which every percent from 0 to 100 is."
  ],
  "a fraction of at most 1": [
    stability({ variance: atMost(1) }),
    "stability.variance is to be at most 1, which every number from 0 to 1 is."
  ],
  "a fraction below what it cannot have": [
    stability({ score: not(atLeast(1.5)) }),
    "stability.score is to be not at least 1.5, which every number from 0 to 1 is."
  ],
  "a flag of at most 1": [
    trajectory({ mode: "strict", expect: { passed: atMost(1) } }, call(delete_issue)),
    "trajectory.passed is to be at most 1, which every flag, 0 or 1, is."
  ],
  "an empty path that penalizes nothing": [
    goldenPath([], { penalize: { extra_steps: false, backtracks: false, repeated_tools: false } }),
    "golden_path: its path is empty and it penalizes nothing, which every run satisfies."
  ],
  "a forbidden call with an argument of another type": [
    never(call(delete_issue, subset({ id: "5" } as Untyped))),
    'never: the argument id is "5", and the schema of tracker/delete_issue takes an integer.'
  ],
  "a forbidden call with a value that the schema does not list": [
    never(call(update_issue, subset({ state: "reopened" } as Untyped))),
    'never: the argument state is "reopened", and the schema of tracker/update_issue takes one of "open", "closed" or null.'
  ],
  "a forbidden call with another constant": [
    never(call(update_issue, subset({ version: 2 } as Untyped))),
    "never: the argument version is 2, and the schema of tracker/update_issue takes 1."
  ],
  "an expected call with arguments below a reference of another type": [
    trajectory("superset", call(update_issue, exact({ id: 1, labels: [{ color: 7 }] } as Untyped))),
    "trajectory: the argument labels[0].color is 7, and the schema of tracker/update_issue takes a text."
  ],
  "arguments that are a list": [
    trajectory("superset", call(update_issue, exact([] as Untyped))),
    "trajectory: the arguments are [], and the schema of tracker/update_issue takes an object."
  ],
  "an argument of another type under not": [
    expect("tool_calls[0].args.title", not(equals(5))),
    "expect: the argument title is 5, and the schema of tracker/update_issue takes a text."
  ],
  "elements of another type under not": [
    expect("tool_calls[*].args.id", not(contains("5"))),
    'expect: the argument id is "5", and the schema of every tool takes an integer.'
  ],
  "a misspelt argument under not": [
    expect("tool_calls[*].args.tilte", not(contains("urgent"))),
    'expect: no tool of the agent has an argument "tilte" (did you mean "title"?).'
  ],
  "a misspelt argument that is to be absent": [
    expect("tool_calls[*].args.tilte", equals([] as Untyped)),
    'expect: no tool of the agent has an argument "tilte" (did you mean "title"?).'
  ],
  "a misspelt argument below a reference": [
    expect("tool_calls[0].args.labels[*].colour", not(contains("red"))),
    'expect: no tool of the agent has an argument "colour" (did you mean "color"?).'
  ],
  "an argument below a text": [
    expect("tool_calls[0].args.title.text", not(equals("x"))),
    'expect: no tool of the agent has an argument "text".'
  ],
  "a misspelt key of compared arguments": [
    expect("tool_calls[*].args", not(contains({ tilte: "x" }))),
    'expect: no tool of the agent has an argument "tilte" (did you mean "title"?).'
  ],
  "a misspelt tool": [
    expect("tool_calls[*].name", not(contains("delete_isue"))),
    'expect: no tool of the agent is named "delete_isue" (did you mean "delete_issue"?).'
  ],
  "a misspelt tool among others": [
    expect("tool_calls[*].name", allOf(length(1), not(containsAll(["update_issue", "delete_isue"])))),
    'expect: no tool of the agent is named "delete_isue" (did you mean "delete_issue"?).'
  ],
  "a misspelt tool of one call": [
    expect("tool_calls[0].name", not(equals("delete_isue"))),
    'expect: no tool of the agent is named "delete_isue" (did you mean "delete_issue"?).'
  ],
  "a misspelt server": [
    expect("tool_calls[*].server", not(contains("traker"))),
    'expect: no server of the agent is named "traker" (did you mean "tracker"?).'
  ],
  "faults where none is injected": [
    expect("faults[*].fault", equals([] as Untyped)),
    'expect: "faults[*].fault" is about faults, and no fault is injected into the agent.'
  ],
  "a forbidden tool of a server that the agent does not use": [
    never(archive.tools.restore),
    "never needs server archive."
  ],
  "a forbidden tool that the server does not have": [
    never({ server: "tracker", name: "delete_isue" } as Untyped),
    'never: the server tracker has no tool "delete_isue" (did you mean "delete_issue"?).'
  ],
  "a forbidden call with an argument that the tool does not have": [
    never(call(update_issue, subset({ tilte: "x" } as Untyped))),
    'never: tracker/update_issue has no argument "tilte" (did you mean "title"?).'
  ],
  "a gate on outcomes that is to hold in every run": [
    always(passRate({ atLeast: 0.5 }) as Gate<never>),
    "always needs gates that look at runs, not at outcomes: pass_rate looks at outcomes."
  ],
  "an advisory gate that is to hold in every run": [
    always(said(contains("x")) as Gate<never>),
    "always needs gates that decide: said is advisory."
  ]
}

describe("a suite is refused for", () => {
  test.each(Object.entries(refused))("%s", (_, [one, sentence]) => {
    const [found = "", ...others] = problems(base.pipe(runs(5), one) as Agent<Untyped>)
    assert.ok(found.startsWith(where + sentence), found)
    assert.deepEqual(others, [])
  })
})

const ofDriver = agent("drives", { driver: driver("clerk", "1", async () => ""), servers: [tracker], prompt: "?" })
const hung = base.pipe(faults(fault("hung", delete_issue, hang)))
const taken: Readonly<Record<string, Agent<Untyped>>> = {
  "a schema with a property that is not required": base.pipe(
    expect("tool_calls[0].args", schema({ properties: { id: { type: "integer" } } }))
  ),
  "keywords of its author and of the core": base.pipe(
    expect(
      "tool_calls[0].args",
      schema({ $comment: "c", $schema: "https://json-schema.org/draft/2020-12/schema", "x-a": 1, required: ["id"] })
    )
  ),
  "property names that look like misspelt keywords": base.pipe(
    expect("tool_calls[0].args", schema({ properties: { propertees: { const: 1 } }, required: ["propertees"] }))
  ),
  "values that look like schemas": base.pipe(
    expect("tool_calls[0].args", schema({ const: { propertees: 1 }, enum: [{ a: 1 }], default: { b: 1 } }))
  ),
  "an expression with a look-ahead": base.pipe(expect("stop_reason", regex(/^(?!.*error)/))),
  "an expression of the empty text": base.pipe(expect("stop_reason", not(regex(/^$/)))),
  "an expression of one line": base.pipe(expect("stop_reason", regex(/^.*$/))),
  "one part or the opposite of another": base.pipe(
    expect("tool_calls[0].args.title", anyOf(contains("a"), not(contains("b"))))
  ),
  "a part or the opposite of a longer one, among the elements of a list": base.pipe(
    expect("tool_calls[*].args.title", anyOf(contains("a"), not(contains("ab"))))
  ),
  "a schema of a type": base.pipe(expect("tool_calls[0].args.title", anyOf(schema({ type: "string" }), equals("a")))),
  "bounds that leave something out": base.pipe(runs(2), stability({ score: anyOf(atMost(0.2), atLeast(0.3)) })),
  "values that the schema lists": base.pipe(
    never(call(update_issue, subset({ state: null })), call(update_issue, subset({ state: "open", version: 1 })))
  ),
  "an empty text among the elements of a list": base.pipe(expect("tool_calls[*].args.title", not(contains("")))),
  "an argument at depth": base.pipe(expect("tool_calls[*].args.labels[0].color", not(contains("red")))),
  "a name in an object that takes any": base.pipe(expect("tool_calls[0].args.extra.anything", equals("x"))),
  "an argument of a tool that takes any": open.pipe(expect("tool_calls[*].args.anything", not(contains("x")))),
  "a part of a tool's name": base.pipe(expect("tool_calls[0].name", contains("_issue"))),
  "a tool's name as the model sees it": base.pipe(expect("tool_calls[*].name", not(contains("tracker__delete_issue")))),
  "a tool that no server has": base.pipe(expect("tool_calls[*].name", not(contains("refund")))),
  "a tool that a provider runs": base.pipe(expect("tool_calls[0].name", equals("web_search"))),
  "a tool that a model makes up from the names of others": base.pipe(
    expect("tool_calls[*].name", not(containsAll(["get_issue", "create_issue"])))
  ),
  "a name that a model may make up from that of a tool": base.pipe(
    expect("tool_calls[*].name", contains("delete_issues")),
    expect("tool_calls[0].name", not(not(equals("deleteIssue"))))
  ),
  "a number of runs that a cell may stop before": base.pipe(
    runs(9),
    expect("stop_reason", equals("end_turn")),
    reliability({ runs: atLeast(10) })
  ),
  "the server of a driver's own calls, and that of calls of no server": base.pipe(
    expect("tool_calls[*].server", not(contains("agent"))),
    expect("tool_calls[0].server", not(equals("")))
  ),
  "an argument of a driver's own call": ofDriver.pipe(expect("tool_calls[0].args.query", equals("open"))),
  "the marks of a fault": hung.pipe(
    expect("faults[0].recovered_ms", atMost(3_000)),
    expect("faults[0].late_reply_ms", atLeast(1)),
    expect("faults[0].recovered_through[0].name", equals("delete_issue"))
  ),
  "a fault that is injected": hung.pipe(expect("faults[*].fault", contains("hung"))),
  "a limit that may not be reached": base.pipe(expect("tool_calls", length(atMost(9)))),
  "a shape of any arguments": base.pipe(trajectory("superset", call(delete_issue, schema({})))),
  "a definition of another package that checks only its spec": base.pipe(
    gate(
      {
        name: "acme/few",
        targets: { calls: "count" },
        measure: () => ({ calls: 1 }),
        expect: { calls: atMost(3) },
        check: () => []
      },
      {}
    )
  )
}

describe("a suite is accepted with", () => {
  test.each(Object.entries(taken))("%s", (_, one) => {
    assert.deepEqual(problems(one), [])
  })
})

test("a misspelt argument is refused for an agent with tools of its own, too", () => {
  const [found] = problems(ofDriver.pipe(expect("tool_calls[*].args.tilte", not(contains("x")))))
  assert.match(found ?? "", /no tool of the agent has an argument "tilte" \(did you mean "title"\?\)/)
})

test("the name of a fault that is not injected is refused", () => {
  const [found] = problems(hung.pipe(expect("faults[*].fault", not(contains("hungg")))))
  assert.match(found ?? "", /no fault of the agent is named "hungg" \(did you mean "hung"\?\)/)
})
