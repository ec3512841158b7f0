/**
 * What servers send that call themselves compatible with OpenAI, from a real server on the loopback interface. Where the meaning is clear,
 * a run has the trace that it has without the quirk. Everything else is refused in one sentence, after two requests at most.
 */
import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import assert from "node:assert/strict"
import { replayRun } from "../../../../src/engine/agentLoop/replayRun.ts"
import type { Json, JsonObject } from "../../../../src/base/domain/Json.ts"
import type { Trace } from "../../../../src/base/domain/trace/Trace.ts"
import { layer } from "../../../../src/engine/layers/live/model.ts"
import { text } from "../../../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../../../src/engine/run/perform.ts"
import { ToolHub } from "../../../../src/engine/services/ToolHub.ts"
import { type Asked, type Reply, serve } from "../../../standin/serve.ts"
import { ask, cellOf } from "../asking.ts"

const JSON_TYPE = "application/json"
const whole = (json: Json, type = JSON_TYPE): Reply => ({
  status: 200,
  headers: { "content-type": type },
  chunks: [JSON.stringify(json)]
})
const refusal = (status: number, json: Json): Reply => ({ ...whole(json), status })
const streamed = (lines: string): Reply => ({
  status: 200,
  headers: { "content-type": "text/event-stream" },
  chunks: [lines]
})
const events = (...chunks: ReadonlyArray<JsonObject>): string =>
  chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")
const piece = (delta: Json, finish_reason: string | null = null): JsonObject => ({
  choices: [{ index: 0, delta, finish_reason }]
})
const DONE = "data: [DONE]\n\n"

const usage = { prompt_tokens: 10, completion_tokens: 2 }
const completion = (message: JsonObject, choice: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop", ...choice }],
  usage,
  ...more
})
const called = { name: "files__write", arguments: '{"path":"a"}' }
const call = (more: JsonObject = {}): JsonObject => ({ id: "c1", type: "function", function: called, ...more })
const withArguments = (args: Json): JsonObject => call({ function: { ...called, arguments: args } })
const calling = (...tool_calls: ReadonlyArray<JsonObject>): Reply =>
  whole(completion({ content: null, tool_calls }, { finish_reason: "tool_calls" }))
const ended = whole(completion({ content: "Done." }))
const { id: _, ...withoutId } = call()
const { arguments: __, ...withoutArguments } = called

interface Quirk {
  readonly name: string
  /** The answer that calls a tool, and the one after its result. What is left out has no quirk. */
  readonly calls?: Reply | ((asked: Asked) => Reply)
  readonly ends?: Reply | ((asked: Asked) => Reply)
  /** The arguments of the calls in the trace; one call with `{ path: "a" }` by default. */
  readonly args?: ReadonlyArray<JsonObject>
  /** How many requests are made for the two answers; 2 by default. */
  readonly requests?: number
}

const clear: ReadonlyArray<Quirk> = [
  { name: "an id that is missing", calls: calling(withoutId) },
  { name: "an id that is null", calls: calling(call({ id: null })) },
  { name: "an id that is empty", calls: calling(call({ id: "" })) },
  { name: "an id that is a number", calls: calling(call({ id: 7 })) },
  { name: "one id for two calls", calls: calling(call(), call()), args: [{ path: "a" }, { path: "a" }] },
  {
    name: "one id in every answer",
    calls: calling(call()),
    ends: ({ number }) => (number === 2 ? calling(withArguments('{"path":"b"}')) : ended),
    args: [{ path: "a" }, { path: "b" }],
    requests: 3
  },
  { name: "arguments as an object", calls: calling(withArguments({ path: "a" })) },
  { name: "arguments that are null", calls: calling(withArguments(null)), args: [{}] },
  { name: "arguments that are empty", calls: calling(withArguments("")), args: [{}] },
  { name: "arguments that are missing", calls: calling(call({ function: withoutArguments })), args: [{}] },
  { name: "arguments that are encoded twice", calls: calling(withArguments(JSON.stringify(called.arguments))) },
  { name: "a call without its wrapping", calls: calling({ id: "c1", ...called }) },
  { name: "a call without a list", calls: whole(completion({ content: null, tool_calls: call() })) },
  { name: "function_call in place of tool_calls", calls: whole(completion({ content: null, function_call: called })) },
  { name: "tool_calls that are null", ends: whole(completion({ content: "Done.", tool_calls: null })) },
  { name: "content as parts", ends: whole(completion({ content: [{ type: "text", text: "Do" }, { text: "ne." }] })) },
  { name: "content as one part", ends: whole(completion({ content: { type: "text", text: "Done." } })) },
  {
    name: "content with the thoughts of the model",
    ends: whole(
      completion({
        content: [
          { type: "thinking", thinking: [{ text: "Hm" }] },
          { type: "text", text: "Done." }
        ]
      })
    )
  },
  { name: "content that is missing beside calls", calls: whole(completion({ tool_calls: [call()] })) },
  { name: "a finish_reason that is null", ends: whole(completion({ content: "Done." }, { finish_reason: null })) },
  { name: "a finish_reason that is missing", ends: whole({ choices: [{ message: { content: "Done." } }], usage }) },
  { name: "a finish_reason in capitals", ends: whole(completion({ content: "Done." }, { finish_reason: "STOP" })) },
  {
    name: "a finish_reason of another API",
    ends: whole(completion({ content: "Done." }, { finish_reason: "eos_token" }))
  },
  { name: "stop with an answer that calls tools", calls: whole(completion({ content: "", tool_calls: [call()] })) },
  { name: "a body that is called text", ends: whole(completion({ content: "Done." }), "text/plain") },
  {
    name: "a stream that was not asked for",
    ends: streamed(
      `${events(piece({ content: "Do" }), piece({ content: "ne." }, "stop"), { choices: [], usage })}${DONE}`
    )
  },
  {
    name: "a stream with comments, line ends of two characters and no blanks",
    ends: streamed(
      `: wait\r\n\r\ndata:${JSON.stringify(piece({ content: "Done." }))}\r\n\r\ndata:${JSON.stringify({ ...piece({}, "stop"), usage })}\r\n\r\n`
    )
  },
  {
    name: "a stream without a finish_reason",
    ends: streamed(`${events(piece({ content: "Done." }), { choices: [], usage })}${DONE}`)
  },
  {
    name: "a stream whose calls have no index",
    calls: streamed(
      events(
        piece({ tool_calls: [{ id: "c1", function: { name: "files__write", arguments: '{"pa' } }] }),
        piece({ tool_calls: [{ function: { arguments: 'th":"a"}' } }] }),
        piece({ tool_calls: [{ id: "c2", function: called }] }),
        { ...piece({}, "tool_calls"), usage }
      )
    ),
    args: [{ path: "a" }, { path: "a" }]
  },
  {
    name: "a stream whose calls all have the index 0",
    calls: streamed(
      events(
        piece({ tool_calls: [{ index: 0, id: "c1", function: called }] }),
        piece({ tool_calls: [{ index: 0, id: "c2", function: { ...called, arguments: '{"path":"b"}' } }] }),
        { ...piece({}, "tool_calls"), usage }
      )
    ),
    args: [{ path: "a" }, { path: "b" }]
  },
  {
    name: "a server that only streams",
    ends: ({ body }) =>
      body.stream === true
        ? streamed(`${events({ ...piece({ content: "Done." }, "stop"), usage })}${DONE}`)
        : refusal(400, { error: { message: "This model only supports stream mode." } }),
    requests: 3
  },
  {
    name: "a server that knows max_completion_tokens alone",
    ends: ({ body }) =>
      body.max_completion_tokens === undefined
        ? refusal(400, { error: { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'." } })
        : ended,
    requests: 3
  }
]

const tools = [{ server: "files", name: "write", input_schema: { type: "object" } }]
const hub = Layer.succeed(ToolHub, {
  open: () => Effect.succeed({ tools, servers: [], call: () => Effect.succeed(text("Written.")) })
})

/** The trace of a run, and how many requests were made. */
const traceOf = async ({ calls = calling(call()), ends = ended }: Omit<Quirk, "name">) => {
  const isEnd = ({ body }: Asked): boolean => JSON.stringify(body.messages).includes('"role":"tool"')
  const server = await serve((asked) => {
    const reply = isEnd(asked) ? ends : calls
    return typeof reply === "function" ? reply(asked) : reply
  })
  const cell = cellOf("openai_compatible", server.url)
  const performed = perform(cell, 1).pipe(Effect.provide(Layer.merge(layer({ LOCAL_KEY: "k" }), hub)))
  const { run } = await Effect.runPromise(performed)
  await server.close()
  const result = replayRun(cell, run, "quirks.jsonl")
  assert.ok("trace" in result, "issue" in result ? result.issue.message : "")
  return { trace: result.trace, requests: server.requests.length }
}

/** A trace without the ids, which are the server's own where it has any. */
/** Without ids, and without how long it took. */
const withoutIds = ({ clock, tool_calls, tool_results, ...trace }: Trace) => ({
  ...trace,
  clock: { ...clock, recorded_ms: 0 },
  tool_calls: tool_calls.map(({ id: ___, ...one }) => one),
  tool_results: tool_results.map(({ call_id: ___, ...one }) => one)
})

describe("the quirks of compatible servers", () => {
  test("are more than 25 where the meaning is clear, and no two have one name", () => {
    assert.ok(new Set(clear.map(({ name }) => name)).size === clear.length && clear.length > 25, `${clear.length}`)
  })

  test.each(clear.map((quirk) => [quirk.name, quirk] as const))(
    "%s: the run is as without it",
    async (_name, quirk) => {
      const args = quirk.args ?? [{ path: "a" }]
      const [usual, odd] = await Promise.all([traceOf({}), traceOf(quirk)])
      const { tool_calls, ...rest } = withoutIds(odd.trace)
      assert.deepEqual(
        tool_calls.map((one) => [one.server, one.name, one.args]),
        args.map((one) => ["files", "write", one])
      )
      assert.equal(new Set(odd.trace.tool_calls.map(({ id }) => id)).size, args.length)
      assert.deepEqual(
        odd.trace.tool_results.map(({ call_id }) => call_id),
        odd.trace.tool_calls.map(({ id }) => id)
      )
      const { tool_calls: ____, ...expected } = withoutIds(usual.trace)
      if (args.length === 1) assert.deepEqual(rest, expected)
      assert.deepEqual([odd.trace.final_response, odd.trace.stop_reason], ["Done.", "end_turn"])
      assert.ok(odd.trace.conversation.tokens !== undefined)
      assert.equal(odd.requests, quirk.requests ?? 2)
    }
  )

  test("an answer without a reason that is as long as it may be was truncated", async () => {
    const long = { prompt_tokens: 10, completion_tokens: 4_096 }
    const { trace } = await traceOf({
      ends: whole(completion({ content: "And then" }, { finish_reason: null }, { usage: long }))
    })
    assert.equal(trace.stop_reason, "max_tokens")
  })
})

const unclear: ReadonlyArray<readonly [name: string, reply: Reply, said: string, requests: number]> = [
  [
    "a web page",
    { status: 200, headers: { "content-type": "text/html" }, chunks: ["<html>Welcome!</html>"] },
    'cannot be read: it is no JSON: "<html>Welcome!</html>". It was asked 2 times.',
    2
  ],
  ["an empty body", { status: 200, chunks: [" "] }, "cannot be read: it is empty. It was asked 2 times.", 2],
  ["no choices", whole({ choices: [] }), "cannot be read: choices is [], and has no answer. It was asked 2 times.", 2],
  [
    "content that is a number",
    whole(completion({ content: 42 })),
    "cannot be read: choices[0].message.content is 42, expected string | array | null. It was asked 2 times.",
    2
  ],
  [
    "a call without a name",
    calling(call({ function: { arguments: "{}" } })),
    "cannot be read: choices[0].message.tool_calls[0].function.name is absent. It was asked 2 times.",
    2
  ],
  [
    "a stream that broke off",
    streamed(events(piece({ content: "Do" }))),
    "cannot be read: its stream ended before the answer did. It was asked 2 times.",
    2
  ],
  ["an error as a text", whole({ error: "model not found" }), "answered with an error: model not found.", 1],
  [
    "an error without its wrapping",
    whole({ object: "error", message: "no such model", code: 40_401 }),
    "answered with an error: no such model.",
    1
  ],
  [
    "a key inside of what cannot be read",
    whole({ choices: "sk-test-0123456789" }),
    'cannot be read: choices is "[key]", expected array. It was asked 2 times.',
    2
  ]
]

describe("what a compatible server sends without a clear meaning", () => {
  test.each(unclear)("%s: is refused in one sentence", async (_name, reply, said, requests) => {
    const server = await serve(() => reply)
    const { answer } = await ask({ kind: "openai_compatible", url: server.url, tools })
    await server.close()
    assert.ok(answer._tag === "Failure")
    const { hint, message } = answer.failure.issue
    assert.ok(message.includes(said), message)
    assert.ok(!message.includes("sk-test"), message)
    assert.ok(message.length < 400 && !message.includes("\n"), message)
    assert.doesNotMatch(hint, /network/)
    assert.equal(server.requests.length, requests)
  })
})

describe("the wait that a refusal asks for", () => {
  const info = (retryDelay: string): Json => [
    {
      error: {
        code: 429,
        message: "Quota.",
        details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }]
      }
    }
  ]
  test.each([
    ["in its body", {}, "34.5s", 34_500],
    ["in its body, longer than its headers", { "retry-after": "3", "retry-after-ms": "4000" }, "5s", 5_000],
    ["in seconds, longer than the others", { "retry-after": "9", "retry-after-ms": "4000" }, "5s", 9_000],
    ["in milliseconds, longer than the others", { "retry-after": "3", "retry-after-ms": "8000" }, "5s", 8_000],
    ["in its body, longer than any wait may be", {}, "86400s", 60_000]
  ])("%s is kept to", async (_name, headers: Readonly<Record<string, string>>, delay, least) => {
    const server = await serve(({ number }) =>
      number > 1 ? ended : { ...refusal(429, info(delay)), headers: { "content-type": JSON_TYPE, ...headers } }
    )
    const { answer, waits } = await ask({ kind: "openai_compatible", url: server.url })
    await server.close()
    assert.ok(answer._tag === "Success")
    const wait = waits.find((one) => one > 0) ?? 0
    assert.ok(wait >= least && wait <= Math.min(60_000, least * 1.25), `${waits}`)
    assert.equal(server.requests.length, 2)
  })
})
