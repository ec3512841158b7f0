/**
 * How answers end, and how bad endings are handled: raw answers, served on the loopback interface.
 */
import { afterAll, beforeAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { ModelAnswer } from "../../../src/base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"
import { type Reply, serve, type Server } from "../../standin/serve.ts"
import { startStandin } from "../../standin/standin.ts"
import { answerTo, failureOf, hello, type Kind, kinds, type Question } from "./asking.ts"

let reply: Reply
let server: Server
beforeAll(async () => {
  server = await serve(() => reply)
})
afterAll(() => server.close())

const whole = (json: Json): Reply => ({
  status: 200,
  headers: { "content-type": "application/json" },
  chunks: [JSON.stringify(json)]
})

const streamed = (...events: ReadonlyArray<JsonObject>): Reply => ({
  status: 200,
  headers: { "content-type": "text/event-stream" },
  chunks: [
    ...events.map((one) => `${one.type === undefined ? "" : `event: ${one.type}\n`}data: ${JSON.stringify(one)}\n\n`),
    "data: [DONE]\n\n"
  ]
})

const given = (kind: Kind, said: Reply, more: Partial<Question> = {}): Promise<ModelAnswer> => {
  reply = said
  const stream = said.headers?.["content-type"] === "text/event-stream"
  return answerTo({ kind, url: server.url, stream, tools: [tool], ...more })
}

const tool = { server: "files", name: "write", input_schema: { type: "object" } }

/** One answer with a text, then calls with these arguments, in the format of each API. */
const said = (kind: Kind, stop: string, args: ReadonlyArray<string>, text = "So:"): Reply => {
  if (kind === "anthropic") {
    return streamed(
      { type: "message_start", message: { usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text } },
      ...args.flatMap((partial_json, at) => [
        {
          type: "content_block_start",
          index: at + 1,
          content_block: { type: "tool_use", id: `c${at + 1}`, name: "files__write", input: {} }
        },
        { type: "content_block_delta", index: at + 1, delta: { type: "input_json_delta", partial_json } }
      ]),
      { type: "message_delta", delta: { stop_reason: stop }, usage: { output_tokens: 9 } }
    )
  }
  if (kind === "openai") {
    return whole({
      object: "response",
      status: stop === "max_tokens" ? "incomplete" : "completed",
      incomplete_details: stop === "max_tokens" ? { reason: "max_output_tokens" } : null,
      output: [
        { type: "message", content: [{ type: "output_text", text }] },
        ...args.map((one, at) => ({
          type: "function_call",
          call_id: `c${at + 1}`,
          name: "files__write",
          arguments: one
        }))
      ],
      usage: { input_tokens: 1, output_tokens: 9 }
    })
  }
  const tool_calls = args.map((one, at) => ({ id: `c${at + 1}`, function: { name: "files__write", arguments: one } }))
  const finish_reason = stop === "max_tokens" ? "length" : "tool_calls"
  return whole({
    choices: [{ message: { content: text, tool_calls }, finish_reason }],
    usage: { prompt_tokens: 1, completion_tokens: 9 }
  })
}

const call = (id: string, args: JsonObject) => ({ id, server: "files", name: "write", args })

describe("a truncated answer", () => {
  test.each(kinds)("%s: keeps the complete calls and drops the truncated one", async (kind) => {
    const answer = await given(kind, said(kind, "max_tokens", ['{"path":"a"}', '{"path":"/etc/pass']))
    assert.deepEqual(answer, {
      text: "So:",
      calls: [call("c1", { path: "a" })],
      stop_reason: "max_tokens",
      usage: { input: 1, output: 9 }
    })
  })

  test("of Anthropic's drops its last call, whatever arguments had arrived", async () => {
    const content = [
      { type: "tool_use", id: "c1", name: "files__write", input: { path: "a" } },
      { type: "tool_use", id: "c2", name: "files__write", input: { path: "b" } }
    ]
    const answer = await given("anthropic", whole({ content, stop_reason: "max_tokens" }))
    assert.deepEqual(answer, { text: "", calls: [call("c1", { path: "a" })], stop_reason: "max_tokens" })
  })

  test("is also one that ended because the context window was full", async () => {
    const content = [{ type: "text", text: "And then" }]
    const answer = await given("anthropic", whole({ content, stop_reason: "model_context_window_exceeded" }))
    assert.equal(answer.stop_reason, "max_tokens")
  })
})

describe("an answer that may be too long for the SDK to wait for", () => {
  test.each(kinds)("%s: is streamed even if streaming is off", async (kind) => {
    const standin = await startStandin({ scripts: () => [{ turns: [{ text: "So:" }] }] })
    const options = { max_turns: 1, max_tokens: 32_000 }
    const answer = await answerTo({ kind, url: standin.url, stream: false, behaviour: { options } })
    await standin.close()
    assert.equal(answer.text, "So:")
    assert.deepEqual(
      standin.requests.map(({ body }) => body.stream),
      [true]
    )
  })
})

describe("an answer of Anthropic's that pauses", () => {
  const search = { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "weather" } }
  const found = { type: "web_search_tool_result", tool_use_id: "s1", content: [] }
  const paused = {
    content: [{ type: "text", text: "I look. " }, search],
    stop_reason: "pause_turn",
    usage: { input_tokens: 10, output_tokens: 5 }
  }
  const ended = {
    content: [found, { type: "text", text: "It is warm." }],
    stop_reason: "end_turn",
    model: "claude-snapshot",
    usage: { input_tokens: 20, output_tokens: 6 }
  }

  test("goes on, and is one answer", async () => {
    const replies = [paused, ended]
    const pausing = await serve(({ number }) => whole(replies[number - 1] ?? ended))
    const answer = await answerTo({ kind: "anthropic", url: pausing.url, tools: [tool] })
    await pausing.close()
    const { provider_state, ran, ...rest } = answer
    assert.deepEqual(rest, {
      text: "I look. It is warm.",
      calls: [],
      stop_reason: "end_turn",
      usage: { input: 30, output: 11 },
      model: "claude-snapshot"
    })
    assert.deepEqual(
      ran?.calls.map(({ name }) => name),
      ["web_search"]
    )
    assert.deepEqual(provider_state, { items: [...paused.content, ...ended.content] })
    const [first, second] = pausing.requests.map(({ body }) => body.messages)
    assert.deepEqual(second, [...(first as ReadonlyArray<Json>), { role: "assistant", content: paused.content }])
    assert.equal(pausing.requests.length, 2)
  })

  test("is taken as it is once it has paused too often", async () => {
    const pausing = await serve(() => whole(paused))
    const answer = await answerTo({ kind: "anthropic", url: pausing.url, tools: [tool] })
    await pausing.close()
    assert.deepEqual([answer.stop_reason, pausing.requests.length], ["pause_turn", 11])
  })
})

describe("a stream of Anthropic's with several messages", () => {
  test("is no answer", async () => {
    const start = { type: "message_start", message: { usage: { input_tokens: 1, output_tokens: 1 } } }
    reply = streamed(start, start, { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: {} })
    const { issue } = await failureOf({ kind: "anthropic", url: server.url, stream: true })
    assert.match(
      issue.message,
      /cannot be read: its stream has 2 messages, and an answer is one\. It was asked 2 times\.$/
    )
  })
})

describe("a call whose arguments are not JSON", () => {
  test.each(kinds)("%s: is recorded and no tool runs, whatever the stop reason is", async (kind) => {
    const answer = await given(kind, said(kind, "tool_use", ['{"path":', '{"path":"b"}']))
    assert.equal(answer.stop_reason, "tool_use")
    assert.deepEqual(answer.calls, [
      { id: "c1", server: "", name: "files__write", args: { INVALID_JSON: '{"path":' } },
      call("c2", { path: "b" })
    ])
  })

  test.each(["[1]", '"text"', "null", "1e400", '{"size":1e400}'])(
    "is also one whose arguments are %s",
    async (args) => {
      const answer = await given("openai", said("openai", "tool_use", [args]))
      assert.deepEqual(answer.calls[0], { id: "c1", server: "", name: "files__write", args: { INVALID_JSON: args } })
    }
  )

  test.each(kinds)("%s: is not one without arguments", async (kind) => {
    const answer = await given(kind, said(kind, "tool_use", [""]))
    assert.deepEqual(answer.calls, [call("c1", {})])
  })
})

describe("a refusal", () => {
  const refusal = "I cannot help with that."
  const refused: Readonly<Record<Kind, ReadonlyArray<Json>>> = {
    anthropic: [{ content: [{ type: "text", text: refusal }], stop_reason: "refusal" }],
    openai: [
      { status: "completed", output: [{ type: "message", content: [{ type: "refusal", refusal }] }] },
      {
        status: "incomplete",
        incomplete_details: { reason: "content_filter" },
        output: [{ type: "message", content: [{ type: "output_text", text: refusal }] }]
      }
    ],
    openai_compatible: [
      { choices: [{ message: { content: null, refusal }, finish_reason: "stop" }] },
      { choices: [{ message: { content: refusal }, finish_reason: "content_filter" }] }
    ]
  }
  test.each(kinds.flatMap((kind) => refused[kind].map((json) => [kind, json] as const)))(
    "of %s is distinguished from an answer",
    async (kind, json) => {
      assert.deepEqual(await given(kind, whole(json)), { text: refusal, calls: [], stop_reason: "refusal" })
    }
  )
})

describe("tokens", () => {
  const content = [{ type: "text", text: "Hi." }]
  test("that were cached count as input", async () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 900, cache_creation_input_tokens: 50, output_tokens: 7 }
    const answer = await given("anthropic", whole({ content, stop_reason: "end_turn", usage }))
    assert.deepEqual(answer.usage, { input: 953, output: 7, cache_read: 900, cache_write: 50 })
  })

  test("that OpenAI read from its cache, and those of reasoning, are parts of the others", async () => {
    const responses = {
      input_tokens: 90,
      input_tokens_details: { cached_tokens: 60 },
      output_tokens: 30,
      output_tokens_details: { reasoning_tokens: 20 }
    }
    const chat = {
      prompt_tokens: 90,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens: 30,
      completion_tokens_details: { reasoning_tokens: 20 }
    }
    const expected = { input: 90, output: 30, cache_read: 60, reasoning: 20 }
    const message = { type: "message", content: [{ type: "output_text", text: "Hi." }] }
    const one = await given("openai", whole({ status: "completed", output: [message], usage: responses }))
    const choices = [{ message: { content: "Hi." }, finish_reason: "stop" }]
    const other = await given("openai_compatible", whole({ choices, usage: chat }))
    assert.deepEqual([one.usage, other.usage], [expected, expected])
  })

  test.each([
    {},
    { input_tokens: 1 },
    { output_tokens: 1 },
    { input_tokens: -1, output_tokens: 1 },
    { input_tokens: 0.5, output_tokens: 1 },
    { input_tokens: "1", output_tokens: 1 }
  ])("that are no natural numbers are unrecorded, not zero: %j", async (usage: JsonObject) => {
    const answer = await given("anthropic", whole({ content, stop_reason: "end_turn", usage }))
    assert.equal("usage" in answer, false)
  })
})

describe("what is sent back to a provider", () => {
  const asked = (answer: ModelAnswer) => [
    hello,
    { role: "assistant" as const, answer },
    {
      role: "tools" as const,
      results: answer.calls.map(({ id }) => ({ call_id: id, is_error: true, content: [], timed_out: false }))
    }
  ]
  const sentBack = async (kind: Kind, json: Json): Promise<Json | undefined> => {
    const answer = await given(kind, whole(json))
    await given(kind, whole(json), { messages: asked(answer) })
    const body = server.requests.at(-1)?.body
    return body?.messages ?? body?.input
  }

  test("includes Anthropic's thinking, with its signature and in its place", async () => {
    const content = [
      { type: "thinking", thinking: "Hm.", signature: "c2lnbmVk" },
      { type: "redacted_thinking", data: "b3BhcXVl" },
      { type: "text", text: "Let me see." },
      { type: "tool_use", id: "c1", name: "files__write", input: {}, caller: { type: "direct" } }
    ]
    const blank = { type: "text", text: " \n" }
    const sent = await sentBack("anthropic", { content: [...content, blank], stop_reason: "tool_use" })
    assert.deepEqual(sent, [
      { role: "user", content: "How warm is it?" },
      { role: "assistant", content },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: [], is_error: true }] }
    ])
  })

  test("includes OpenAI's reasoning if it has its encrypted text", async () => {
    const output = [
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "b3BhcXVl" },
      { type: "reasoning", id: "rs_2", summary: [] },
      { type: "function_call", id: "fc_1", call_id: "c1", name: "files__write", arguments: "{}", status: "completed" }
    ]
    const sent = await sentBack("openai", { status: "completed", output })
    assert.deepEqual(sent, [
      { role: "user", content: "How warm is it?" },
      output[0],
      output[2],
      { type: "function_call_output", call_id: "c1", output: "" }
    ])
  })

  test("includes other members that a compatible server sends, whole and streamed", async () => {
    const message = {
      role: "assistant",
      content: "Let me see.",
      reasoning_content: "Hm. Yes.",
      tool_calls: [
        {
          index: 0,
          id: "c1",
          type: "function",
          function: { name: "files__write", arguments: "{}" },
          extra_content: { google: { thought_signature: "c2ln" } }
        }
      ]
    }
    const sent = await sentBack("openai_compatible", { choices: [{ message, finish_reason: "tool_calls" }] })
    assert.deepEqual(Array.isArray(sent) && sent[1], message)
    const piece = (delta: JsonObject, finish_reason: string | null = null) => ({
      choices: [{ index: 0, delta, finish_reason }]
    })
    const { tool_calls, ...rest } = message
    const answer = await given(
      "openai_compatible",
      streamed(
        piece({ role: "assistant", content: null, reasoning_content: "Hm. " }),
        piece({ role: "assistant", reasoning_content: "Yes." }),
        piece({ content: rest.content }),
        piece({ tool_calls }),
        piece({}, "tool_calls")
      )
    )
    assert.deepEqual(answer.provider_state, { items: [message] })
  })

  test.each(["gpt-4o-mini", "gpt-4.1", "chatgpt-4o-latest", "gpt-5-chat-latest", "ft:gpt-4o:me"])(
    "is not requested of %s, which does not reason",
    async (model) => {
      await given("openai", said("openai", "end_turn", []), { behaviour: { model } })
      assert.equal(server.requests.at(-1)?.body.include, undefined)
    }
  )
})

describe("a response with status 200 that is no answer", () => {
  const page: Reply = { status: 200, headers: { "content-type": "text/html" }, chunks: ["<html>Welcome!</html>"] }
  const nothing: ReadonlyArray<readonly [string, Reply]> = [
    ["a web page", page],
    ["an empty object", whole({})],
    ["half a call", whole({ content: [{ type: "tool_use", id: "c1" }], stop_reason: "tool_use" })],
    ["no choice", whole({ choices: [] })],
    ["a response in progress", whole({ status: "in_progress", output: [] })],
    ["half a function call", whole({ status: "completed", output: [{ type: "function_call", name: "files__write" }] })],
    [
      "a number that no JSON has",
      {
        ...page,
        headers: { "content-type": "application/json" },
        chunks: ['{"content":[{"type":"x","y":1e999}],"stop_reason":"end_turn"}']
      }
    ]
  ]
  test.each(kinds.flatMap((kind) => nothing.map(([name, one]) => [kind, name, one] as const)))(
    "%s: %s is an infrastructure error",
    async (kind, _, one) => {
      reply = one
      const before = server.requests.length
      const { issue } = await failureOf({ kind, url: server.url })
      assert.equal(server.requests.length - before, 2)
      assert.doesNotMatch(issue.hint, /network/)
      assert.equal(issue.code, "INFRASTRUCTURE")
      assert.match(
        issue.message,
        /^asks for the weather, run #2: the answer of .* cannot be read: .* It was asked 2 times\.$/
      )
    }
  )
})

describe("the ids of an answer's calls", () => {
  /** Two calls with one id, in the format of each API. */
  const twice = (kind: Kind, id: string): Json => {
    const named = { name: "files__write", arguments: "{}" }
    switch (kind) {
      case "anthropic": {
        const use = { type: "tool_use", id, name: "files__write", input: {} }
        return { content: [{ type: "thinking", thinking: "Hm.", signature: "s" }, use, use], stop_reason: "tool_use" }
      }
      case "openai": {
        const item = { type: "function_call", call_id: id, ...named }
        return {
          object: "response",
          status: "completed",
          output: [{ type: "reasoning", encrypted_content: "x" }, item, item]
        }
      }
      case "openai_compatible": {
        const one = { id, type: "function", function: named }
        const message = { role: "assistant", reasoning_content: "Hm.", tool_calls: [one, one] }
        return { choices: [{ message, finish_reason: "tool_calls" }] }
      }
    }
  }
  const earlier = { id: "c1", server: "files", name: "write", args: {} }
  const messages = [
    hello,
    { role: "assistant" as const, answer: { text: "", calls: [earlier], stop_reason: "tool_use" } },
    { role: "tools" as const, results: [{ call_id: "c1", is_error: false, content: [], timed_out: false }] }
  ]

  test.each(kinds.flatMap((kind) => ["", "c1"].map((id) => [kind, id] as const)))(
    "of %s are unique in the run where the provider sends %p twice, also in what it gets back",
    async (kind, id) => {
      const answer = await given(kind, whole(twice(kind, id)), { messages })
      const ids = answer.calls.map((one) => one.id)
      assert.equal(new Set(["c1", ...ids]).size, 3)
      assert.ok(!ids.includes(""))
      const state = JSON.stringify(answer.provider_state)
      assert.ok(ids.every((one) => state.includes(`"${one}"`)))
      assert.ok(!state.includes('id":""'))
    }
  )

  test("may be left out by a compatible server", async () => {
    const bare = { type: "function", function: { name: "files__write", arguments: "{}" } }
    const json = { choices: [{ message: { tool_calls: [bare] }, finish_reason: "stop" }] }
    const answer = await given("openai_compatible", whole(json))
    assert.deepEqual(
      answer.calls.map(({ id }) => id),
      ["call-1"]
    )
  })
})
