/**
 * Gates that can only pass, or that name what the agent does not have, are refused when the plan is made.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  type Agent,
  agent,
  all,
  allOf,
  always,
  anyOf,
  atLeast,
  atMost,
  call,
  contains,
  containsAll,
  equals,
  expect,
  fault,
  faults,
  gate,
  hang,
  icontains,
  length,
  never,
  not,
  passRate,
  regex,
  runs,
  said,
  schema,
  server,
  subset,
  suite,
  tool,
  trajectory
} from "passhat"
import type { Gate } from "../../src/dsl/gate.ts"
import { jsonSchema } from "../../src/metrics/jsonSchema.ts"
import { issuesOf } from "../suites.ts"

/** `any`, since most of these do not compile. */
type Untyped = any

interface Issue {
  readonly id: number
  readonly title?: string
  readonly labels?: ReadonlyArray<{ readonly color: string }>
  readonly extra?: { readonly [key: string]: string }
}

const issue = {
  type: "object",
  properties: {
    id: { type: "integer" },
    title: { type: "string" },
    labels: { type: "array", items: { $ref: "#/$defs/label" } },
    extra: { type: "object", additionalProperties: { type: "string" } }
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
  "an empty text among the elements of a list": base.pipe(expect("tool_calls[*].args.title", not(contains("")))),
  "an argument at depth": base.pipe(expect("tool_calls[*].args.labels[0].color", not(contains("red")))),
  "a name in an object that takes any": base.pipe(expect("tool_calls[0].args.extra.anything", equals("x"))),
  "an argument of a tool that takes any": open.pipe(expect("tool_calls[*].args.anything", not(contains("x")))),
  "a part of a tool's name": base.pipe(expect("tool_calls[0].name", contains("_issue"))),
  "a tool's name as the model sees it": base.pipe(expect("tool_calls[*].name", not(contains("tracker__delete_issue")))),
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

test("the name of a fault that is not injected is refused", () => {
  const [found] = problems(hung.pipe(expect("faults[*].fault", not(contains("hungg")))))
  assert.match(found ?? "", /no fault of the agent is named "hungg" \(did you mean "hung"\?\)/)
})
