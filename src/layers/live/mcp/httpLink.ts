/**
 * A server that speaks MCP over streamable HTTP. Redirects stay within its origin, answers are bounded, and a stream that
 * ends without its answer breaks the link instead of leaving the call to wait.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Link } from "./Link.ts"
import { MESSAGE_LIMIT } from "./lineReader.ts"
import type { JSONRPCMessage, Sdk } from "./sdk.ts"
import { sentence } from "./words.ts"

export interface Address {
  readonly url: string
  readonly headers: { readonly [name: string]: string }
}

/** How long a server may take to hear that its session is over. */
const FAREWELL_MS = 1000

export const httpLink = Effect.fnUntraced(function* (
  sdk: Sdk,
  { headers, url }: Address
): Effect.fn.Return<Link, string> {
  const transport = new sdk.StreamableHTTPClientTransport(yield* parsed(url), {
    requestInit: { headers },
    fetch: boundedFetch,
    reconnectionScheduler: unhurried
  })
  let last = ""
  const asked = new Set<unknown>()
  const send = transport.send.bind(transport)
  // The client keeps the handlers that it finds, and calls them before its own.
  Object.assign(transport, {
    onmessage: (message: JSONRPCMessage) => {
      if ("id" in message && !("method" in message)) asked.delete(message.id)
    },
    onerror: (error: Error) => {
      last = sentence(error)
    },
    send: (message: JSONRPCMessage, options: Parameters<typeof send>[1]) => {
      const id = "id" in message && "method" in message ? message.id : undefined
      if (id !== undefined) asked.add(id)
      // A call that was cancelled has no answer, and its stream may end.
      if ("method" in message && message.method === "notifications/cancelled")
        asked.delete(message.params?.["requestId"])
      const onRequestStreamEnd = () => {
        if (asked.has(id)) void transport.close()
      }
      return send(message, { ...options, onRequestStreamEnd })
    }
  })
  return {
    transport,
    account: Effect.sync(() => last),
    farewell: Effect.ignore(
      Effect.timeoutOption(
        Effect.tryPromise(() => transport.terminateSession()),
        FAREWELL_MS
      )
    )
  }
})

/** A password in a URL would be in every plan and cassette. */
const parsed = (text: string): Effect.Effect<URL, string> => {
  const url = Result.getOrUndefined(Result.try(() => new URL(text)))
  if (url === undefined || !/^https?:$/.test(url.protocol)) return Effect.fail("Its address is no http URL.")
  if (url.username !== "" || url.password !== "") return Effect.fail("Its URL has a password in it: use a header.")
  return Effect.succeed(url)
}

/** Nobody listens to what a server says unasked, so no stream is opened for it. */
const boundedFetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
  if (init.method === "GET" && !new Headers(init.headers).has("last-event-id")) {
    return new Response(null, { status: 405 })
  }
  const response = await fetch(url, init)
  return response.body === null ? response : new Response(response.body.pipeThrough(bounded()), response)
}

const bounded = (): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let size = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      size += chunk.length
      if (size > MESSAGE_LIMIT) controller.error(new Error(`An answer has more than ${MESSAGE_LIMIT} bytes.`))
      else controller.enqueue(chunk)
    }
  })
}

/** A server may ask to be left alone for a while, but neither for ever nor for no time at all. */
const unhurried = (reconnect: () => void, delay: number): (() => void) => {
  const timer = setTimeout(reconnect, Math.min(Math.max(delay, 100), 30_000))
  return () => clearTimeout(timer)
}
