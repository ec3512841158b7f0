/**
 * A function of the suite in the place of a provider.
 */
import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import assert from "node:assert/strict"
import { agent, type CustomAsk, type CustomRequest, Model, suite } from "passhat"
import { layer } from "../../../src/engine/layers/live/model.ts"
import { text } from "../../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { ToolHub } from "../../../src/engine/services/ToolHub.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const tools = [{ server: "weather", name: "get_weather", description: "Looks.", input_schema: { type: "object" } }]
const hub = Layer.succeed(ToolHub, {
  open: () => Effect.succeed({ tools, servers: [], call: () => Effect.succeed(text("21 degrees")) })
})

const performed = async (ask: CustomAsk) => {
  const choice = Model.custom("mine", ask, { version: "2" })
  const asks = agent("asks", { model: choice, servers: [weather], prompt: "How warm?", system: "Be brief." })
  const [cell] = compiledOf(suite("own", asks)).plan.cells
  assert.ok(cell !== undefined)
  assert.deepEqual(cell.behaviour.model_options, { version: "2" })
  const codes = new Map([[cell.id, { answers: choice.answers }]])
  const { run } = await Effect.runPromise(perform(cell, 1).pipe(Effect.provide(Layer.merge(layer({}, { codes }), hub))))
  return run
}

const failureOf = async (ask: CustomAsk) => {
  let asked = 0
  const { outcome } = await performed(async (request) => {
    asked++
    return ask(request)
  })
  assert.ok(outcome.status === "infrastructure_error")
  return { asked, said: outcome.issue.message }
}

describe("a function as a model", () => {
  test("gets the conversation and the tools, and its answers are those of the model", async () => {
    const requests: Array<CustomRequest> = []
    const run = await performed(async (request) => {
      requests.push(request)
      if (request.messages.length > 1) return "Warm."
      return {
        text: "I look.",
        calls: [{ name: "weather__get_weather", args: { city: "Davis" } }],
        usage: { input: 10, output: 2, cacheRead: 4 },
        model: "mine-2026",
        requestId: "r1",
        state: { signature: "s" }
      }
    })
    assert.deepEqual(
      run.exchanges.map((one) => (one.kind === "tool" ? one.call : one.answer)),
      [
        {
          text: "I look.",
          calls: [{ id: "call-1", server: "weather", name: "get_weather", args: { city: "Davis" } }],
          stop_reason: "tool_use",
          usage: { input: 10, output: 2, cache_read: 4 },
          request_id: "r1",
          provider_state: { items: [{ signature: "s" }] },
          model: "mine-2026"
        },
        { id: "call-1", server: "weather", name: "get_weather", args: { city: "Davis" } },
        { text: "Warm.", calls: [], stop_reason: "end_turn" }
      ]
    )
    const [first, second] = requests
    assert.ok(first?.signal instanceof AbortSignal)
    assert.deepEqual(
      [first.model, first.system, first.maxTokens, first.messages],
      ["mine", "Be brief.", 4_096, [{ role: "user", text: "How warm?" }]]
    )
    assert.deepEqual(first.tools, [
      { name: "weather__get_weather", description: "Looks.", inputSchema: { type: "object", properties: {} } }
    ])
    const call = { id: "call-1", name: "weather__get_weather", args: { city: "Davis" } }
    assert.deepEqual(second?.messages.slice(1), [
      { role: "assistant", text: "I look.", calls: [call], state: { signature: "s" } },
      {
        role: "tools",
        results: [
          {
            id: "call-1",
            name: "weather__get_weather",
            isError: false,
            text: "21 degrees",
            content: [{ type: "text", text: "21 degrees" }]
          }
        ]
      }
    ])
  })

  test.each([
    [{ text: 7 }, "of what it returned, text is 7, expected string | undefined."],
    [{ calls: [{ args: {} }] }, "of what it returned, calls[0].name is absent."],
    [undefined, "of what it returned, it is absent, expected object."]
  ])("is asked once, and told what is wrong, if it returns %j", async (given, said) => {
    const failure = await failureOf(async () => given as never)
    assert.equal(failure.asked, 1)
    assert.equal(failure.said, `asks, run #1: the function of Model.custom failed: ${said}`)
  })

  test("is not asked again if it throws, unless the error has a status that may pass", async () => {
    const thrown = await failureOf(async () => Promise.reject(new Error("a bug")))
    assert.deepEqual(thrown, { asked: 1, said: "asks, run #1: the function of Model.custom failed: a bug." })
    const refused = await failureOf(async () => Promise.reject(Object.assign(new Error("no"), { status: 404 })))
    assert.deepEqual(refused, { asked: 1, said: "asks, run #1: the function of Model.custom answered 404: no." })
    let asked = 0
    const headers = { "retry-after-ms": "1" }
    const run = await performed(async () => {
      if (++asked === 1) throw Object.assign(new Error("busy"), { status: 529, headers })
      return "Warm."
    })
    assert.deepEqual([asked, run.outcome], [2, { status: "completed" }])
  })
})
