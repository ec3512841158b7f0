/**
 * An HTTP endpoint that only this machine can reach, and only those who know its address: there is a token in its path.
 */
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { broken } from "./broken.ts"
import type { Answer } from "./conversations.ts"

const HOST = "127.0.0.1"
/** What a request may say of where it was sent to, and from: a page in a browser cannot pretend to be from here. */
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"])

/** Open until its scope closes, or until it is closed: then every connection ends at once. */
export const openEndpoint = Effect.fnUntraced(function* (answer: Answer) {
  const path = `/${randomBytes(32).toString("base64url")}/mcp`
  const server = createServer((incoming, outgoing) => {
    const refusal = refusalOf(incoming, path)
    if (refusal === undefined) void respond(incoming, outgoing, answer).catch(() => outgoing.destroy())
    else outgoing.writeHead(refusal).end()
  })
  const close = Effect.sync(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = yield* Effect.acquireRelease(listening(server), () => close)
  return { url: `http://${HOST}:${port}${path}`, close }
})

const listening = (server: Server): Effect.Effect<AddressInfo, Infrastructure> =>
  Effect.callback((resume) => {
    server.on("error", ({ message }) =>
      resume(Effect.fail(broken(`No port of ${HOST} can be listened on: ${message}.`, "Allow it, or free a port.")))
    )
    server.listen(0, HOST, () => resume(Effect.succeed(server.address() as AddressInfo)))
  })

const refusalOf = ({ headers: { host, origin }, url }: IncomingMessage, path: string): number | undefined => {
  if (!isLoopback(`http://${host}`) || (origin !== undefined && !isLoopback(origin))) return 403
  return url === path ? undefined : 404
}

const isLoopback = (url: string): boolean => URL.canParse(url) && LOOPBACK.has(new URL(url).hostname)

/** A request whose connection closes is aborted: nobody waits for its answer any more. */
const respond = async (incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): Promise<void> => {
  const gone = new AbortController()
  outgoing.once("close", () => gone.abort())
  const { body, headers, status } = await answer(requestOf(incoming, gone.signal))
  outgoing.writeHead(status, Object.fromEntries(headers)).flushHeaders()
  if (body === null) outgoing.end()
  else await body.pipeTo(sinkOf(outgoing), { signal: gone.signal })
}

const requestOf = (incoming: IncomingMessage, signal: AbortSignal): Request =>
  new Request(`http://${HOST}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    signal,
    // One class with two declarations: Node's own and the DOM's.
    ...(incoming.method === "POST" && {
      body: Readable.toWeb(incoming) as unknown as BodyInit,
      duplex: "half" as const
    })
  })

const sinkOf = (outgoing: ServerResponse): WritableStream<Uint8Array> =>
  new WritableStream({
    write: (chunk) => void outgoing.write(chunk),
    close: () => void outgoing.end()
  })
