import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import assert from "node:assert/strict"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { AskedCall, ToolAnswer, Violation } from "../../../../../src/base/domain/recording/Cassette.ts"
import type { Connection } from "../../../../../src/engine/services/Connection.ts"
import type { ToolSession } from "../../../../../src/engine/services/ToolHub.ts"
import { eventually } from "../../../../processes.ts"
import { call, hostile, withSession } from "./session.ts"

const reported = ({ violations = () => [] }: ToolSession): ReadonlyArray<Violation> => violations()

const words = ({ content: [block] }: ToolAnswer): unknown => (block as { readonly text: string }).text

/** What a call of each tool is answered with, and what the session then reports. */
const observed = (tools: ReadonlyArray<string>, mode = "") =>
  withSession([hostile(mode)], (session) =>
    Effect.gen(function* () {
      const answers = yield* Effect.forEach(tools, (tool) => call(session, tool, { message: "hi", line: "Hello." }))
      return { answers: answers.map(words), violations: reported(session) }
    })
  )

describe("what a server sends against the protocol is reported, and answers no call", () => {
  test("a second reply to a call", async () => {
    assert.deepEqual(await observed(["twice", "echo"]), {
      answers: ["first", "hi"],
      violations: [
        {
          server: "hostile",
          kind: "repeated_reply",
          count: 1,
          text: '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"second"}]}}'
        }
      ]
    })
  })

  test("a second reply with an image, of which the bytes are not kept", async () => {
    const { violations } = await observed(["imageTwice", "echo"])
    const sha256 = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
    assert.deepEqual(
      violations.map(({ text }) => JSON.parse(text).result.content),
      [[{ type: "image", mimeType: "image/png", sha256, bytes: 6 }]]
    )
  })

  test("a reply whose id is the text of a request's number", async () => {
    const { answers, violations } = await observed(["asText", "echo"])
    assert.deepEqual(answers, ["right", "hi"])
    assert.deepEqual(violations, [
      {
        server: "hostile",
        kind: "unknown_id",
        count: 1,
        text: '{"jsonrpc":"2.0","id":"2","result":{"content":[{"type":"text","text":"wrong"}]}}'
      }
    ])
  })

  test("replies to requests that were not sent, the next one included", async () => {
    const { answers, violations } = await observed(["stranger", "echo"])
    assert.deepEqual(answers, ["right", "hi"])
    assert.deepEqual(
      violations.map(({ count, kind }) => [kind, count]),
      [["unknown_id", 2]]
    )
  })

  test("a reply to a call that was cancelled", async () => {
    await withSession([hostile("late")], (session) =>
      Effect.gen(function* () {
        const waiting = yield* Effect.forkChild(call(session, "wait"), { startImmediately: true })
        const isWaiting = Effect.map(call(session, "waiting"), (answer) => words(answer) !== "[]")
        yield* Effect.promise(() => eventually(() => Effect.runPromise(isWaiting)))
        yield* Fiber.interrupt(waiting)
        assert.equal(words(yield* call(session, "echo", { message: "hi" })), "hi")
        const [violation, ...others] = reported(session)
        assert.deepEqual([violation?.kind, violation?.count, others], ["late_reply", 1, []])
      })
    )
  })

  test("lines that are no messages: how many, and the first", async () => {
    const { violations } = await observed(["chat"], "noisy")
    assert.deepEqual(violations, [{ server: "hostile", kind: "noise", count: 5, text: "Welcome!\r" }])
  })

  test("once: what a session has reported, it does not report again", async () => {
    await withSession([hostile("noisy")], (session) =>
      Effect.sync(() => {
        assert.equal(reported(session).length, 1)
        assert.deepEqual(reported(session), [])
      })
    )
  })

  test("within limits: many lines are counted, and a long one is cut between words, so that no half of a secret is left", async () => {
    const line = `${"word ".repeat(99)}${"s".repeat(600)} end`
    const violations = await withSession([hostile()], (session) =>
      Effect.map(call(session, "chat", { line, times: 20_000 }), () => reported(session))
    )
    assert.deepEqual(violations, [
      { server: "hostile", kind: "noise", count: 20_000, text: `${"word ".repeat(99).trimEnd()} ... (1099 characters)` }
    ])
  })

  test("nothing, for a server that keeps to the protocol", async () => {
    assert.deepEqual((await observed(["echo", "extra", "no such tool"])).violations, [])
  })
})

describe("over HTTP", () => {
  /** Answers every call with what `answer` makes of its id. */
  const serving = (answer: (id: number) => ReadonlyArray<unknown>): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer(async (request, response) => {
        const chunks: Array<Buffer> = []
        for await (const chunk of request) chunks.push(chunk)
        if (request.method !== "POST") return void response.writeHead(405).end()
        const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
        if (id === undefined) return void response.writeHead(202).end()
        const results: Record<string, unknown> = {
          initialize: {
            protocolVersion: params?.protocolVersion,
            capabilities: { tools: {} },
            serverInfo: { name: "s", version: "1" }
          },
          "tools/list": { tools: [] }
        }
        const replies = method in results ? [{ id, result: results[method] }] : answer(id)
        response
          .writeHead(200, { "content-type": "text/event-stream" })
          .end(replies.map((reply) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...(reply as object) })}\n\n`).join(""))
      }).listen(0, "127.0.0.1", () => resolve(server))
    })

  const observedAt = async (answer: (id: number) => ReadonlyArray<unknown>) => {
    const server = await serving(answer)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    const remote: Connection = { name: "remote", shared: false, url, headers: {} }
    const asked: AskedCall = { id: "c1", server: "remote", name: "x", args: {} }
    const outcome = await withSession([remote], (session) =>
      Effect.map(Effect.result(session.call(asked)), (answered) => ({ answered, violations: reported(session) }))
    )
    server.closeAllConnections()
    server.close()
    return outcome
  }

  test("a wrong id and a second reply are reported, and answer no call", async () => {
    const said = (text: string) => ({ content: [{ type: "text", text }] })
    const { answered, violations } = await observedAt((id) => [
      { id: String(id), result: said("wrong") },
      { id, result: said("right") },
      { id, result: said("again") }
    ])
    assert.ok(answered._tag === "Success" && words(answered.success) === "right")
    assert.deepEqual(
      violations.map(({ count, kind, server }) => [server, kind, count]),
      [
        ["remote", "unknown_id", 1],
        ["remote", "repeated_reply", 1]
      ]
    )
  })

  test("a stream that ends with the wrong reply breaks the link", async () => {
    const { answered } = await observedAt((id) => [{ id: String(id), result: { content: [] } }])
    assert.equal(answered._tag, "Failure")
  })
})
