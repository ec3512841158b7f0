/**
 * Whole runs of the agent loop against the stand-in, through the real SDKs.
 */
import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import assert from "node:assert/strict"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import type { OfferedTool } from "../../../src/base/domain/plan/Tool.ts"
import { layer } from "../../../src/engine/layers/live/model.ts"
import { structured } from "../../../src/engine/layers/scripted/toolHub.ts"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { ToolHub } from "../../../src/engine/services/ToolHub.ts"
import type { Server } from "../../standin/serve.ts"
import { startStandin } from "../../standin/standin.ts"
import { cellOf, environmentOf, type Kind, kinds } from "./asking.ts"

const tools: ReadonlyArray<OfferedTool> = [
  { server: "weather", name: "get_weather", description: "Looks outside.", input_schema: { type: "object" } },
  { server: "weather", name: "now", input_schema: { type: "object" } }
]

const hub = Layer.succeed(ToolHub, {
  open: () =>
    Effect.succeed({
      tools,
      servers: [],
      call: ({ args, name }) => Effect.succeed(structured({ ...args, name, celsius: 21 }))
    })
})

const look = (city: string) => ({ server: "weather", name: "get_weather", args: { city, "with spaces": [1, null] } })

const script = (city: string): Script => ({
  turns: [
    {
      text: `I look at ${city}.`,
      calls: [look(city), { server: "weather", name: "now", args: {} }],
      usage: { input: 100, output: 20 }
    },
    { calls: [look("Lodi")], usage: { input: 200, output: 10 } },
    { text: `Warm in ${city}.`, usage: { input: 300, output: 5 } }
  ]
})

const modes = kinds.flatMap((kind) => [false, true].map((stream) => [kind, stream] as const))

const performed = (kind: Kind, stream: boolean, { url }: Server, index = 1): Promise<RecordedRun> =>
  Effect.runPromise(
    perform(
      cellOf(kind, url, { system: "Be brief.", options: { max_turns: 5, max_tokens: 500, temperature: 0.5 } }),
      index
    ).pipe(
      Effect.map(({ run }) => run),
      Effect.provide(Layer.merge(layer(environmentOf(url, "k"), { stream }), hub))
    )
  )

const storyOf = ({ exchanges, outcome }: RecordedRun) => [
  outcome.status,
  ...exchanges.map((one) =>
    one.kind === "tool"
      ? [one.call.server, one.call.name, one.call.args]
      : [one.answer?.text, one.answer?.stop_reason, one.answer?.usage]
  )
]

const list = (value: unknown): ReadonlyArray<JsonObject> => (Array.isArray(value) ? value : [])

const bodies = ({ requests }: Server): ReadonlyArray<JsonObject> => requests.map(({ body }) => body)

describe("a run against a provider", () => {
  test.each(modes)("%s, streamed: %p, is the run that was scripted", async (kind, stream) => {
    const standin = await startStandin({ scripts: () => [script("Sacramento")] })
    const run = await performed(kind, stream, standin)
    await standin.close()
    assert.deepEqual(storyOf(run), [
      "completed",
      ["I look at Sacramento.", "tool_use", { input: 100, output: 20 }],
      ["weather", "get_weather", look("Sacramento").args],
      ["weather", "now", {}],
      ["", "tool_use", { input: 200, output: 10 }],
      ["weather", "get_weather", look("Lodi").args],
      ["Warm in Sacramento.", "end_turn", { input: 300, output: 5 }]
    ])
    const ids = run.exchanges.flatMap((one) => (one.kind === "tool" ? [one.call.id.replace(/^\w+?_/, "")] : []))
    assert.deepEqual(ids, ["r1_t1_1", "r1_t1_2", "r1_t2_1"])
    assert.ok(run.exchanges.every((one) => one.kind === "tool" || one.answer?.provider_state === undefined))
  })

  test.each(modes)("%s, streamed: %p, is not affected by concurrent runs", async (kind, stream) => {
    const cities = ["Sacramento", "Davis", "Chico", "Yreka"]
    const standin = await startStandin({ scripts: () => cities.map(script) })
    const runs = await Promise.all(cities.map((_, at) => performed(kind, stream, standin, at + 1)))
    await standin.close()
    const summaries = runs.map((run) => {
      const texts = run.exchanges.flatMap((one) => (one.kind === "model" ? [one.answer.text] : []))
      return [texts.length, texts[0]?.slice(10, -1), texts[2]?.slice(8, -1)]
    })
    assert.deepEqual(
      summaries.map(([turns, first, last]) => [turns, first === last]),
      cities.map(() => [3, true])
    )
    assert.deepEqual(summaries.map(([, city]) => city).toSorted(), cities.toSorted())
  })

  test("with Anthropic sends the agent's system prompt, tools and options", async () => {
    const standin = await startStandin({ scripts: () => [script("Sacramento")] })
    await performed("anthropic", false, standin)
    await standin.close()
    const [first, , third] = bodies(standin)
    assert.deepEqual(first, {
      model: "claude-sonnet-4-5",
      max_tokens: 500,
      temperature: 0.5,
      system: "Be brief.",
      tools: [
        { name: "weather__get_weather", description: "Looks outside.", input_schema: { type: "object" } },
        { name: "weather__now", input_schema: { type: "object" } }
      ],
      messages: [{ role: "user", content: "How warm is it?" }]
    })
    const text = (name: string, args: JsonObject) => [
      { type: "text", text: JSON.stringify({ ...args, name, celsius: 21 }) }
    ]
    const sacramento = look("Sacramento").args
    assert.deepEqual(list(third?.messages).slice(1, 4), [
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look at Sacramento." },
          { type: "tool_use", id: "toolu_r1_t1_1", name: "weather__get_weather", input: sacramento },
          { type: "tool_use", id: "toolu_r1_t1_2", name: "weather__now", input: {} }
        ]
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "toolu_r1_t1_1",
            content: text("get_weather", sacramento),
            is_error: false
          },
          { type: "tool_result", tool_use_id: "toolu_r1_t1_2", content: text("now", {}), is_error: false }
        ]
      },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "toolu_r1_t2_1", name: "weather__get_weather", input: look("Lodi").args }]
      }
    ])
  })

  test("with OpenAI stores nothing there, and requests the reasoning of models that reason", async () => {
    const standin = await startStandin({ scripts: () => [script("Sacramento")] })
    await performed("openai", false, standin)
    await standin.close()
    const [first, second] = bodies(standin)
    assert.deepEqual(first, {
      model: "gpt-5.2",
      max_output_tokens: 500,
      temperature: 0.5,
      instructions: "Be brief.",
      tools: tools.map(({ description, name }) => ({
        type: "function",
        name: `weather__${name}`,
        ...(description !== undefined && { description }),
        parameters: { type: "object", properties: {} },
        strict: false
      })),
      include: ["reasoning.encrypted_content"],
      store: false,
      input: [{ role: "user", content: "How warm is it?" }]
    })
    const [, said, call, , result] = list(second?.input)
    assert.deepEqual(said, { role: "assistant", content: "I look at Sacramento." })
    assert.deepEqual(call, {
      type: "function_call",
      call_id: "call_r1_t1_1",
      name: "weather__get_weather",
      arguments: JSON.stringify(look("Sacramento").args)
    })
    assert.deepEqual(result, {
      type: "function_call_output",
      call_id: "call_r1_t1_1",
      output: JSON.stringify({ ...look("Sacramento").args, name: "get_weather", celsius: 21 })
    })
  })

  test("with a compatible server uses the oldest parameter names", async () => {
    const standin = await startStandin({ scripts: () => [script("Sacramento")] })
    await performed("openai_compatible", true, standin)
    await standin.close()
    const [first, second] = bodies(standin)
    assert.deepEqual([first?.max_tokens, first?.stream_options], [500, { include_usage: true }])
    const [system, user, said, result] = list(second?.messages)
    assert.deepEqual(
      [system, user],
      [
        { role: "system", content: "Be brief." },
        { role: "user", content: "How warm is it?" }
      ]
    )
    assert.deepEqual(Object.keys(said ?? {}), ["role", "content", "tool_calls"])
    assert.deepEqual([result?.role, result?.tool_call_id], ["tool", "call_r1_t1_1"])
  })

  test.each(kinds)("%s: a call of a tool that was not offered is recorded without a server", async (kind) => {
    const stray = { turns: [{ calls: [{ server: "files", name: "rm", args: { path: "/" } }] }, { text: "Done." }] }
    const standin = await startStandin({ scripts: () => [stray] })
    const run = await performed(kind, false, standin)
    await standin.close()
    const [call] = run.exchanges.flatMap((one) => (one.kind === "tool" ? [one.call] : []))
    assert.deepEqual([call?.server, call?.name, call?.args], ["", "files__rm", { path: "/" }])
    assert.equal(run.outcome.status, "completed")
  })
})
