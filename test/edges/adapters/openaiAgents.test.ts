import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { openaiAgents, type OpenaiAgentsResult } from "../../../src/edges/adapters/openaiAgents.ts"
import { oddValue } from "./oddValue.ts"
import { performed, problemOf, traceOf } from "./performed.ts"
import { assertReadable, reportedBy } from "./reported.ts"

describe("a response of OpenAI Agents", () => {
  const usage = { inputTokens: 10, outputTokens: 2 }
  const said = (words: string) => ({
    role: "assistant",
    type: "message",
    content: [{ type: "output_text", text: words }]
  })
  const called = (name: string, args: string, callId = name) => ({
    type: "function_call",
    name,
    callId,
    arguments: args
  })
  const answered = (name: string, output: unknown, callId = name) => ({
    rawItem: { type: "function_call_result", name, callId },
    output
  })
  const served = called("weather__get_weather", "{}")
  const result = (more: object): OpenaiAgentsResult =>
    ({ rawResponses: [{ usage, output: [said("Warm.")] }], newItems: [], finalOutput: "Warm.", ...more }) as never
  const traceWith = (more: object) =>
    traceOf(
      openaiAgents("mine", {}, async ({ call }) => {
        await call("get_weather")
        return result(more)
      })
    )

  test("has the calls of the server by its prefixed name too, and answers of repeated ids in order", async () => {
    const output = [
      called("mcp_passhat__weather__get_weather", "{}", "c"),
      called("note", '{"a":1}', ""),
      called("note", "a:", "")
    ]
    const { tool_calls, tool_results } = await traceWith({
      rawResponses: [
        { usage, output },
        { usage, output: [said("Warm.")] }
      ],
      newItems: [
        answered("x", "sunny", "c"),
        answered("note", "one", ""),
        answered("note", { type: "text", text: "two" }, "")
      ]
    })
    assert.deepEqual(
      tool_calls.map(({ args, name, server, turn }) => [server, name, turn, args]),
      [
        ["weather", "get_weather", 1, {}],
        ["agent", "note", 1, { a: 1 }],
        ["agent", "note", 1, { INVALID_JSON: "a:" }]
      ]
    )
    assert.deepEqual(
      tool_results.slice(1).map(({ content }) => content),
      [[{ type: "text", text: "one" }], [{ type: "text", text: "two" }]]
    )
  })

  test("is followed by the tokens of agents that are tools", async () => {
    const state = { usage: { inputTokens: 105, outputTokens: 12 } }
    assert.deepEqual((await traceWith({ state })).conversation.tokens, { input: 105, output: 12, total: 117 })
  })

  test("without its tokens leaves those of the run unknown, whatever the total is", async () => {
    const rawResponses = [{ usage: { inputTokens: 0, outputTokens: 0 }, output: [said("Warm.")] }]
    const { conversation } = await traceWith({ rawResponses, state: { usage: { inputTokens: 9, outputTokens: 9 } } })
    assert.equal(conversation.tokens, undefined)
  })

  test.each([
    [{ choices: [{ finish_reason: "length" }] }, "max_tokens"],
    [{ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }, "max_tokens"],
    [{ status: "completed" }, "end_turn"],
    [undefined, "end_turn"]
  ])("has the stop reason of its provider: %p", async (providerData, stop) => {
    const { stop_reason } = await traceWith({ rawResponses: [{ usage, output: [said("Warm.")], providerData }] })
    assert.equal(stop_reason, stop)
  })

  test("that waits for an approval is the end, and its call was not made", async () => {
    const waiting = { rawResponses: [{ usage, output: [served] }], finalOutput: undefined, interruptions: [{}] }
    const { final_response, stop_reason, tool_calls } = await traceOf(openaiAgents("mine", {}, () => result(waiting)))
    assert.deepEqual([final_response, stop_reason, tool_calls], ["", "tool_use", []])
  })

  test.each([
    ["MaxTurnsExceededError", { text: "", stop: "max_turns" }],
    ["ModelRefusalError", { text: "I will not.", stop: "refusal" }]
  ])("before a %s is judged", async (name, { stop, text: final }) => {
    const state = {
      _modelResponses: [{ usage, output: [served] }],
      _generatedItems: [answered("x", "sunny", served.callId)]
    }
    const failing = openaiAgents("mine", {}, async ({ call }) => {
      await call("get_weather")
      throw Object.assign(new Error("Stopped."), { name, state, refusal: "I will not." })
    })
    const { conversation, final_response, stop_reason } = await traceOf(failing)
    assert.deepEqual([final_response, stop_reason, conversation.tokens?.total], [final, stop, 12])
  })

  test("before any other error has no verdict", async () => {
    const state = { _modelResponses: [{ usage, output: [said("Hm.")] }], _generatedItems: [] }
    const failing = openaiAgents("mine", {}, () => {
      throw Object.assign(new Error("Tripped."), { name: "OutputGuardrailTripwireTriggered", state })
    })
    assert.match(problemOf((await performed(failing)).run), /the driver failed: Tripped\./)
  })

  test("may lack fields and have odd ones", async () => {
    const whole = {
      rawResponses: [
        {
          usage,
          output: [said("I look."), served, called("note", "{}")],
          providerData: { choices: [{ finish_reason: "stop" }] }
        },
        { usage, output: [said("Warm.")], providerData: { status: "completed", incomplete_details: { reason: "x" } } }
      ],
      newItems: [answered("x", "sunny", served.callId), answered("note", { type: "text", text: "Noted." })],
      state: { usage: { inputTokens: 20, outputTokens: 9 } },
      finalOutput: "Warm."
    }
    let final = 0
    await fc.assert(
      fc.asyncProperty(oddValue(whole), async (odd) => {
        const told = await reportedBy(openaiAgents("clerk", {}, () => odd as OpenaiAgentsResult))
        assertReadable(told)
        if (told.final !== undefined) final++
      })
    )
    assert.ok(final > 0, "All values were refused.")
  })
})
