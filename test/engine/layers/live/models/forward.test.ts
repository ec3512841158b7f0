import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib"
import type { WireExchange } from "../../../../../src/base/domain/recording/Wire.ts"
import * as Proxies from "../../../../../src/engine/layers/live/models/proxies.ts"
import { ModelProxies } from "../../../../../src/engine/services/Driver.ts"
import { cell } from "../../recordings.ts"

/** zlib and brotli each read their own. */
const FAST = { level: 1, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

interface Asked {
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

type Answer = (response: ServerResponse, asked: Asked) => void

/** A provider that answers so, a proxy in front of it, and what `use` does with the addresses of the proxy. */
const between = async (
  answer: Answer,
  use: (addresses: { readonly anthropic: string; readonly openai: string }) => Promise<unknown>
): Promise<{ readonly asked: ReadonlyArray<Asked>; readonly exchanges: ReadonlyArray<WireExchange> }> => {
  const asked: Array<Asked> = []
  const provider = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() }
    asked.push(one)
    answer(response, one)
  })
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const exchanges = await Effect.gen(function* () {
    const proxy = yield* (yield* ModelProxies).open(cell, 1, () => {})
    yield* Effect.promise(() => use(proxy.addresses))
    return yield* proxy.exchanges
  }).pipe(
    Effect.scoped,
    Effect.provide(Proxies.layer({ ANTHROPIC_BASE_URL: `${url}/gateway/`, OPENAI_BASE_URL: `${url}/v1` })),
    Effect.runPromise
  )
  provider.close()
  provider.closeAllConnections()
  return { asked, exchanges }
}

const post = (url: string, body: unknown, init: RequestInit = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    ...init,
    headers: { "content-type": "application/json", "x-api-key": "sk-the-key", ...init.headers }
  })

const json: Answer = (response) => {
  response
    .writeHead(200, { "content-type": "application/json", "set-cookie": "a=b", "request-id": "r1" })
    .end(`{"b":1,"a":2}`)
}

describe("what is between an agent and its model", () => {
  test("passes requests on to the user's own addresses, and keeps them without their headers", async () => {
    const { asked, exchanges } = await between(json, async ({ anthropic, openai }) => {
      assert.equal(await (await post(`${anthropic}/v1/messages?beta=true`, { z: 1, a: [2] })).text(), `{"b":1,"a":2}`)
      await (await post(`${openai}/responses`, { input: "x" })).text()
      await (await fetch(`${openai}/models`)).text()
    })
    assert.deepEqual(
      asked.map(({ body, url }) => [url, body]),
      [
        ["/gateway/v1/messages?beta=true", `{"z":1,"a":[2]}`],
        ["/v1/responses", `{"input":"x"}`],
        ["/v1/models", ""]
      ]
    )
    assert.equal(asked[0]?.headers["x-api-key"], "sk-the-key")
    assert.deepEqual(exchanges[0], {
      api: "anthropic",
      method: "POST",
      path: "v1/messages?beta=true",
      request: { json: { z: 1, a: [2] } },
      status: 200,
      headers: { "content-type": "application/json", "request-id": "r1" },
      answer: { text: `{"b":1,"a":2}` }
    })
    assert.deepEqual(
      exchanges.map(({ api, method, path }) => [api, method, path]),
      [
        ["anthropic", "POST", "v1/messages?beta=true"],
        ["openai", "POST", "responses"],
        ["openai", "GET", "models"]
      ]
    )
    assert.ok(!JSON.stringify(exchanges).includes("sk-the-key"))
  })

  test("gives each piece of a stream to the agent before the next one is sent", async () => {
    let sendNext = () => {}
    const streaming: Answer = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write("data: 1\n\n")
      sendNext = () => void response.end("data: 2\n\n")
    }
    const { exchanges } = await between(streaming, async ({ anthropic }) => {
      const reader = (await post(`${anthropic}/v1/messages`, {})).body!.getReader()
      const first = await reader.read()
      assert.equal(new TextDecoder().decode(first.value), "data: 1\n\n")
      sendNext()
      const second = await reader.read()
      assert.equal(new TextDecoder().decode(second.value), "data: 2\n\n")
      assert.ok((await reader.read()).done)
    })
    assert.deepEqual(
      exchanges.map(({ answer, cut }) => [answer, cut]),
      [[{ text: "data: 1\n\ndata: 2\n\n" }, undefined]]
    )
  })

  const encodings = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }
  test.each(Object.keys(encodings) as ReadonlyArray<keyof typeof encodings>)(
    "takes the encoding %s away, from requests and from answers",
    async (encoding) => {
      const encoded: Answer = (response, { body }) =>
        void response
          .writeHead(200, { "content-type": "application/json", "content-encoding": encoding })
          .end(encodings[encoding](`{"echo":${JSON.stringify(body)}}`))
      const { exchanges } = await between(encoded, async ({ openai }) => {
        const response = await fetch(`${openai}/chat/completions`, {
          method: "POST",
          headers: { "content-encoding": encoding, "accept-encoding": encoding },
          body: encodings[encoding](`{"model":"é"}`)
        })
        assert.equal(response.headers.get("content-encoding"), null)
        assert.equal(await response.text(), `{"echo":"{\\"model\\":\\"é\\"}"}`)
      })
      assert.deepEqual(exchanges[0]?.request, { json: { model: "é" } })
      assert.deepEqual(exchanges[0]?.answer, { text: `{"echo":"{\\"model\\":\\"é\\"}"}` })
    }
  )

  test.each(Object.keys(encodings) as ReadonlyArray<keyof typeof encodings>)(
    "refuses a request in %s that has more than 128 MiB when it is unpacked, and ends an answer that has",
    async (encoding) => {
      const packed = encodings[encoding](Buffer.alloc(129 * 1024 * 1024), FAST)
      const packedAnswer: Answer = (response) =>
        void response.writeHead(200, { "content-encoding": encoding }).end(packed)
      const { asked, exchanges } = await between(packedAnswer, async ({ openai }) => {
        const headers = { "content-encoding": encoding }
        const response = await fetch(`${openai}/chat/completions`, { method: "POST", headers, body: packed })
        assert.equal(response.status, 415)
        assert.match(await response.text(), /a body that is damaged, of more than 128 MiB, or in an encoding other/)
        await assert.rejects(post(`${openai}/chat/completions`, {}).then((answer) => answer.arrayBuffer()))
      })
      assert.equal(asked.length, 1)
      assert.deepEqual(
        exchanges.map(({ cut }) => cut),
        ["provider"]
      )
    }
  )

  test("keeps errors, answers that break off, and connections that are never answered", async () => {
    let breakOff = () => {}
    const answers: ReadonlyArray<Answer> = [
      (response) => void response.writeHead(429, { "retry-after": "7" }).end("slow down"),
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" })
        response.write("data: 1\n\n")
        breakOff = () => void response.destroy()
      },
      (response) => void response.destroy()
    ]
    let number = 0
    const { exchanges } = await between(
      // A client may ask again on another connection, without telling.
      (response, asked) => (answers[number++] ?? answers[2]!)(response, asked),
      async ({ anthropic }) => {
        const refused = await post(`${anthropic}/v1/messages`, {})
        assert.deepEqual(
          [refused.status, refused.headers.get("retry-after"), await refused.text()],
          [429, "7", "slow down"]
        )
        const broken = (await post(`${anthropic}/v1/messages`, {})).body!.getReader()
        await broken.read()
        breakOff()
        await assert.rejects(broken.read())
        await assert.rejects(post(`${anthropic}/v1/messages`, {}))
      }
    )
    assert.deepEqual(
      exchanges.slice(0, 3).map(({ answer, cut, headers, status }) => [status, headers["retry-after"], answer, cut]),
      [
        [429, "7", { text: "slow down" }, undefined],
        [200, undefined, { text: "data: 1\n\n" }, "provider"],
        [undefined, undefined, {}, "provider"]
      ]
    )
  })

  test("reads the rest of an answer that the agent stops reading, if it comes soon", async () => {
    let finish = () => {}
    const two: Answer = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write("data: [DONE]\n\n")
      finish = () => void response.end(": end\n\n")
    }
    const { exchanges } = await between(two, async ({ openai }) => {
      const aborted = new AbortController()
      const response = await post(`${openai}/chat/completions`, {}, { signal: aborted.signal })
      await response.body!.getReader().read()
      finish()
      aborted.abort()
    })
    assert.match(exchanges[0]?.answer.text ?? "", /^data: \[DONE\]\n\n/)
  })

  test("keeps bytes that are no text, and images of requests as hashes", async () => {
    const bytes = Uint8Array.from({ length: 2_000 }, (_, at) => at % 256)
    const data = Buffer.from(bytes).toString("base64")
    const { asked, exchanges } = await between(
      (response) => void response.writeHead(200, { "content-type": "audio/mpeg" }).end(bytes),
      async ({ openai }) => {
        const response = await post(`${openai}/audio/speech`, { image: data, url: `data:image/png;base64,${data}` })
        assert.deepEqual(new Uint8Array(await response.arrayBuffer()), bytes)
      }
    )
    assert.ok(asked[0]?.body.includes(data))
    assert.deepEqual(exchanges[0]?.answer, { base64: data })
    const kept = exchanges[0]?.request.json as Record<string, string>
    assert.match(kept["image"]!, /^\[SHA256:[0-9a-f]{64}:2000\]$/)
    assert.equal(kept["url"], `data:image/png;base64,${kept["image"]}`)
  })

  test("answers only below its secret path, and no page of a browser", async () => {
    const { asked } = await between(json, async ({ anthropic }) => {
      const { origin } = new URL(anthropic)
      assert.equal((await post(`${origin}/anthropic/v1/messages`, {})).status, 404)
      assert.equal((await post(`${origin}/${"A".repeat(43)}/anthropic/v1/messages`, {})).status, 404)
      const page = await post(`${anthropic}/v1/messages`, {}, { headers: { origin: "https://evil.example" } })
      assert.equal(page.status, 403)
    })
    assert.deepEqual(asked, [])
  })
})
