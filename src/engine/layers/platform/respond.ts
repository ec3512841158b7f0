/**
 * Answers a request of `node:http` with a handler for web `Request` and `Response`; bodies are streamed.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"

export type RequestHandler = (request: Request) => Promise<Response>

/** A closed connection aborts the request. */
export const respond = (incoming: IncomingMessage, outgoing: ServerResponse, handler: RequestHandler): void => {
  const closed = new AbortController()
  outgoing.once("close", () => closed.abort())
  const streamed = async (): Promise<void> => {
    const { body, headers, status } = await handler(requestOf(incoming, closed.signal))
    outgoing.writeHead(status, Object.fromEntries(headers)).flushHeaders()
    if (body === null) outgoing.end()
    else await body.pipeTo(sinkOf(outgoing), { signal: closed.signal })
  }
  // The connection itself: on Bun a destroyed response that has not begun is an empty one with status 200.
  void streamed().catch(() => incoming.socket.destroy())
}

const requestOf = (incoming: IncomingMessage, signal: AbortSignal): Request =>
  new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    signal,
    // The same class, declared by Node's types and by the DOM's.
    ...(incoming.method === "POST" && {
      body: Readable.toWeb(incoming) as unknown as BodyInit,
      duplex: "half" as const
    })
  })

const sinkOf = (outgoing: ServerResponse): WritableStream<Uint8Array> =>
  new WritableStream({
    // A connection that is cut next would lose what is not sent yet.
    write: (chunk) => new Promise((resolve) => void outgoing.write(chunk, () => resolve())),
    close: () => void outgoing.end()
  })

/** The hosts that a request may have in `Host`: a page of another host, whose name leads to this machine, has its own there. */
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"])

/** A browser names the origin of the page. Programs name none, and a page of another port is a page like any other. */
export const isLocalRequest = ({ host, origin }: IncomingHttpHeaders): boolean => {
  const own = `http://${host}`
  return URL.canParse(own) && LOOPBACK.has(new URL(own).hostname) && (origin === undefined || origin === own)
}
