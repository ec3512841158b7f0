import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { childEnvironment } from "../../../../../src/engine/layers/live/mcp/childEnvironment.ts"

describe("the environment of a server", () => {
  test("has harmless and declared variables, and no secret of the user", () => {
    assert.deepEqual(
      childEnvironment(
        { PATH: "/bin", TZ: "UTC", ANTHROPIC_API_KEY: "sk-1", NODE_OPTIONS: "--require x" },
        { API_KEY: "k" }
      ),
      { PATH: "/bin", TZ: "UTC", API_KEY: "k" }
    )
  })

  test("has the declared value of a variable that is also inherited", () => {
    assert.deepEqual(childEnvironment({ PATH: "/bin" }, { PATH: "/opt/bin" }), { PATH: "/opt/bin" })
  })

  test("has no shell functions and no unset variables", () => {
    assert.deepEqual(childEnvironment({ TERM: "() { :; }; echo", HOME: undefined }, {}), {})
  })
})
