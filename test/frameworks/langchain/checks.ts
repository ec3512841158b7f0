/**
 * `passhat/adapters/langchain` with the real packages.
 */
import assert from "node:assert/strict"
import { checkAdapter } from "../adapterChecks.ts"

checkAdapter({
  folder: import.meta.dirname,
  runtimes: [
    { name: "Bun", runtime: "bun" },
    { name: "Node", runtime: "node" },
    { name: "Deno", runtime: "deno" }
  ],
  nameOf: (served) => served,
  told: { created: {}, graph: {}, curbed: { isFinalAnswer: false } },
  others: {
    limited: ({ conversation, stop_reason, tool_calls }) => {
      assert.equal(stop_reason, "max_turns")
      assert.equal(conversation.tokens, undefined)
      assert.ok(tool_calls.length > 0 && tool_calls.every(({ turn }) => turn === undefined))
    }
  },
  failing: {
    fails: ["none", /fails, run #1: the driver failed: The model is gone\./],
    "fails after a fault": ["fail", /"error":"the driver failed: The model is gone\.|recovery/],
    hangs: ["none", /took longer than 8000 ms/],
    forgets: ["none", /returned undefined, and langchain reads the state that invoke returns/],
    "forgets after a fault": ["none", /returned undefined, and langchain reads the state that invoke returns/],
    "is mistaken": ["none", /returned an object, and langchain reads the state that invoke returns/]
  }
})
