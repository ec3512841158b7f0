/**
 * `passhat/adapters/ai-sdk` with the real packages of the AI SDK, versions 6 and 7.
 */
import { describe } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { type Checked, checkAdapter } from "../adapterChecks.ts"

/** Both answers before the error are known, with their tokens. */
const hasSteps = ({ conversation, stop_reason, tool_calls }: Trace): void => {
  assert.equal(stop_reason, "error")
  assert.equal(conversation.tokens?.total, 101 + 21 + 202 + 12)
  assert.deepEqual(
    tool_calls.map(({ turn }) => turn),
    [1, 1, 2, 2, 2, 2, 2]
  )
}

const checked: Omit<Checked, "folder"> = {
  runtimes: [
    { name: "Bun", runtime: "bun" },
    { name: "Node", runtime: "node" },
    { name: "Deno", runtime: "deno" }
  ],
  nameOf: (served) => served,
  told: { generating: {}, streaming: {}, printing: {}, limited: {} },
  others: {
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
    "has no whole answer": ["none", /the last step of the AI SDK ended with the finishReason \\"error\\"/],
    hangs: ["none", /took longer than 8000 ms/],
    forgets: ["none", /returned undefined, and aiSdk reads what generateText, streamText or an agent/],
    "forgets after a fault": ["none", /returned undefined, and aiSdk reads what generateText, streamText or an agent/],
    "is mistaken": ["none", /returned an object, and aiSdk reads what generateText, streamText or an agent/]
  },
  crashed: { "fails-after-a-fault": hasSteps, "is-cut-off-after-a-fault": hasSteps }
}

describe("version 6", () => checkAdapter({ ...checked, folder: join(import.meta.dirname, "six") }))
describe("version 7", () => checkAdapter({ ...checked, folder: join(import.meta.dirname, "seven") }))
