import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { claudeAgentSdk, type ClaudeQuery } from "../../../src/edges/adapters/claudeAgentSdk.ts"
import { oddValue } from "./oddValue.ts"
import { assertReadable, reportedBy } from "./reported.ts"

const given = (query: unknown, signal?: AbortSignal) =>
  reportedBy(
    claudeAgentSdk("clerk", {}, () => query as ClaudeQuery),
    signal
  )

async function* streamOf(messages: ReadonlyArray<unknown>, error?: Error) {
  yield* messages
  if (error !== undefined) throw error
}
const streaming = (...messages: ReadonlyArray<unknown>) => given(streamOf(messages))

const LOOK = "mcp__passhat__weather__get_weather"
const text = (words: string) => ({ type: "text", text: words })
const use = (id: string, name: string, input: object = {}) => ({ type: "tool_use", id, name, input })
const says = (id: string, block: object, parent: string | null = null) => ({
  type: "assistant",
  parent_tool_use_id: parent,
  message: { id, model: "claude-sonnet-4-5", content: [block], stop_reason: null, usage: { output_tokens: 1 } }
})
const answered = (id: string, content: unknown, more: object = {}) => ({
  type: "user",
  parent_tool_use_id: null,
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, ...more }] }
})
const model = { inputTokens: 10, outputTokens: 5, cacheReadInputTokens: 100, cacheCreationInputTokens: 1_000 }
const modelUsage = { "claude-sonnet-4-5": model, "claude-haiku-4-5": { ...model, inputTokens: 1 } }
const result = {
  type: "result",
  subtype: "success",
  is_error: false,
  result: "Warm.",
  stop_reason: "end_turn",
  usage: { input_tokens: 10, output_tokens: 5 },
  modelUsage,
  permission_denials: []
}
const looks = [says("m1", text("I look.")), says("m1", use("a", LOOK)), says("m1", use("b", "Bash", { command: "ls" }))]
const results = [answered("a", "21"), answered("b", [text("No.")], { is_error: true })]
const whole = [{ type: "system" }, ...looks, ...results, says("m2", text("Warm.")), result]
const turnsOf = (steps: ReadonlyArray<{ readonly calls?: number | undefined }>) => steps.map(({ calls }) => calls)

describe("a query of the Claude Agent SDK", () => {
  test("has a step for each id, the calls of other tools, and the tokens of all models", async () => {
    const own = { name: "Bash", args: { command: "ls" }, result: "No.", isError: true }
    assert.deepEqual(await streaming(...whole), {
      steps: [
        { text: "I look.", stopReason: undefined, calls: 1, ownCalls: [own] },
        { text: "Warm.", stopReason: undefined, calls: 0, ownCalls: [] }
      ],
      usage: [{ input: 2_211, output: 10 }],
      final: { text: "Warm.", stopReason: "end_turn" }
    })
  })

  test("without the tokens of a model has none: unrecorded is not zero", async () => {
    for (const odd of [
      undefined,
      {},
      { m: {} },
      { m: { ...model, outputTokens: undefined } },
      { m: { ...model, inputTokens: 0.5 } }
    ]) {
      assert.deepEqual((await streaming(...whole.slice(0, -1), { ...result, modelUsage: odd })).usage, [])
    }
  })

  test("has the calls of a subagent in the turn that started it", async () => {
    const started = says("m1", use("t", "Task"))
    const { steps } = await streaming(
      started,
      says("s1", use("x", LOOK), "t"),
      says("s2", use("y", "Read"), "t"),
      says("s3", text("Seen."), "t"),
      answered("t", "Seen."),
      says("m2", use("z", LOOK)),
      says("m3", text("Warm.")),
      result
    )
    assert.deepEqual(turnsOf(steps), [1, 1, 0])
    assert.deepEqual(
      steps[0]?.ownCalls?.map(({ name }) => name),
      ["Task", "Read"]
    )
    assert.equal(steps[0]?.text, "")
  })

  test("with a subagent in the background has no turns of calls, since their order is open", async () => {
    const { steps } = await streaming(
      says("m1", use("t", "Task")),
      says("m2", use("z", LOOK)),
      says("s1", use("x", LOOK), "t"),
      says("m3", text("Warm.")),
      result
    )
    assert.deepEqual(turnsOf(steps), [Number.NaN, Number.NaN, Number.NaN])
  })

  test("that refused a call has it as a call that did not reach the server", async () => {
    const denial = { tool_name: LOOK, tool_use_id: "a", tool_input: {} }
    const { steps } = await streaming(...whole.slice(0, -1), { ...result, permission_denials: [denial] })
    assert.deepEqual([steps[0]?.calls, steps[0]?.ownCalls?.length], [0, 2])
  })

  test("leaves out messages that a later one replaces, and words of the SDK itself", async () => {
    const replaced = { ...says("m0", text("Hm.")), uuid: "u" }
    const synthetic = { type: "assistant", message: { id: "m9", model: "<synthetic>", content: [text("Error.")] } }
    const { steps } = await streaming(replaced, { ...says("m1", text("Warm.")), supersedes: ["u"] }, synthetic, result)
    assert.deepEqual(
      steps.map((one) => one.text),
      ["Warm."]
    )
  })

  test("that throws after a limit was reached ended at the limit", async () => {
    for (const [subtype, stopReason] of [
      ["error_max_turns", "error_max_turns"],
      ["error_max_budget_usd", "error_max_budget_usd"]
    ] as const) {
      const limit = { ...result, subtype, is_error: true, result: undefined, stop_reason: "tool_use" }
      const { final } = await given(streamOf([...looks, limit], new Error("Claude Code returned an error result")))
      assert.deepEqual(final, { text: "I look.", stopReason })
    }
  })

  test("ends with an error if its model could not be asked, its process failed, or no result came", async () => {
    const refused = { ...result, is_error: true, result: "API Error: 401" }
    const crashed = { ...result, subtype: "error_during_execution", result: undefined, errors: ["It broke"] }
    const cases = [
      [streamOf([...looks, refused]), /API Error: 401/],
      [streamOf([...looks, crashed]), /It broke/],
      [streamOf([...looks, crashed], new Error("Exit code 1")), /Exit code 1/],
      [streamOf([...looks], new Error("Spawn failed")), /Spawn failed/],
      [streamOf(looks), /ended without a result message/]
    ] as const
    for (const [query, message] of cases) {
      const { error, final } = await given(query)
      assert.equal(final, undefined)
      assert.match(String(error?.message), message)
    }
  })

  test("is closed when the run ends", async () => {
    const run = new AbortController()
    const closed = Promise.withResolvers<void>()
    const query = {
      close: () => closed.resolve(),
      async *[Symbol.asyncIterator]() {
        yield looks[0]
        run.abort()
        await closed.promise
      }
    }
    assert.match(String((await given(query, run.signal)).error?.message), /without a result message/)
  })

  test("that is returned after the run has ended is closed at once", async () => {
    let closed = 0
    await given({ close: () => closed++, [Symbol.asyncIterator]: () => streamOf(whole) }, AbortSignal.abort())
    assert.equal(closed, 1)
  })

  test("that is none gives no final response", async () => {
    for (const value of [undefined, null, "Warm.", [result], {}, streamOf(["Warm."]), streamOf([])]) {
      const { error, final } = await given(value)
      assert.equal(final, undefined)
      assert.match(
        String(error?.message),
        /the function of the driver "clerk" returned .+, and claudeAgentSdk reads what/
      )
    }
  })

  test("with odd fields never makes up tokens or a final response", () =>
    fc.assert(
      fc.asyncProperty(oddValue(whole), async (messages) => {
        const reported = await given(streamOf(Array.isArray(messages) ? messages : [messages]))
        assertReadable(reported)
        for (const { input, output } of reported.usage) assert.ok(input >= 0 && output >= 0 && input + output > 0)
      })
    ))
})
