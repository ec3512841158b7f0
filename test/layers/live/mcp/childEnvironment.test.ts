import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { childEnvironment } from "../../../../src/layers/live/mcp/childEnvironment.ts"

describe("the environment of a server", () => {
  test("has what is harmless and what is declared, and no secret of the user's", () => {
    assert.deepEqual(
      childEnvironment(
        { PATH: "/bin", TZ: "UTC", ANTHROPIC_API_KEY: "sk-1", NODE_OPTIONS: "--require x" },
        { API_KEY: "k" }
      ),
      { PATH: "/bin", TZ: "UTC", API_KEY: "k" }
    )
  })

  test("lets what is declared win", () => {
    assert.deepEqual(childEnvironment({ PATH: "/bin" }, { PATH: "/opt/bin" }), { PATH: "/opt/bin" })
  })

  test("has no shell functions and nothing that is not set", () => {
    assert.deepEqual(childEnvironment({ TERM: "() { :; }; echo", HOME: undefined }, {}), {})
  })
})
