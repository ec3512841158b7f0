import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { issueOf } from "./session.ts"

/** What is said of a server over HTTP that refuses every POST so. */
const refusedWith = async (status: number, headers: Readonly<Record<string, string>> = {}) => {
  const server = createServer((request, response) =>
    request.method === "GET"
      ? response
          .writeHead(200, { "content-type": "text/event-stream" })
          .end("event: endpoint\ndata: /messages?id=1\n\n")
      : response.writeHead(status, headers).end()
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`
  const issue = await issueOf([{ name: "remote", shared: false, url, headers: {} }], () => Effect.void)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return issue
}

describe("a server over HTTP that refuses", () => {
  test("without a token is said to need one in a header, since passhat does not sign in", async () => {
    const { hint, message } = await refusedWith(401, {
      "www-authenticate": 'Bearer resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource"'
    })
    assert.match(message, /The server remote could not be opened: .*\(status 401\)/)
    assert.match(hint, /^passhat does not sign in by OAuth: get a token of the server, and give it in a header/)
  })

  test.each([404, 405])("with %i, as one of the older HTTP+SSE does, is said to need a bridge", async (status) => {
    const { hint, message } = await refusedWith(status)
    assert.match(message, new RegExp(`The server remote could not be opened: .*\\(status ${status}\\)`))
    assert.match(hint, /does not speak the older HTTP\+SSE: start a bridge/)
  })

  test("with another status is said to be looked at", async () => {
    const { hint } = await refusedWith(500)
    assert.match(hint, /^See whether it answers at http/)
  })
})
