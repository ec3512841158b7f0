import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { mastra, type MastraResult } from "../../../src/edges/adapters/mastra.ts"
import { oddValue } from "./oddValue.ts"
import { assertReadable, reportedBy } from "./reported.ts"

const returning = (result: unknown) => reportedBy(mastra("clerk", {}, () => result as MastraResult))

const chunk = (type: string, payload: object) => ({ type, from: "AGENT", payload })
const called = (toolCallId: string, toolName: string) => chunk("tool-call", { toolCallId, toolName, args: { a: 1 } })
const usage = { inputTokens: 10, outputTokens: 2, totalTokens: 12 }
const looks = {
  text: "I look.",
  finishReason: "tool-calls",
  usage,
  toolCalls: [called("a", "passhat_weather__get_weather"), called("b", "note"), called("c", "note")],
  toolResults: [
    chunk("tool-result", { toolCallId: "a", result: 21 }),
    chunk("tool-result", { toolCallId: "b", result: { noted: true } })
  ],
  content: [{ type: "tool-result", toolCallId: "c", output: { type: "error-text", value: "No." } }]
}
const ends = { text: "Warm.", finishReason: "stop", usage, toolCalls: [], toolResults: [], content: [] }
const whole = { text: "I look.Warm.", steps: [looks, ends], finishReason: "stop", totalUsage: usage }

describe("a result of Mastra", () => {
  test("has the steps, their tokens, the calls of other tools and the text of the last step", async () => {
    const args = { a: 1 }
    assert.deepEqual(await returning(whole), {
      steps: [
        {
          text: "I look.",
          usage: { input: 10, output: 2 },
          stopReason: "tool-calls",
          calls: 1,
          ownCalls: [
            { name: "note", args, result: { noted: true }, isError: false },
            { name: "note", args, result: "No.", isError: true }
          ]
        },
        { text: "Warm.", usage: { input: 10, output: 2 }, stopReason: "stop", calls: 0, ownCalls: [] }
      ],
      usage: [],
      final: { text: "Warm.", stopReason: "stop" }
    })
  })

  test("of version 0 gives the error of a tool as its result", async () => {
    const result = { code: "TOOL_EXECUTION_FAILED", message: "No.", details: {} }
    const step = { ...looks, toolResults: [chunk("tool-result", { toolCallId: "b", result })], content: [] }
    const { steps } = await returning({ ...whole, steps: [step, ends] })
    assert.deepEqual(steps[0]?.ownCalls?.[0], { name: "note", args: { a: 1 }, result: "No.", isError: true })
  })

  test("in the format of the AI SDK has plain calls and results", async () => {
    const toolCalls = [{ type: "tool-call", toolCallId: "b", toolName: "note", input: { a: 2 } }]
    const toolResults = [{ type: "tool-result", toolCallId: "b", output: "Noted." }]
    const { steps } = await returning({ ...whole, steps: [{ ...looks, toolCalls, toolResults, content: [] }, ends] })
    assert.deepEqual(steps[0]?.ownCalls, [{ name: "note", args: { a: 2 }, result: "Noted.", isError: false }])
  })

  test("with an error ends the run with it", async () => {
    const { error, final, steps } = await returning({ ...whole, error: new Error("The model is gone.") })
    assert.deepEqual([final, error?.message, steps.length], [undefined, "The model is gone.", 2])
  })

  test("that a guard stopped says so", async () => {
    const { final } = await returning({ ...whole, tripwire: { reason: "Rude." } })
    assert.deepEqual(final, { text: "Warm.", stopReason: "tripwire" })
  })

  test("that is none gives no final response", async () => {
    for (const value of [undefined, null, "Warm.", [], {}, { text: "Warm." }, { steps: [ends] }]) {
      const { error, final } = await returning(value)
      assert.equal(final, undefined)
      assert.match(String(error?.message), /the function of the driver "clerk" returned .+, and mastra reads what/)
    }
  })

  test("with odd fields never makes up tokens or a final response", () =>
    fc.assert(
      fc.asyncProperty(oddValue(whole), async (value) => {
        const reported = await returning(value)
        assertReadable(reported)
        assert.deepEqual(reported.usage, [])
      })
    ))
})
