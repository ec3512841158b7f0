/**
 * What holds for the suites of both versions of Mastra.
 */
import assert from "node:assert/strict"
import type { Checked } from "../adapterChecks.ts"

export const checked: Omit<Checked, "folder" | "runtimes"> = {
  nameOf: (served) => `passhat_${served}`,
  told: { generating: {}, limited: {} },
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
    fails: ["none", /the driver failed: The model is gone/],
    "fails after a fault": ["fail", /the driver failed: The model is gone/],
    hangs: ["none", /took longer than 8000 ms/],
    forgets: ["none", /returned undefined, and mastra reads what agent\.generate returns/],
    "forgets after a fault": ["none", /returned undefined, and mastra reads what agent\.generate returns/],
    "is mistaken": ["none", /returned an object, and mastra reads what agent\.generate returns/]
  }
}
