/**
 * Node's HTTP in terms of the web's: a request in, a response out, streamed.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"

/** What an endpoint says to a request. */
export type Answer = (request: Request) => Promise<Response>

/** A request whose connection closes is aborted: nobody waits for its answer any more. */
export const respond = (incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): void => {
  const gone = new AbortController()
  outgoing.once("close", () => gone.abort())
  const streamed = async (): Promise<void> => {
    const { body, headers, status } = await answer(requestOf(incoming, gone.signal))
    outgoing.writeHead(status, Object.fromEntries(headers)).flushHeaders()
    if (body === null) outgoing.end()
    else await body.pipeTo(sinkOf(outgoing), { signal: gone.signal })
  }
  void streamed().catch(() => outgoing.destroy())
}

const requestOf = (incoming: IncomingMessage, signal: AbortSignal): Request =>
  new Request(`http://${incoming.headers.host}${incoming.url}`, {
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
