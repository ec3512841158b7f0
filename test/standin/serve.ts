/**
 * A web server on the loopback interface that records its requests and gives the replies of a function, broken ones
 * included.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { JsonObject } from "../../src/base/domain/Json.ts"

export interface Asked {
  /** From 1, in order of arrival. */
  readonly number: number
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: JsonObject
  /** Resolves when the client has disconnected, with or without an answer. */
  readonly gone: Promise<void>
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent one by one. */
  readonly chunks: ReadonlyArray<string>
  readonly afterMillis?: number
  /** Sent once this has resolved. */
  readonly after?: Promise<unknown>
  /** `cut` closes the connection early, `hung` keeps it open without sending more. */
  readonly ending?: "cut" | "hung"
}

export interface Server {
  readonly url: string
  readonly requests: ReadonlyArray<Asked>
  readonly close: () => Promise<void>
}

export const serve = async (replyTo: (asked: Asked) => Reply, port = 0): Promise<Server> => {
  const requests: Array<Asked> = []
  const server = createServer(async (request, response) => {
    const body = await bodyText(request)
    const asked: Asked = {
      number: requests.length + 1,
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(body),
      gone: new Promise((resolve) => response.once("close", resolve))
    }
    requests.push(asked)
    await send(replyTo(asked), response)
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const bodyText = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  request.setEncoding("utf8")
  for await (const piece of request) text += piece
  return text
}

const send = async ({ after, afterMillis, chunks, ending, headers, status }: Reply, response: ServerResponse) => {
  if (afterMillis !== undefined) await new Promise((resolve) => setTimeout(resolve, afterMillis))
  await after
  if (chunks.length > 0) {
    response.writeHead(status, headers)
    // Closing the connection before these are sent would lose them.
    await Promise.all(chunks.map((chunk) => new Promise((resolve) => response.write(chunk, resolve))))
  }
  if (ending === "cut") response.destroy()
  else if (ending === undefined) response.end()
}
