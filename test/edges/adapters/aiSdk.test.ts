import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { aiSdk, type AiSdkResult } from "../../../src/edges/adapters/aiSdk.ts"
import { oddValue } from "./oddValue.ts"
import { performed, problemOf, traceOf } from "./performed.ts"
import { assertReadable, reportedBy } from "./reported.ts"

describe("a step of the AI SDK", () => {
  const step = (more: object) => ({
    text: "",
    finishReason: "tool-calls",
    usage: { inputTokens: 10, outputTokens: 2 },
    content: [],
    ...more
  })
  const result = (...steps: ReadonlyArray<object>) =>
    ({ steps, text: "Warm.", finishReason: "stop" }) as unknown as AiSdkResult
  const last = step({ text: "Warm.", finishReason: "stop" })
  const traceWith = (...steps: ReadonlyArray<object>) =>
    traceOf(
      aiSdk("mine", {}, async ({ call }) => {
        await call("get_weather")
        return result(...steps, last)
      })
    )
  const called = (toolName: string, more: object = {}) => ({
    type: "tool-call",
    toolCallId: toolName,
    toolName,
    input: {},
    ...more
  })
  const answered = (toolName: string, output: unknown) => ({
    type: "tool-result",
    toolCallId: toolName,
    toolName,
    output
  })
  const served = [called("weather__get_weather"), answered("weather__get_weather", "sunny")]

  test("has the observed calls that it tells of, and the others as own calls", async () => {
    const { conversation, tool_calls, tool_results } = await traceWith(
      step({ content: [...served, called("note"), answered("note", { noted: true })] })
    )
    assert.deepEqual(
      tool_calls.map(({ name, server, turn }) => [server, name, turn]),
      [
        ["weather", "get_weather", 1],
        ["agent", "note", 1]
      ]
    )
    assert.deepEqual(tool_results[1]?.structured, { noted: true })
    assert.deepEqual(conversation.tokens, { input: 20, output: 4, total: 24 })
  })

  test("has no call that waits for an approval", async () => {
    const { tool_calls } = await traceWith(step({ content: [...served, called("note")] }))
    assert.deepEqual(
      tool_calls.map(({ name }) => name),
      ["get_weather"]
    )
  })

  test("has calls that the AI SDK refused or the provider ran as own calls, whatever their names", async () => {
    const refused = called("weather__get_forecast", { invalid: true, error: new Error("No days.") })
    const ran = called("weather__get_weather", { toolCallId: "p", providerExecuted: true })
    const { tool_calls, tool_results } = await traceWith(step({ content: [...served, refused, ran] }))
    assert.deepEqual(
      tool_calls.map(({ name, server, turn }) => [server, name, turn]),
      [
        ["weather", "get_weather", 1],
        ["agent", "weather__get_forecast", 1],
        ["agent", "weather__get_weather", 1]
      ]
    )
    assert.deepEqual(
      [tool_results[1]?.is_error, tool_results[1]?.content],
      [true, [{ type: "text", text: "No days." }]]
    )
  })

  test.each([undefined, {}, { inputTokens: Number.NaN, outputTokens: 1 }, { inputTokens: 0, outputTokens: 0 }])(
    "leaves the tokens of the run unknown if they are %p",
    async (usage) => {
      assert.equal((await traceWith(step({ usage, content: served }))).conversation.tokens, undefined)
    }
  )

  test("is reported once, by its hook or at the end", async () => {
    const first = step({ content: served })
    const reporting = aiSdk("mine", {}, async ({ call, onStep }) => {
      await call("get_weather")
      onStep(first)
      return result(first, last)
    })
    const { conversation } = await traceOf(reporting)
    assert.deepEqual(conversation.tokens, { input: 20, output: 4, total: 24 })
    assert.equal(conversation.turns.length, 3)
  })

  test("of a stream is not the end if the stream has an error", async () => {
    const stream = (async function* () {
      yield { type: "error", error: new Error("Overloaded.") }
    })()
    const first = step({ content: served })
    const streamed = {
      steps: Promise.resolve([first]),
      text: Promise.resolve(""),
      finishReason: Promise.resolve("tool-calls")
    }
    const { run } = await performed(aiSdk("mine", {}, () => ({ ...streamed, stream })))
    assert.match(problemOf(run), /asks, run #1: the driver failed: Overloaded\./)
  })

  test("of a stream is not the end if the stream ended with another reason", async () => {
    const first = step({ content: [] })
    const streamed = {
      steps: Promise.resolve([first]),
      text: Promise.resolve(""),
      finishReason: Promise.resolve("other")
    }
    const stream = (async function* () {})()
    const { run } = await performed(aiSdk("mine", {}, () => ({ ...streamed, stream })))
    assert.match(problemOf(run), /the stream of the AI SDK ended before the answer was complete/)
  })

  test("may lack fields and have odd ones", async () => {
    const whole = result(
      step({
        content: [
          ...served,
          called("note", { invalid: true, error: { message: "No." } }),
          called("other"),
          answered("other", 1)
        ]
      }),
      last
    )
    let final = 0
    await fc.assert(
      fc.asyncProperty(oddValue(whole), async (odd) => {
        const told = await reportedBy(aiSdk("clerk", {}, () => odd as AiSdkResult))
        assertReadable(told)
        if (told.final !== undefined) final++
      })
    )
    assert.ok(final > 0, "All values were refused.")
  })
})
