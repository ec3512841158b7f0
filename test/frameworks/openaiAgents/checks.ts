/**
 * `passhat/adapters/openai-agents` with the real package.
 */
import assert from "node:assert/strict"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { checkAdapter } from "../adapterChecks.ts"

const reads = /returned (?:undefined|an object), and openaiAgents reads what run of the OpenAI Agents SDK returns/

/** Both answers before the error are known, with their tokens. */
const hasSteps = ({ conversation, stop_reason, tool_calls }: Trace): void => {
  assert.equal(stop_reason, "error")
  assert.equal(conversation.tokens?.total, 101 + 21 + 202 + 12)
  assert.deepEqual(
    tool_calls.map(({ turn }) => turn),
    [1, 1, 2, 2, 2]
  )
}

/** An error that is not one of the SDK tells nothing of the run: what passhat did not observe stays unknown. */
const hasNoSteps = ({ conversation, stop_reason, tool_calls }: Trace): void => {
  assert.equal(stop_reason, "error")
  assert.equal(conversation.tokens, undefined)
  assert.deepEqual(
    tool_calls.map(({ server, turn }) => [server, turn]),
    Array.from({ length: 3 }, () => ["weather", undefined])
  )
}

checkAdapter({
  folder: import.meta.dirname,
  runtimes: [
    { name: "Bun", runtime: "bun" },
    { name: "Node", runtime: "node" },
    { name: "Deno", runtime: "deno" }
  ],
  nameOf: (served) => served,
  told: { running: {}, streaming: {}, printing: {}, nesting: {}, handing: {}, limited: {} },
  others: {
    "limited-stream": ({ conversation, stop_reason, tool_calls }) => {
      assert.equal(stop_reason, "max_turns")
      assert.deepEqual(conversation.tokens, { input: 101 + 202, output: 21 + 12, total: 101 + 202 + 21 + 12 })
      assert.ok(tool_calls.every(({ turn }) => turn !== undefined))
    },
    unmeasured: ({ conversation, tool_calls }) => {
      assert.equal(conversation.tokens, undefined)
      assert.deepEqual(
        tool_calls.map(({ name, turn }) => [name, turn]),
        [
          ["get_weather", 1],
          ["note", 1],
          ["get_weather", 2]
        ]
      )
    }
  },
  failing: {
    fails: ["none", /fails, run #1: the driver failed: The model is gone\./],
    "fails after a fault": ["fail", /the driver failed: The model is gone\./],
    "is cut off": ["none", /is cut off, run #1: the driver failed: The model is gone\./],
    "is cut off after a fault": ["fail", /the driver failed: The model is gone\./],
    hangs: ["none", /took longer than 8000 ms/],
    forgets: ["none", reads],
    "forgets after a fault": ["none", reads],
    "is mistaken": ["none", reads]
  },
  crashed: { "fails-after-a-fault": hasNoSteps, "is-cut-off-after-a-fault": hasSteps }
})
