import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import { McpServer } from "@modelcontextprotocol/server"
import { describe, test } from "bun:test"
import { z } from "zod"
import type { Connection } from "../../../../../src/engine/services/Connection.ts"
import { call, failure, withSession } from "./session.ts"
import { childEnvironment } from "../../../../../src/engine/layers/live/mcp/linkTo.ts"

/** A server that counts its calls, which shows shared state. */
const counter = (): McpServer => {
  let count = 0
  const server = new McpServer({ name: "counter", version: "1.2.3" })
  server.registerTool("count", { description: "Counts.", inputSchema: z.object({}) }, () => {
    count++
    return { content: [{ type: "text", text: String(count) }], structuredContent: { count, nothing: undefined } }
  })
  return server
}

const memory = (inMemory: () => McpServer): Connection => ({ name: "counter", shared: false, inMemory })

describe("a server in this process", () => {
  test("is initialized and answers, in JSON alone", async () => {
    const [info, answer] = await withSession([memory(counter)], (session) =>
      Effect.map(call(session, "count", {}, "counter"), (said) => [session.servers[0], said] as const)
    )
    assert.equal(info?.version, "1.2.3")
    assert.deepEqual(answer, {
      is_error: false,
      content: [{ type: "text", text: "1" }],
      structured: { count: 1 },
      timed_out: false
    })
  })

  test("that cannot be made is an infrastructure error", async () => {
    const broken = memory(() => {
      throw new Error("no database")
    })
    assert.match(await failure([broken], Effect.succeed), /The server counter could not be started: .*no database\./)
  })

  test("that closes the connection is an infrastructure error", async () => {
    const server = new McpServer({ name: "fickle", version: "1" })
    server.registerTool("leave", { inputSchema: z.object({}) }, async () => {
      await server.close()
      return { content: [] }
    })
    const message = await failure([memory(() => server)], (session) => call(session, "leave", {}, "counter"))
    assert.match(message, /The server counter did not answer a call of leave: Connection closed\./)
  })
})

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
