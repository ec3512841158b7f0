import { describe, test } from "bun:test"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import assert from "node:assert/strict"
import { request } from "node:http"
import { openEndpoint } from "../../../../../src/engine/layers/live/models/endpoint.ts"

const hello = async () => new Response("hello")

/** Not fetch, which does not let a caller choose its Host. */
const statusOf = (url: string, headers: Readonly<Record<string, string>>) =>
  Effect.callback<number | undefined>((resume) => {
    request(url, { headers }, (response) => resume(Effect.succeed(response.resume().statusCode))).end()
  })

const withEndpoint = <A>(
  answer: (request: Request) => Promise<Response>,
  use: (endpoint: { readonly url: string; readonly close: Effect.Effect<void> }) => Effect.Effect<A, Error>
): Promise<A> =>
  openEndpoint({ "/mcp": answer }).pipe(
    Effect.flatMap(({ close, url }) => use({ close, url: `${url}/mcp` })),
    Effect.scoped,
    Effect.runPromise
  )

describe("the endpoint of an agent", () => {
  test("answers a client that knows its URL", () =>
    withEndpoint(hello, ({ url }) =>
      Effect.gen(function* () {
        assert.equal(yield* Effect.promise(async () => (await fetch(url)).text()), "hello")
        assert.equal(yield* statusOf(url.replace("127.0.0.1", "localhost"), { Host: "localhost" }), 200)
        assert.equal(yield* statusOf(url, { Origin: new URL(url).origin }), 200)
      })
    ))

  test.each([
    ["a Host that is not loopback", { Host: "evil.example" }],
    ["a Host that only begins like loopback", { Host: "127.0.0.1.evil.example" }],
    ["a Host behind a user name", { Host: "127.0.0.1@evil.example" }],
    ["an Origin that is not loopback", { Origin: "https://evil.example" }],
    ["an Origin that is hidden", { Origin: "null" }],
    ["a page of this machine on another port", { Origin: "http://localhost:3000" }],
    ["a page of the same host on another port", { Origin: "http://127.0.0.1:3000" }],
    ["a page of the same host without a port", { Origin: "http://127.0.0.1" }]
  ])("refuses %s", (_, headers) =>
    withEndpoint(hello, ({ url }) => Effect.map(statusOf(url, headers), (status) => assert.equal(status, 403)))
  )

  test("refuses a page of its own port under another scheme or name", () =>
    withEndpoint(hello, ({ url }) =>
      Effect.gen(function* () {
        const { port } = new URL(url)
        for (const origin of [`https://127.0.0.1:${port}`, `http://localhost:${port}`]) {
          assert.equal(yield* statusOf(url, { Origin: origin }), 403, origin)
        }
      })
    ))

  test("refuses a client that does not know its token", () =>
    withEndpoint(hello, ({ url }) =>
      Effect.gen(function* () {
        const { origin, pathname } = new URL(url)
        for (const path of ["/", "/mcp", `${pathname}/`, `${pathname}?x`, pathname.replace(/.\/mcp$/, "/mcp")]) {
          assert.equal(yield* statusOf(`${origin}${path}`, {}), 404)
        }
      })
    ))

  test("passes on the request", () =>
    withEndpoint(
      async (given) => Response.json([given.method, given.headers.get("x-city"), await given.text()]),
      ({ url }) =>
        Effect.gen(function* () {
          const sent = yield* Effect.promise(() =>
            fetch(url, { method: "POST", headers: { "X-City": "Oslo" }, body: "é" })
          )
          assert.deepEqual(yield* Effect.promise(() => sent.json()), ["POST", "Oslo", "é"])
        })
    ))

  test("aborts the request when the client disconnects", async () => {
    const gone = Deferred.makeUnsafe<void>()
    const asked = Deferred.makeUnsafe<void>()
    const waits = (given: Request) =>
      new Promise<Response>(() => {
        given.signal.addEventListener("abort", () => Deferred.doneUnsafe(gone, Exit.void))
        Deferred.doneUnsafe(asked, Exit.void)
      })
    await withEndpoint(waits, ({ url }) =>
      Effect.raceFirst(
        Effect.tryPromise({ try: (signal) => fetch(url, { signal }), catch: () => new Error("no answer") }),
        Deferred.await(asked)
      ).pipe(Effect.andThen(Deferred.await(gone)))
    )
    assert.ok(Deferred.isDoneUnsafe(gone))
  })

  test("ends every connection when it closes", () =>
    withEndpoint(
      async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) })),
      ({ close, url }) =>
        Effect.gen(function* () {
          const response = yield* Effect.promise(() => fetch(url))
          yield* close
          yield* Effect.promise(() => assert.rejects(response.bytes()))
          yield* Effect.promise(() => assert.rejects(fetch(url)))
        })
    ))
})
