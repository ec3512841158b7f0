import { describe, setDefaultTimeout, test } from "bun:test"
import { McpServer, ProtocolError } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import { z } from "zod"
import type { Answers } from "../../../../../src/base/domain/trace/ServerRequests.ts"
import type { Connection } from "../../../../../src/engine/services/Connection.ts"
import { npmServer } from "../../../../processes.ts"
import { call, failure, stdio, withSession } from "./session.ts"

setDefaultTimeout(30_000)

const everything = (answers?: Answers): Connection => ({
  ...stdio("everything", ["node", npmServer("everything"), "stdio"]),
  ...(answers !== undefined && { answers })
})

/** Calls a tool of server-everything; its text, and what is kept of the server's requests. */
const asked = (tool: string, args: {}, answers?: Answers) =>
  withSession([everything(answers)], (session) =>
    Effect.map(call(session, tool, args, "everything"), ({ content }) => ({
      text: content.map((block) => (block as { readonly text: string }).text).join("\n"),
      names: session.tools.map(({ name }) => name),
      requests: session.serverRequests?.() ?? [],
      violations: session.violations?.() ?? []
    }))
  )

/** A server that asks whatever its client says of itself. */
const pushy: Connection = {
  name: "pushy",
  shared: false,
  inMemory: () => {
    const server = new McpServer({ name: "pushy", version: "1" })
    server.registerTool("push", { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
      const refusal = await mcpReq.send({ method: "roots/list" }).then(
        () => "answered",
        (error: unknown) => (error instanceof ProtocolError ? `${error.code}: ${error.message}` : String(error))
      )
      return { content: [{ type: "text", text: refusal }] }
    })
    return server
  }
}

describe("a server that asks its client", () => {
  test("for the user gets what the suite's function gives, and both are kept", async () => {
    const messages: Array<string> = []
    const elicit: Answers["elicit"] = ({ message, requestedSchema }) => {
      messages.push(`${message} ${Object.keys((requestedSchema?.["properties"] as {}) ?? {}).includes("name")}`)
      return { action: "accept", content: { name: "Ada", check: true } }
    }
    const { requests, text } = await asked("trigger-elicitation-request", {}, { elicit })
    assert.match(text, /Ada/)
    assert.equal(messages.length, 1)
    assert.ok(messages[0]?.endsWith(" true"), String(messages[0]))
    assert.deepEqual(
      requests.map(({ answer, method, server }) => [server, method, answer]),
      [["everything", "elicitation/create", { action: "accept", content: { name: "Ada", check: true } }]]
    )
  })

  test("for a model gets a text of the suite as an answer", async () => {
    const { requests, text } = await asked(
      "trigger-sampling-request",
      { prompt: "Say hi." },
      { sample: async () => "Hi." }
    )
    assert.match(text, /Hi\./)
    assert.equal(requests[0]?.method, "sampling/createMessage")
  })

  test("for its roots gets those of the suite", async () => {
    const { text } = await asked("get-roots-list", {}, { roots: ["file:///project/data"] })
    assert.match(text, /file:\/\/\/project\/data/)
  })

  test("is told in its capabilities that nothing answers it, if nothing does", async () => {
    const { names, requests, violations } = await asked("echo", { message: "hi" })
    assert.deepEqual(
      names.filter((name) => /^trigger-(?:elicitation|sampling)|roots/.test(name)),
      []
    )
    assert.deepEqual([requests, violations], [[], []])
  })

  test("all the same gets an error, and the run a notice", async () => {
    const [answer, violations] = await withSession([pushy], (session) =>
      Effect.map(call(session, "push", {}, "pushy"), (given) => [given, session.violations?.()] as const)
    )
    assert.deepEqual(answer.content, [{ type: "text", text: "-32601: The client does not offer roots/list." }])
    assert.deepEqual(violations, [{ server: "pushy", kind: "unanswered_request", count: 1, text: "roots/list {}" }])
  })

  test("leaves a run without a verdict if the function of the suite fails", async () => {
    const elicit = () => {
      throw new Error("nobody is at home")
    }
    const sentence = await failure([everything({ elicit })], (session) =>
      call(session, "trigger-elicitation-request", {}, "everything")
    )
    assert.match(
      sentence,
      /The server everything asked elicitation\/create, and the function of the suite that answers it failed: nobody is at home\./
    )
  })
})
