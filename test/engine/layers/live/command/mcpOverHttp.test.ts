import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import * as sdk from "@modelcontextprotocol/server"
import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import type { ToolAnswer } from "../../../../../src/base/domain/recording/Cassette.ts"
import { mcpOverHttp } from "../../../../../src/engine/layers/live/command/mcpOverHttp.ts"
import { openEndpoint } from "../../../../../src/engine/layers/live/models/endpoint.ts"
import { type CallAtAddress, toolServer } from "../../../../../src/engine/layers/live/command/toolServer.ts"
import { text } from "../../../../../src/engine/layers/scripted/toolHub.ts"
import { tool } from "./sessions.ts"

const withEndpoint = (call: CallAtAddress, use: (url: string) => Promise<void>): Promise<void> =>
  Effect.gen(function* () {
    const serve = toolServer(sdk, { tools: [tool("weather", "now")] }, call)
    const { url } = yield* openEndpoint({ "/mcp": mcpOverHttp(sdk, serve) })
    yield* Effect.promise(() => use(`${url}/mcp`))
  }).pipe(Effect.scoped, Effect.runPromise)

const connected = async (url: string, options?: ClientOptions) => {
  const client = new Client({ name: "test", version: "1" }, options)
  const transport = new StreamableHTTPClientTransport(new URL(url))
  await client.connect(transport)
  return {
    client,
    transport,
    call: (signal?: AbortSignal) => client.callTool({ name: "weather__now" }, { ...(signal && { signal }) })
  }
}

const answered = async () => text("21 °C")

/** Calls that wait to be answered, in the order in which they came. */
const pending = () => {
  const came: Array<{ readonly signal: AbortSignal; readonly answer: (answer: ToolAnswer) => void }> = []
  const waiters: Array<() => void> = []
  return {
    came,
    call: ((_address, _args, signal) =>
      new Promise<ToolAnswer>((answer, reject) => {
        signal.addEventListener("abort", () => reject(new Error("cancelled")))
        came.push({ signal, answer })
        waiters.shift()?.()
      })) satisfies CallAtAddress,
    next: () => new Promise<void>((resolve) => waiters.push(resolve))
  }
}

const aborted = (signal: AbortSignal | undefined): Promise<unknown> =>
  signal === undefined || signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener("abort", resolve))

const legacy: ClientOptions = {}
const modern: ClientOptions = { versionNegotiation: { mode: { pin: "2026-07-28" } } }

describe("MCP over HTTP", () => {
  test.each([
    ["that opens a session", legacy, "2025-11-25"],
    ["that needs none", modern, "2026-07-28"]
  ])("serves a client %s", (_, options, version) =>
    withEndpoint(answered, async (url) => {
      const { call, client, transport } = await connected(url, options)
      assert.equal(client.getNegotiatedProtocolVersion(), version)
      assert.equal(transport.sessionId !== undefined, options === legacy)
      assert.deepEqual((await call()).content, [{ type: "text", text: "21 °C" }])
      await client.close()
    })
  )

  test.each([
    ["a session", legacy],
    ["none", modern]
  ])("ends a call that a client with %s cancels, and no other", (_, options) => {
    const calls = pending()
    return withEndpoint(calls.call, async (url) => {
      const clients = await Promise.all([connected(url, options), connected(url, options)])
      const both = Promise.all([calls.next(), calls.next()])
      const cancel = new AbortController()
      // Both calls have the same id, each in its own client.
      const results = clients.map(({ call }, at) => call(at === 0 ? cancel.signal : undefined))
      await both
      cancel.abort()
      await assert.rejects(results[0]!)
      await Promise.race(calls.came.map(({ signal }) => aborted(signal)))
      assert.deepEqual(calls.came.map(({ signal }) => signal.aborted).toSorted(), [false, true])
      calls.came.forEach(({ answer }) => answer(text("21 °C")))
      assert.deepEqual((await results[1])?.content, [{ type: "text", text: "21 °C" }])
      await Promise.all(clients.map(({ client }) => client.close()))
    })
  })

  test.each([
    ["a session", legacy],
    ["none", modern]
  ])("ends the calls of a client with %s that disconnects", (_, options) => {
    const calls = pending()
    return withEndpoint(calls.call, async (url) => {
      const { call, client } = await connected(url, options)
      const came = calls.next()
      const result = assert.rejects(call())
      await came
      await client.close()
      await aborted(calls.came[0]?.signal)
      await result
    })
  })

  test("keeps a session until it is ended", () =>
    withEndpoint(answered, async (url) => {
      const { call, transport } = await connected(url)
      const { sessionId } = transport
      await transport.terminateSession()
      assert.equal(transport.sessionId, undefined)
      const late = await fetch(url, { method: "DELETE", headers: { "Mcp-Session-Id": sessionId ?? "" } })
      assert.equal(late.status, 404)
      assert.deepEqual((await call()).content, [{ type: "text", text: "21 °C" }])
    }))

  test("rejects a body that is not a message", () =>
    withEndpoint(answered, async (url) => {
      const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" }
      const statuses = await Promise.all(
        ["", "{", "[]", '{"jsonrpc":"2.0"}', " ".repeat(5 << 20)].map(
          async (body) => (await fetch(url, { method: "POST", headers, body })).status
        )
      )
      assert.deepEqual(statuses, [400, 400, 400, 400, 413])
    }))
})
