/**
 * The readers on small files of each format: what is special in it, how it is recognized, and what is listed as not mapped.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { fitting, type FormatName, formats } from "../../../../src/features/import/formats/formats.ts"
import type { Document, Finding, ImportedRun, Item } from "../../../../src/edges/telemetry/Item.ts"
import { jsonSplitter } from "../../../../src/features/import/formats/splitJson.ts"

const documents = (value: Json, file = "runs.json"): ReadonlyArray<Document> => {
  const splitter = jsonSplitter()
  const parts = [...splitter.push(new TextEncoder().encode(JSON.stringify(value))), ...splitter.end()]
  return parts.map((part) => ("flaw" in part ? assert.fail(part.flaw) : { file, ...part }))
}

const read = (format: FormatName, given: ReadonlyArray<Document>, outcome?: string) => {
  const items: ReadonlyArray<Item> = [...formats[format].read(given, { inferErrors: false, outcome })]
  return {
    runs: items.filter((item): item is ImportedRun => item.kind === "run"),
    findings: items
      .filter((item): item is Finding => item.kind === "finding")
      .map(({ place, what }) => `${what}: ${place.pointer}`)
  }
}

const chat = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "Weather?" }] },
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: '{"city":"Rome"}' } }]
  },
  { role: "tool", tool_call_id: "a", content: "sunny" },
  { role: "critic", content: "hm" },
  { role: "assistant", content: "It is sunny." }
]

describe("openai-chat", () => {
  test("a list of messages is a run; a message of an unknown role is listed with its place", () => {
    const { findings, runs } = read("openai-chat", documents(chat))
    assert.deepEqual(findings, ['a message with the role "critic": #/4'])
    const [run] = runs
    assert.deepEqual([runs.length, run?.system, run?.prompt, run?.task], [1, "Be brief.", "Weather?", undefined])
    assert.deepEqual(run?.trace.tool_calls, [
      { id: "a", turn: 1, server: "openai-chat", name: "look", args: { city: "Rome" } }
    ])
    assert.deepEqual([run?.trace.final_response, run?.trace.conversation.tokens], ["It is sunny.", undefined])
  })

  test("every object of a list is a run, and its tools are offered", () => {
    const tools = [
      { type: "function", function: { name: "look", description: "Looks.", parameters: { type: "object" } } }
    ]
    const { runs } = read(
      "openai-chat",
      documents([{ messages: chat, tools, model: "gpt-x", ok: true }, { messages: chat }]),
      "ok"
    )
    assert.deepEqual(
      runs.map(({ model, outcome, place }) => [model, outcome?.passed, place.pointer]),
      [
        ["gpt-x", true, "#/0"],
        [undefined, undefined, "#/1"]
      ]
    )
    assert.deepEqual(runs[0]?.tools[0], {
      server: "openai-chat",
      name: "look",
      description: "Looks.",
      input_schema: { type: "object" }
    })
  })

  test("calls of the older form have results by name", () => {
    const { runs } = read(
      "openai-chat",
      documents([
        { role: "user", content: "Go" },
        { role: "assistant", content: null, function_call: { name: "look", arguments: "" } },
        { role: "function", name: "look", content: "1" },
        { role: "assistant", content: null, function_call: { name: "look", arguments: "" } },
        { role: "function", name: "look", content: "2" }
      ])
    )
    const { tool_calls = [], tool_results = [] } = runs[0]?.trace ?? {}
    assert.deepEqual(
      tool_results.map(({ call_id }) => call_id),
      tool_calls.map(({ id }) => id)
    )
    assert.equal(tool_results.length, 2)
  })

  test("a refusal is words, and the reasons to stop are named as in traces", () => {
    const { runs } = read(
      "openai-chat",
      documents([
        {
          messages: [
            { role: "user", content: "x" },
            { role: "assistant", content: null, refusal: "No.", finish_reason: "content_filter" }
          ]
        }
      ])
    )
    assert.deepEqual([runs[0]?.trace.final_response, runs[0]?.trace.stop_reason], ["No.", "refusal"])
  })
})

const exchange = (messages: ReadonlyArray<Json>, content: Json, usage: Json) => ({
  request: { body: { model: "claude-x", messages, system: [{ type: "text", text: "Be kind." }] } },
  response: { status: 200, json: { type: "message", content, stop_reason: "end_turn", usage } }
})

describe("anthropic", () => {
  const asked = { role: "user", content: "Go" }
  const used = [
    { type: "thinking", thinking: "hm" },
    { type: "tool_use", id: "t", name: "look", input: {}, caller: { type: "direct" } }
  ]
  const returned = {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: "t", is_error: true, content: "gone" }]
  }

  test("the last exchange has the conversation, and every exchange its tokens, the cached ones included", () => {
    const { findings, runs } = read(
      "anthropic",
      documents({
        id: "x",
        interactions: [
          exchange([asked], used, { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 10 }),
          exchange([asked, { role: "assistant", content: used }, returned], [{ type: "text", text: "Sorry." }], {
            input_tokens: 3,
            output_tokens: 4
          })
        ]
      })
    )
    const [run] = runs
    assert.deepEqual([findings, runs.length, run?.system, run?.model], [[], 1, "Be kind.", "claude-x"])
    assert.deepEqual(run?.trace.conversation.tokens, { input: 14, output: 6, total: 20 })
    assert.deepEqual(
      run?.trace.conversation.turns.map(({ role }) => role),
      ["user", "assistant", "assistant"]
    )
    assert.deepEqual(run?.trace.tool_calls[0], { id: "t", turn: 1, server: "anthropic", name: "look", args: {} })
    assert.deepEqual(run?.trace.tool_results[0]?.is_error, true)
  })

  test("an exchange whose stream is of another API is listed, and no run is made of it", () => {
    const { findings, runs } = read(
      "anthropic",
      documents({
        interactions: [{ request: { body: { messages: [asked] } }, response: { status: 200, text: "event: x" } }]
      })
    )
    assert.deepEqual(
      [runs, findings],
      [[], ["an exchange that failed, broke off, or is of another API: #/interactions/0"]]
    )
  })

  test("a call that the token limit cut is not in the trace", () => {
    const { findings, runs } = read(
      "anthropic",
      documents([asked, { role: "assistant", content: used, stop_reason: "max_tokens" }])
    )
    assert.deepEqual([runs[0]?.trace.tool_calls, runs[0]?.trace.stop_reason, findings.length], [[], "max_tokens", 1])
  })
})

describe("tau2", () => {
  const simulation = {
    task_id: "7",
    trial: 1,
    termination_reason: "max_steps",
    reward_info: { reward: 1 },
    messages: [
      { role: "assistant", content: "Hi!", usage: null },
      { role: "user", content: "Help", usage: { prompt_tokens: 9, completion_tokens: 9 } },
      { role: "user", content: null, tool_calls: [{ id: "u", name: "toggle", arguments: {}, requestor: "user" }] },
      { role: "tool", id: "u", content: "on", requestor: "user", error: false },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", name: "look", arguments: { a: 1 } }],
        usage: { prompt_tokens: 5, completion_tokens: 2 }
      },
      { role: "tool", id: "c", content: "no", requestor: "assistant", error: true }
    ]
  }
  const info = { agent_info: { llm: "gpt-x" }, environment_info: { domain_name: "retail", policy: "Be kind." } }

  test("calls of the simulated user are listed, and the agent's are in the trace", () => {
    const { findings, runs } = read("tau2", documents({ info, tasks: [], simulations: [simulation] }))
    const [run] = runs
    assert.deepEqual(findings, ["calls of the simulated user: #/simulations/0/messages/2"])
    assert.deepEqual(
      [run?.task, run?.trial, run?.model, run?.system, run?.outcome?.passed],
      ["7", 2, "gpt-x", "Be kind.", true]
    )
    assert.deepEqual(
      run?.trace.tool_calls.map(({ name, server, turn }) => [server, name, turn]),
      [["retail", "look", 2]]
    )
    assert.deepEqual(
      run?.trace.tool_results.map(({ is_error }) => is_error),
      [true]
    )
    assert.deepEqual([run?.trace.conversation.tokens?.total, run?.trace.stop_reason], [7, "max_turns"])
  })

  const itemsOf = (format: "tau2" | "tau-bench", value: Json) => [
    ...formats[format].read(documents(value), { inferErrors: false })
  ]

  test.each([{ messages: null }, { messages: [] }, {}])(
    "a simulation with the messages %p is a missing run",
    (given) => {
      const { messages: _, ...rest } = simulation
      const items = itemsOf("tau2", {
        info,
        simulations: [
          { ...rest, ...given },
          { ...simulation, trial: 0 }
        ]
      })
      assert.deepEqual(
        items.flatMap((item) => (item.kind === "run" || item.kind === "missing" ? [[item.kind, item.trial]] : [])),
        [
          ["missing", 2],
          ["run", 1]
        ]
      )
    }
  )

  test("so is a trial of tau-bench whose traj is null", () => {
    const items = itemsOf("tau-bench", [{ task_id: 3, trial: 0, reward: 0, traj: null }])
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ["missing"]
    )
  })

  test("a simulation whose infrastructure broke has no verdict, whatever its reward is", () => {
    const { findings, runs } = read(
      "tau2",
      documents({ info, simulations: [{ ...simulation, messages: null, termination_reason: "infrastructure_error" }] })
    )
    assert.deepEqual([runs.map(({ broken }) => broken), findings], [["infrastructure_error"], []])
  })

  test("a simulation before the info of its file is listed, and its model is not known", () => {
    const { findings, runs } = read("tau2", documents({ simulations: [simulation], info }))
    assert.deepEqual(
      [runs[0]?.model, findings[0]],
      [undefined, "simulations before the info of their file: #/simulations/0"]
    )
  })
})

test("mcpmark: a run that never began has what broke its environment, and one out of turns has not", () => {
  const meta = (error_message: Json): Json => ({ execution_result: { success: false, error_message }, token_usage: {} })
  const of = (task: string, error: Json) => documents(meta(error), `x/git/run-2/${task}/meta.json`)
  const message = documents([{ role: "user", content: "Go" }], "x/git/run-2/b/messages.json")
  const { findings, runs } = read("mcpmark", [
    ...of("a", "State Duplication Error"),
    ...message,
    ...of("b", "Max turns (100) exceeded"),
    ...documents({ other: 1 }, "x/git/summary.json")
  ])
  assert.deepEqual(
    runs.map(({ agent, broken, task, trace, trial }) => [agent, task, trial, broken, trace.stop_reason]),
    [
      ["git", "a", 2, "State Duplication Error", "error"],
      ["git", "b", 2, undefined, "max_turns"]
    ]
  )
  assert.deepEqual(findings, ["a value that is not of a run: "])
})

describe("recognition", () => {
  const plain = [
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Hello" }
  ]
  test.each<[string, Json, ReadonlyArray<FormatName>]>([
    ["chat", chat, ["openai-chat"]],
    ["plain messages, which may be of several formats", plain, ["openai-chat", "anthropic", "ai-sdk"]],
    [
      "Responses",
      [
        { role: "user", content: "x" },
        { type: "function_call", call_id: "a", name: "b", arguments: "" }
      ],
      ["openai-responses"]
    ],
    [
      "blocks of Anthropic",
      [{ role: "assistant", content: [{ type: "tool_use", id: "a", name: "b", input: {} }] }],
      ["anthropic"]
    ],
    ["tau-bench", [{ task_id: 1, trial: 0, reward: 0, traj: [] }], ["tau-bench"]],
    ["tau2", { info: {}, simulations: [{ messages: [] }] }, ["tau2"]],
    ["Jaeger", { data: [{ traceID: "a", spans: [] }] }, ["jaeger"]],
    ["OTLP", { resourceSpans: [{ scopeSpans: [] }] }, ["otlp"]],
    ["a report of passhat", { format: "passhat-report", suites: [] }, ["passhat-trace"]],
    ["anything else", { a: 1 }, []]
  ])("of %s", (_, value, names) => assert.deepEqual(fitting(documents(value)), names))
})
