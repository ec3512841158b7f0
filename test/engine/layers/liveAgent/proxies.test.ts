import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import { connect } from "node:net"
import type { RecordedRun } from "../../../../src/base/domain/recording/Cassette.ts"
import type { WireExchange } from "../../../../src/base/domain/recording/Wire.ts"
import * as Proxies from "../../../../src/engine/layers/liveAgent/proxies.ts"
import { runTapes } from "../../../../src/engine/layers/liveAgent/runTapes.ts"
import { makeRedactor } from "../../../../src/engine/layers/record/redact.ts"
import { ModelProxies, noCode } from "../../../../src/engine/services/Driver.ts"
import { cell, header } from "../recordings.ts"

const exchange = (body: string, changes: Partial<WireExchange>): WireExchange => ({
  api: "anthropic",
  method: "POST",
  path: "v1/messages",
  request: { json: { body } },
  headers: {},
  answer: {},
  ...changes
})

/** All that a server sends until it closes the connection. Not by fetch, which may drop what came before a reset. */
const bytesSent = (url: string, body: string): Promise<string> => {
  const { host, pathname, port } = new URL(url)
  const socket = connect(Number(port), "127.0.0.1")
  socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  return new Promise((resolve) => {
    let sent = ""
    socket.on("data", (chunk) => (sent += String(chunk)))
    socket.on("error", () => {})
    socket.on("close", () => resolve(sent))
  })
}

/** The recorded exchanges, asked through a real endpoint; the issues that ended the run. */
const replaying = async (
  exchanges: ReadonlyArray<WireExchange>,
  use: (ask: (body: string, signal?: AbortSignal) => Promise<Response>, url: string) => Promise<void>
): Promise<ReadonlyArray<string>> => {
  const run: RecordedRun = {
    index: 1,
    outcome: { status: "completed" },
    exchanges: [],
    wire: { tools: "[]", results: {}, exchanges }
  }
  const tapes = runTapes(() => noCode)
  tapes.add(cell, { file: "a.jsonl", header, runs: new Map([[1, run]]) }, () => undefined)
  const failures: Array<string> = []
  await Effect.gen(function* () {
    const { addresses } = yield* (yield* ModelProxies).open(cell, 1, ({ issue }) => failures.push(issue.message))
    const url = `${addresses.anthropic}/v1/messages`
    yield* Effect.promise(() =>
      use(
        (body, signal) =>
          fetch(url, { method: "POST", body: JSON.stringify({ body }), ...(signal !== undefined && { signal }) }),
        url
      )
    )
  }).pipe(Effect.scoped, Effect.provide(Proxies.layer(tapes, {}, makeRedactor([]))), Effect.runPromise)
  return failures
}

describe("a recorded model", () => {
  test("answers with the recorded status, headers and bytes, and names no wait", async () => {
    const limited = exchange("a", {
      status: 429,
      headers: { "retry-after": "60", "request-id": "r" },
      answer: { text: "no" }
    })
    const sound = exchange("b", { status: 200, headers: { "content-type": "audio/mpeg" }, answer: { base64: "AAH/" } })
    const failures = await replaying([limited, sound, exchange("c", { status: 204 })], async (ask) => {
      const refused = await ask("a")
      assert.deepEqual([refused.status, await refused.text()], [429, "no"])
      assert.deepEqual(
        ["retry-after", "retry-after-ms", "request-id"].map((name) => refused.headers.get(name)),
        ["0", "1", "r"]
      )
      const heard = await ask("b")
      assert.equal(heard.headers.get("content-type"), "audio/mpeg")
      assert.deepEqual([...new Uint8Array(await heard.arrayBuffer())], [0, 1, 255])
      assert.equal((await ask("c")).status, 204)
    })
    assert.deepEqual(failures, [])
  })

  test("breaks off where it broke off", async () => {
    const cut = exchange("a", { status: 200, answer: { text: "data: 1\n\n" }, cut: "provider" })
    await replaying([cut, exchange("b", { cut: "provider" })], async (ask, url) => {
      const sent = await bytesSent(url, JSON.stringify({ body: "a" }))
      assert.match(sent, /^HTTP\/1\.1 200 OK\r\n[^]*\r\ndata: 1\n\n/)
      assert.ok(!sent.includes("\r\n0\r\n\r\n"), "the answer has no end")
      await assert.rejects(ask("b"))
    })
  })

  test("keeps an answer open that the agent stopped reading", async () => {
    const left = exchange("a", { status: 200, answer: { text: "data: 1\n\n" }, cut: "agent" })
    await replaying([left], async (ask) => {
      const aborted = new AbortController()
      const reader = (await ask("a", aborted.signal)).body!.getReader()
      assert.equal(new TextDecoder().decode((await reader.read()).value), "data: 1\n\n")
      const more = reader.read()
      const first = await Promise.race([more, new Promise((resolve) => setTimeout(resolve, 200, "open"))])
      assert.equal(first, "open")
      aborted.abort()
      await assert.rejects(more)
    })
  })

  test("ends the run before it refuses what is not recorded", async () => {
    const failures = await replaying([exchange("a", { status: 200 })], async (ask) => {
      const refused = await ask("z")
      assert.equal(refused.status, 400)
      assert.match(
        await refused.text(),
        /"invalid_request_error".*exchange 1 of 1, body was \\"a\\" and is now \\"z\\"/
      )
    })
    assert.deepEqual(failures, [
      'a.jsonl, run 1: the agent asks its model what is not recorded (POST anthropic/v1/messages): beside exchange 1 of 1, body was "a" and is now "z".'
    ])
  })
})
