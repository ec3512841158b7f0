/**
 * Adapters without their frameworks: what they make of values that no framework returns.
 */
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import { aiSdk } from "../../../src/edges/adapters/aiSdk.ts"
import { claudeAgentSdk } from "../../../src/edges/adapters/claudeAgentSdk.ts"
import { langchain } from "../../../src/edges/adapters/langchain.ts"
import { mastra } from "../../../src/edges/adapters/mastra.ts"
import { openaiAgents } from "../../../src/edges/adapters/openaiAgents.ts"
import type { Driver } from "../../../src/language/dsl/driver.ts"
import { performed, problemOf } from "./performed.ts"

type Returning = (returned: unknown, before?: (session: { readonly call: Call }) => unknown) => Driver
type Call = (tool: string) => Promise<unknown>

const adapters: ReadonlyArray<readonly [name: string, Returning]> = Object.entries({
  aiSdk,
  openaiAgents,
  claudeAgentSdk,
  langchain,
  mastra
}).map(([name, adapter]) => [
  name,
  (returned, before) =>
    (adapter as typeof openaiAgents)("mine", {}, async (session) => {
      await before?.(session)
      return returned as never
    })
])

describe.each(adapters)("%s", (name, returning) => {
  const notResults = [undefined, null, "Warm.", 7, [], {}, { text: "Warm." }, { steps: "x", text: "Warm." }, new Map()]

  test.each(notResults.map((value) => [value]))("has no verdict if its function returns %p", async (value) => {
    const { run } = await performed(returning(value))
    assert.match(
      problemOf(run),
      new RegExp(`^Run #1: the function of the driver "mine" returned .*, and ${name} reads `)
    )
  })

  test("has no verdict if it returns none after an injected fault", async () => {
    const { run } = await performed(
      returning(undefined, ({ call }) => call("get_weather")),
      true
    )
    assert.match(problemOf(run), /returned undefined/)
  })

  test("has no verdict if what it returns cannot be read", async () => {
    const throwing = new Proxy({}, { get: (_, key) => (key === "then" ? undefined : assert.fail("Do not look.")) })
    const { run } = await performed(returning(throwing))
    assert.match(problemOf(run), /returned an object/)
  })

  test("makes a trace that replays, or no verdict, of any value", async () => {
    const keys = [
      "steps",
      "text",
      "finishReason",
      "content",
      "usage",
      "type",
      "rawResponses",
      "newItems",
      "finalOutput"
    ]
    const deeper = ["output", "messages", "toolName", "toolCallId", "rawItem", "callId", "name", "arguments", "state"]
    const odd = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom(
          undefined,
          null,
          true,
          Number.NaN,
          -1,
          "tool-call",
          "function_call",
          "message",
          "ai",
          "stop",
          "x"
        ),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys, ...deeper), tie("value"), { maxKeys: 5 })
      )
    }))
    await fc.assert(
      fc.asyncProperty(odd.value, async (value) => {
        const { cell, run } = await performed(returning(value))
        if (run.outcome.status !== "completed") return assert.notEqual(problemOf(run), "")
        const result = replayRun(cell, run, "f")
        assert.ok("trace" in result && typeof result.trace.final_response === "string")
      }),
      { numRuns: 60 }
    )
  })
})
