import { afterAll, beforeAll, describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect as connectTcp, createServer as createTcpServer } from "node:net"
import type { Connection } from "../../../../../src/engine/services/Connection.ts"
import { eventually, npmServer } from "../../../../processes.ts"
import { call, failure, issueOf, withSession } from "./session.ts"

const http = (url: string, headers: { readonly [name: string]: string } = {}): Connection => ({
  name: "remote",
  shared: false,
  url,
  headers
})

const text = (content: string) => ({ is_error: false, content: [{ type: "text", text: content }], timed_out: false })

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const listening = (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(answer).listen(0, "127.0.0.1", () => resolve(server))
  })

const freePort = async (): Promise<number> => {
  const server = await listening(() => {})
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe("server-everything over streamable HTTP", () => {
  let everything: ChildProcess
  let url = ""
  let log = ""
  const posts = () => log.split("Received MCP POST request").length

  beforeAll(async () => {
    const port = await freePort()
    everything = spawn("node", [npmServer("everything"), "streamableHttp"], {
      env: { PATH: process.env["PATH"], PORT: String(port) },
      stdio: ["ignore", "pipe", "ignore"]
    })
    everything.stdout?.on("data", (chunk) => (log += String(chunk)))
    url = `http://127.0.0.1:${port}/mcp`
    await eventually(
      () =>
        fetch(url).then(
          () => true,
          () => false
        ),
      10_000
    )
  })
  afterAll(() => {
    everything.kill("SIGKILL")
  })

  test("is initialized, lists its tools and answers calls", async () => {
    const [info, tools, answer] = await withSession([http(url)], (session) =>
      Effect.map(
        call(session, "echo", { message: "hi" }, "remote"),
        (said) => [session.servers, session.tools, said] as const
      )
    )
    assert.deepEqual(
      info.map(({ name, version }) => [name, version]),
      [["remote", "2.0.0"]]
    )
    assert.ok(tools.some(({ name, server }) => name === "get-sum" && server === "remote"))
    assert.deepEqual(answer, text("Echo: hi"))
  })

  test("answers concurrent calls, each with its own answer", async () => {
    const sums = await withSession([http(url)], (session) =>
      Effect.forEach([1, 2, 3, 4, 5], (n) => call(session, "get-sum", { a: n, b: n }, "remote"), {
        concurrency: "unbounded"
      })
    )
    assert.deepEqual(
      sums,
      [1, 2, 3, 4, 5].map((n) => text(`The sum of ${n} and ${n} is ${2 * n}.`))
    )
  })

  test("is opened although its first connections are reset", async () => {
    let resets = 0
    const gate = createTcpServer((socket) => {
      if (++resets <= 2) return void socket.resetAndDestroy()
      socket.pipe(connectTcp(Number(new URL(url).port), "127.0.0.1")).pipe(socket)
    })
    await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve))
    const through = `http://127.0.0.1:${(gate.address() as AddressInfo).port}/mcp`
    const answer = await withSession([http(through)], (session) => call(session, "echo", { message: "hi" }, "remote"))
    gate.close()
    assert.deepEqual(answer, text("Echo: hi"))
    assert.ok(resets > 2)
  })

  test("exits in a call: an infrastructure error", async () => {
    const message = await failure([http(url)], (session) =>
      Effect.gen(function* () {
        const before = posts()
        const calling = yield* Effect.forkChild(
          call(session, "trigger-long-running-operation", { duration: 60, steps: 1 }, "remote"),
          { startImmediately: true }
        )
        yield* Effect.promise(() => eventually(() => posts() > before))
        everything.kill("SIGKILL")
        return yield* Fiber.join(calling)
      })
    )
    assert.match(message, /^asks for the weather, run #1: The server remote did not answer a call of trigger-long/)
  }, 15_000)
})

/** How a test server handles a call; it handles other requests correctly. */
type Misbehaviour = (message: Message, response: ServerResponse, request: IncomingMessage) => void

interface Message {
  readonly id: number
  readonly method?: string
  readonly params?: { readonly name?: string; readonly requestId?: number }
}

const bookish = (misbehave: Misbehaviour, seen: Array<string> = []) =>
  listening(async (request, response) => {
    seen.push(`${request.method} ${request.headers["authorization"] ?? ""}`)
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method === "GET") return void misbehave({ id: 0 }, response, request)
    if (request.method === "DELETE") return void response.writeHead(200).end()
    const message = JSON.parse(Buffer.concat(chunks).toString())
    const reply = (result: unknown) =>
      response
        .writeHead(200, { "content-type": "application/json", "mcp-session-id": "s1" })
        .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }))
    if (message.method === "notifications/cancelled") misbehave(message, response, request)
    if (message.id === undefined) return void response.writeHead(202).end()
    if (message.method === "initialize") {
      const { protocolVersion } = message.params
      return void reply({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "book", version: "1" } })
    }
    if (message.method === "tools/list") return void reply({ tools: [] })
    misbehave(message, response, request)
  })

const whileServing = async <A>(server: Server, use: (url: string) => Promise<A>): Promise<A> => {
  try {
    return await use(`http://127.0.0.1:${portOf(server)}/mcp`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const refusal = (misbehave: Misbehaviour): Promise<string> =>
  bookish(misbehave).then((server) =>
    whileServing(server, (url) => failure([http(url)], (session) => call(session, "x", {}, "remote")))
  )

describe("a server over HTTP", () => {
  test("gets the declared headers with every request, none for notifications, and a last one that ends the session", async () => {
    const seen: Array<string> = []
    const server = await bookish(() => {}, seen)
    await whileServing(server, (url) => withSession([http(url, { Authorization: "Bearer t" })], Effect.succeed))
    assert.deepEqual(seen, ["POST Bearer t", "POST Bearer t", "POST Bearer t", "DELETE Bearer t"])
  })

  test("that ends the stream before its answer is an infrastructure error", async () => {
    const message = await refusal((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end(": nothing to say\n\n")
    })
    assert.match(message, /did not answer a call of x: Connection closed\./)
  })

  test("that loses the stream before its answer is an infrastructure error", async () => {
    const message = await refusal((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": wait\n\n", () => response.destroy())
    })
    assert.match(message, /did not answer a call of x: Connection closed\. SSE stream disconnected/)
  })

  test("may end the stream early, and the rest is requested", async () => {
    let lost = 0
    const server = await bookish(({ id }, response, request) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      if (request.method === "POST") {
        lost = id
        response.end("id: 1\nretry: 0\ndata:\n\n")
      } else {
        const result = { content: [{ type: "text", text: `late, after ${request.headers["last-event-id"]}` }] }
        response.end(`id: 2\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: lost, result })}\n\n`)
      }
    })
    const answer = await whileServing(server, (url) =>
      withSession([http(url)], (session) => call(session, "x", {}, "remote"))
    )
    assert.deepEqual(answer, text("late, after 1"))
  })

  test("may end the stream so often and no oftener, also if every new one opens well and brings an event", async () => {
    let opened = 0
    const message = await refusal((_, response, request) => {
      if (request.method === "GET") opened++
      response.writeHead(200, { "content-type": "text/event-stream" }).end(`id: ${opened}\nretry: 0\ndata:\n\n`)
    })
    assert.match(
      message,
      /did not answer a call of x: Connection closed\. It ended its stream without an answer 31 times\.$/
    )
    assert.equal(opened, 30)
  }, 30_000)

  test("may drop a cancelled call, and the session continues", async () => {
    const dropped: Array<ServerResponse> = []
    const server = await bookish(({ id, method, params }, response) => {
      if (method === "notifications/cancelled") dropped.forEach((waiting) => waiting.end())
      else {
        response.writeHead(200, { "content-type": "text/event-stream" })
        if (params?.name === "wait") dropped.push(response)
        else response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } })}\n\n`)
      }
    })
    const answer = await whileServing(server, (url) =>
      withSession([http(url)], (session) =>
        Effect.gen(function* () {
          const waiting = yield* Effect.forkChild(call(session, "wait", {}, "remote"), { startImmediately: true })
          yield* Effect.promise(() => eventually(() => dropped.length === 1))
          yield* Fiber.interrupt(waiting)
          yield* Effect.promise(() => eventually(() => dropped.every(({ writableFinished }) => writableFinished)))
          return yield* call(session, "go", {}, "remote")
        })
      )
    )
    assert.deepEqual(answer, { is_error: false, content: [], timed_out: false })
  })

  test("that fails is an infrastructure error, with its status", async () => {
    const down = await refusal((_, response) => void response.writeHead(503).end("down"))
    assert.match(down, /did not answer a call of x: Error POSTing to endpoint: down \(status 503\)\.$/)
    assert.match(await refusal((_, response) => void response.destroy()), /did not answer a call of x: /)
  })

  test("that answers with an error gives the agent that error", async () => {
    const server = await bookish(({ id }, response) => {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32602, message: "No such tool." } }))
    })
    const answer = await whileServing(server, (url) =>
      withSession([http(url)], (session) => call(session, "x", {}, "remote"))
    )
    assert.deepEqual(answer, { ...text("No such tool."), is_error: true, error_code: -32602 })
  })

  test.each([403, 429])("that refuses a call with status %i gives the agent an error of this code", async (status) => {
    let asked = 0
    const server = await bookish(({ id }, response) => {
      if (++asked === 1) response.writeHead(status).end("not now")
      else {
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } }))
      }
    })
    const answers = await whileServing(server, (url) =>
      withSession([http(url)], (session) =>
        Effect.all([call(session, "x", {}, "remote"), call(session, "x", {}, "remote")])
      )
    )
    assert.deepEqual(answers, [
      { ...text("Error POSTing to endpoint: not now"), is_error: true, error_code: status },
      { is_error: false, content: [], timed_out: false }
    ])
  })

  test("is not followed to another origin", async () => {
    let strangers = 0
    const elsewhere = await listening((_, response) => {
      strangers++
      response.end()
    })
    await whileServing(elsewhere, async (url) => {
      const message = await refusal((_, response) => void response.writeHead(307, { location: url }).end())
      assert.match(message, /did not answer a call of x: .*redirect/)
    })
    assert.equal(strangers, 0)
  })

  test("may not send an endless answer", async () => {
    const message = await refusal((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        response.once("drain", pour)
      }
      pour()
    })
    assert.match(message, /more than 16777216 bytes/)
  })

  test("that does not exist is an infrastructure error", async () => {
    const { hint, message } = await issueOf([http(`http://127.0.0.1:${await freePort()}/mcp?key=1`)], Effect.succeed)
    assert.match(message, /^asks for the weather, run #1: The server remote could not be opened: /)
    assert.match(hint, /^See whether it answers at http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  })

  test("has an http URL without a password", async () => {
    const refused = "asks for the weather, run #1: The server remote could not be started:"
    const strange = ["not a url", "file:///etc/passwd", "javascript:alert(1)"]
    assert.deepEqual(
      await Promise.all(strange.map((url) => failure([http(url)], Effect.succeed))),
      strange.map(() => `${refused} Its address is no http URL.`)
    )
    assert.equal(
      await failure([http("http://user:secret@127.0.0.1/mcp")], Effect.succeed),
      `${refused} Its URL has a password in it: use a header.`
    )
  })
})
