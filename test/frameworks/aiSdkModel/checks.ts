/**
 * `Model.aiSdk` with the real packages of the AI SDK: its mock models of both versions, and two of its providers at the stand-in.
 */
import { createAnthropic } from "@ai-sdk/anthropic"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { APICallError, generateText, jsonSchema, LoadAPIKeyError, stepCountIs, tool } from "ai6"
import { MockImageModelV3, MockLanguageModelV3 as V3OfSix } from "ai6/test"
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai7/test"
import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import assert from "node:assert/strict"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { agent } from "../../../src/language/dsl/agent.ts"
import { Model } from "../../../src/language/dsl/model.ts"
import { suite } from "../../../src/language/dsl/suite.ts"
import { layer } from "../../../src/engine/layers/live/model.ts"
import { text } from "../../../src/engine/layers/scripted/toolHub.ts"
import type { LanguageModel } from "../../../src/edges/providers/aiSdk/record.ts"
import type { ModelChoice } from "../../../src/edges/providers/ProviderRecord.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { ToolHub } from "../../../src/engine/services/ToolHub.ts"
import { run as runOn } from "../../app/project.ts"
import { startStandin } from "../../standin/standin.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const schema = { type: "object", properties: { city: { type: "string" } } }
const tools = [{ server: "weather", name: "get_weather", description: "Looks outside.", input_schema: schema }]
const hub = Layer.succeed(ToolHub, {
  open: () => Effect.succeed({ tools, servers: [], call: () => Effect.succeed(text("21 degrees")) })
})

/** Its bytes are those of a PNG as far as anyone looks at them here. */
const PICTURE = Buffer.from("\u0089PNG a thermometer", "latin1").toString("base64")
const pictures = Layer.succeed(ToolHub, {
  open: () =>
    Effect.succeed({
      tools,
      servers: [],
      call: () =>
        Effect.succeed({ ...text("A picture:"), content: [{ type: "image", mimeType: "image/png", data: PICTURE }] })
    })
})

const PROMPT = "How warm is it in Davis?"
const SYSTEM = "Be brief."

const cellOf = (model: ModelChoice) => {
  const asks = agent("asks", { model, servers: [weather], prompt: PROMPT, system: SYSTEM, temperature: 0.5 })
  const [cell] = compiledOf(suite("sdk", asks)).plan.cells
  return cell ?? assert.fail("there is a cell")
}

const performed = async (choice: ModelChoice, served = hub): Promise<RecordedRun> => {
  const cell = cellOf(choice)
  const codes = new Map([[cell.id, { answers: choice.answers, headers: { "x-team": "mine" } }]])
  const live = Layer.merge(layer({}, { codes }), served)
  const { run } = await Effect.runPromise(perform(cell, 1).pipe(Effect.provide(live)))
  return run
}

const usage = {
  inputTokens: { total: 100, noCache: 30, cacheRead: 60, cacheWrite: 10 },
  outputTokens: { total: 20, text: 5, reasoning: 15 }
}
const callAnswer = {
  content: [
    { type: "reasoning" as const, text: "I have to look.", providerMetadata: { mock: { signature: "c2ln" } } },
    { type: "text" as const, text: "I look." },
    {
      type: "tool-call" as const,
      toolCallId: "c1",
      toolName: "weather__get_weather",
      input: '{"city":"Davis"}',
      providerMetadata: { mock: { thought: "x" } }
    }
  ],
  finishReason: { unified: "tool-calls" as const, raw: "tool_use" },
  usage,
  response: { id: "resp_1", modelId: "mock-2026-11-01", timestamp: new Date(0), headers: { "x-request-id": "req_1" } },
  warnings: []
}
const lastAnswer = {
  content: [{ type: "text" as const, text: "Warm." }],
  finishReason: { unified: "stop" as const, raw: "end_turn" },
  usage,
  warnings: []
}

const mocks: ReadonlyArray<readonly [string, () => V3OfSix | MockLanguageModelV3 | MockLanguageModelV4]> = [
  ["v3 of ai 6", () => new V3OfSix({ provider: "mock.chat", doGenerate: [callAnswer, lastAnswer] })],
  ["v3 of ai 7", () => new MockLanguageModelV3({ provider: "mock.chat", doGenerate: [callAnswer, lastAnswer] })],
  ["v4 of ai 7", () => new MockLanguageModelV4({ provider: "mock.chat", doGenerate: [callAnswer, lastAnswer] })]
]

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("a mock model of the AI SDK", () => {
  test.each(mocks)("%s: is asked, calls tools and ends", async (_name, make) => {
    const mock = make()
    const run = await performed(Model.aiSdk(mock as LanguageModel, { topP: 0.9, seed: 7, toolChoice: "required" }))
    assert.deepEqual(run.outcome, { status: "completed" })
    const [first, call, second] = run.exchanges
    assert.ok(first?.kind === "model" && call?.kind === "tool" && second?.kind === "model")
    const { provider_state, ...answer } = first.answer
    assert.deepEqual(answer, {
      text: "I look.",
      calls: [{ id: "c1", server: "weather", name: "get_weather", args: { city: "Davis" } }],
      stop_reason: "tool_use",
      usage: { input: 100, output: 20, cache_read: 60, cache_write: 10, reasoning: 15 },
      model: "mock-2026-11-01",
      request_id: "req_1"
    })
    assert.deepEqual([second.answer.text, second.answer.stop_reason], ["Warm.", "end_turn"])
    const [options] = mock.doGenerateCalls
    assert.ok(options?.abortSignal instanceof AbortSignal)
    const { maxOutputTokens, seed, temperature, toolChoice, topP } = options
    assert.deepEqual(
      { maxOutputTokens, seed, temperature, toolChoice, topP, headers: options.headers },
      {
        maxOutputTokens: 4_096,
        seed: 7,
        temperature: 0.5,
        toolChoice: { type: "required" },
        topP: 0.9,
        headers: { "x-team": "mine" }
      }
    )
    assert.deepEqual(json(options.tools), [
      { type: "function", name: "weather__get_weather", description: "Looks outside.", inputSchema: schema }
    ])
  })

  test.each(mocks)(
    "%s: sees the image that a tool answered with, and the recording does not have it",
    async (name, make) => {
      const mock = make()
      const run = await performed(Model.aiSdk(mock as LanguageModel), pictures)
      assert.deepEqual(run.outcome, { status: "completed" })
      const [, , , , shown] = json(mock.doGenerateCalls[1]?.prompt) as ReadonlyArray<unknown>
      assert.deepEqual(shown, {
        role: "user",
        content: [
          { type: "text", text: "image/png of the tool result c1:" },
          {
            type: "file",
            mediaType: "image/png",
            data: name.startsWith("v4") ? { type: "data", data: PICTURE } : PICTURE
          }
        ]
      })
      assert.ok(!JSON.stringify(run).includes(PICTURE))
    }
  )

  test("gets the prompts that generateText of the AI SDK sends it", async () => {
    const ours = new V3OfSix({ doGenerate: [callAnswer, lastAnswer] })
    const theirs = new V3OfSix({ doGenerate: [callAnswer, lastAnswer] })
    await performed(Model.aiSdk(ours))
    await generateText({
      model: theirs,
      system: SYSTEM,
      prompt: PROMPT,
      tools: {
        weather__get_weather: tool({ inputSchema: jsonSchema(schema as object), execute: async () => "21 degrees" })
      },
      stopWhen: stepCountIs(3)
    })
    const promptsOf = ({ doGenerateCalls }: V3OfSix) => json(doGenerateCalls.map(({ prompt }) => prompt))
    assert.equal(theirs.doGenerateCalls.length, 2)
    assert.deepEqual(promptsOf(ours), promptsOf(theirs))
  })
})

describe("an error of the AI SDK", () => {
  const messageFor = async (error: unknown, failures = Infinity) => {
    let asked = 0
    const mock = new V3OfSix({
      provider: "mock.chat",
      doGenerate: async () => {
        if (++asked <= failures) throw error
        return lastAnswer
      }
    })
    const { outcome } = await performed(Model.aiSdk(mock))
    return { asked, said: outcome.status === "completed" ? "" : `${outcome.issue.message} ${outcome.issue.hint}` }
  }
  const apiError = (statusCode: number, more: object = {}) =>
    new APICallError({ message: "No.", url: "http://127.0.0.1", requestBodyValues: {}, statusCode, ...more })

  test("is retried if it may pass, after the wait that it asks for", async () => {
    const before = performance.now()
    const { asked, said } = await messageFor(apiError(429, { responseHeaders: { "retry-after-ms": "300" } }), 1)
    assert.deepEqual([asked, said], [2, ""])
    assert.ok(performance.now() - before >= 300)
  })

  test("of a refused key names the way out", async () => {
    assert.deepEqual(await messageFor(apiError(401, { responseBody: '{"error":{"message":"Bad key."}}' })), {
      asked: 1,
      said: "asks, run #1: mock.chat answered 401: Bad key. Check the key that the model was made with."
    })
  })

  test("of an answer that cannot be read is asked for once more", async () => {
    const { asked, said } = await messageFor(
      apiError(200, { message: "Invalid JSON response", cause: new Error("bad") })
    )
    assert.equal(asked, 2)
    assert.match(said, /the answer of mock\.chat cannot be read: Invalid JSON response: bad\. It was asked 2 times\./)
  })

  test("of a key that is missing is no reason to ask again", async () => {
    const { asked, said } = await messageFor(new LoadAPIKeyError({ message: "MOCK_API_KEY is missing." }))
    assert.equal(asked, 1)
    assert.match(said, /mock\.chat failed: MOCK_API_KEY is missing\. /)
  })
})

test("a model of pictures is refused by the plan in the words of the compiler", () => {
  const choice = Model.aiSdk(new MockImageModelV3() as unknown as LanguageModel)
  assert.throws(
    () => cellOf(choice),
    /Model\.aiSdk needs a language model of the AI SDK, with specificationVersion v3 or v4/
  )
})

describe("a provider of the AI SDK at the stand-in", () => {
  const look = { server: "weather", name: "get_weather", args: { city: "Sacramento" } }
  const script = {
    turns: [
      { text: "I look.", calls: [look], usage: { input: 100, output: 20 } },
      { text: "Warm.", usage: { input: 200, output: 5 } }
    ]
  }
  const providers = [
    [
      "openai-compatible",
      (url: string) => createOpenAICompatible({ name: "gateway", baseURL: `${url}/v1` })("llama-4")
    ],
    ["anthropic", (url: string) => createAnthropic({ baseURL: `${url}/v1`, apiKey: "k" })("claude-sonnet-4-5")]
  ] as const

  test.each(providers)("%s: the run is the one that was scripted", async (_name, make) => {
    const standin = await startStandin({ scripts: () => [script] })
    const run = await performed(Model.aiSdk(make(standin.url) as LanguageModel))
    await standin.close()
    assert.deepEqual(
      run.exchanges.map((one) =>
        one.kind === "tool"
          ? [one.call.name, one.call.args]
          : [one.answer?.text, one.answer?.stop_reason, one.answer?.usage?.input, one.answer?.usage?.output]
      ),
      [
        ["I look.", "tool_use", 100, 20],
        ["get_weather", { city: "Sacramento" }],
        ["Warm.", "end_turn", 200, 5]
      ]
    )
    assert.equal(standin.requests.length, 2)
    assert.equal(standin.requests[0]?.headers["x-team"], "mine")
  })

  test.each(providers)("%s: sends the image that a tool answered with", async (_name, make) => {
    const standin = await startStandin({ scripts: () => [script] })
    const { outcome } = await performed(Model.aiSdk(make(standin.url) as LanguageModel), pictures)
    await standin.close()
    assert.deepEqual(outcome, { status: "completed" })
    const last = JSON.stringify(standin.requests[1]?.body)
    assert.equal(last.split(PICTURE).length - 1, 1)
    assert.match(last, /"image(?:_url)?"/)
  })

  test("a suite is recorded, keeps no header, and replays without a key, the same on every runtime", async () => {
    const standin = await startStandin({ scripts: () => [script] })
    const folder = mkdtempSync(join(tmpdir(), "passhat-sdk-"))
    const file = join(import.meta.dirname, "suite.ts")
    const args = ["--cassettes", folder, "--reporter", "json"]
    const recorded = await new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
      const env = { ...process.env, STANDIN_URL: standin.url, STANDIN_KEY: "k" }
      const child = Bun.spawn([process.execPath, "run", file, "--record", ...args], {
        env,
        stdout: "pipe",
        stderr: "pipe"
      })
      void child.exited.then(async (code) => resolve({ code, said: await new Response(child.stderr).text() }))
    })
    await standin.close()
    assert.equal(recorded.code, 0, recorded.said)
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"))
    assert.deepEqual(files.map((name) => name.split("/").at(-1)).toSorted(), [
      "claude-sonnet-4-5.jsonl",
      "llama-4-seeded.jsonl",
      "llama-4.jsonl"
    ])
    const texts = files.map((name) => readFileSync(join(folder, name), "utf8"))
    assert.ok(texts.every((one) => !one.includes("a-secret-team-name")))
    assert.ok(texts.some((one) => one.includes('"headers":["x-team"]')))
    assert.ok(texts.some((one) => one.includes('"model_options":{"label":"seeded","provider":"gateway.chat"')))
    const replays = (["bun", "node", "deno"] as const).map((runtime) => runOn(file, args, { runtime }))
    rmSync(folder, { recursive: true })
    assert.deepEqual(
      replays.map(({ code }) => code),
      [0, 0, 0],
      replays.map(({ stderr }) => stderr).join("\n")
    )
    assert.equal(new Set(replays.map(({ stdout }) => stdout)).size, 1)
  }, 120_000)
})
