import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { langchain, type LangchainState } from "../../../src/edges/adapters/langchain.ts"
import { oddValue } from "./oddValue.ts"
import { assertReadable, PROMPT, reportedBy } from "./reported.ts"

const returning = (state: unknown) => reportedBy(langchain("clerk", {}, () => state as LangchainState))
const throwing = (error: Error) => reportedBy(langchain("clerk", {}, () => Promise.reject(error)))

const human = { type: "human", content: PROMPT }
const usage = { input_tokens: 10, output_tokens: 2, total_tokens: 12 }
const looks = {
  type: "ai",
  content: [
    { type: "text", text: "I " },
    { type: "text", text: "look." }
  ],
  tool_calls: [
    { id: "a", name: "mcp__passhat__weather__get_weather", args: { city: "Davis" } },
    { id: "b", name: "note", args: { text: "x" } }
  ],
  usage_metadata: usage,
  response_metadata: { stop_reason: "tool_use" }
}
const results = [
  { type: "tool", tool_call_id: "a", content: "21" },
  { type: "tool", tool_call_id: "b", content: "No.", status: "error" }
]
const ends = { type: "ai", content: "Warm.", usage_metadata: usage, response_metadata: { finishReason: "STOP" } }

describe("the state of an agent", () => {
  test("has the steps, their tokens, the calls of other tools and the final response", async () => {
    assert.deepEqual(await returning({ messages: [human, looks, ...results, ends] }), {
      steps: [
        {
          text: "I look.",
          usage: { input: 10, output: 2 },
          stopReason: "tool_use",
          calls: 1,
          ownCalls: [{ name: "note", args: { text: "x" }, result: "No.", isError: true }]
        },
        { text: "Warm.", usage: { input: 10, output: 2 }, stopReason: "STOP", calls: 0, ownCalls: [] }
      ],
      usage: [],
      final: { text: "Warm.", stopReason: "STOP" }
    })
  })

  test("with an earlier conversation has the steps after the prompt only", async () => {
    const { steps } = await returning({ messages: [{ type: "human", content: "Hello." }, looks, human, ends] })
    assert.deepEqual(
      steps.map(({ text }) => text),
      ["Warm."]
    )
  })

  test("with a summary has no tokens, since those of the messages that it replaced are gone", async () => {
    const summary = { type: "human", content: "So far.", additional_kwargs: { lc_source: "summarization" } }
    const { steps } = await returning({ messages: [summary, looks, ends] })
    assert.deepEqual(
      steps.map((one) => one.usage),
      [undefined, undefined]
    )
  })

  test("that ends with the notice of a limit ended at its limit, and the notice is no step", async () => {
    const notice = {
      type: "ai",
      content: "Model call limits exceeded: run level call limit reached with 1 model calls"
    }
    const { final, steps } = await returning({ messages: [human, looks, notice] })
    assert.equal(steps.length, 1)
    assert.deepEqual(final, { text: notice.content, stopReason: "max_turns" })
  })

  test("without an answer of a model gives no final response", async () => {
    for (const state of [undefined, null, "Warm.", [], {}, { messages: [] }, { messages: [human] }]) {
      const { error, final } = await returning(state)
      assert.equal(final, undefined)
      assert.match(
        String(error?.message),
        /the function of the driver "clerk" returned .+, and langchain reads the state/
      )
    }
  })

  test("with odd fields never makes up tokens or a final response", () =>
    fc.assert(
      fc.asyncProperty(oddValue({ messages: [human, looks, ...results, ends] }), async (state) => {
        const reported = await returning(state)
        assertReadable(reported)
        assert.deepEqual(reported.usage, [])
      })
    ))
})

test("the error of a step limit is the end of a run, and its tokens are not known", async () => {
  for (const name of ["GraphRecursionError", "ModelCallLimitMiddlewareError"]) {
    const { final, steps, usage: counted } = await throwing(Object.assign(new Error("Enough."), { name }))
    assert.deepEqual([final, steps, counted], [{ text: "", stopReason: "max_turns" }, [], []])
  }
  assert.equal((await throwing(new Error("The model is gone."))).error?.message, "The model is gone.")
})
