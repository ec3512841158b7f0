/**
 * A link to a server over streamable HTTP. Redirects stay within its origin, the size of answers is limited, and a stream
 * that ends without its answer breaks the link, so that no call waits forever.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Link } from "./linkTo.ts"
import { MESSAGE_LIMIT } from "./lineReader.ts"
import type { JSONRPCMessage, Sdk } from "./sdk.ts"
import { errorSentence } from "./errorText.ts"
import { matchReplies } from "./matchReplies.ts"
import { collectViolations } from "./violations.ts"

export interface HttpServer {
  readonly url: string
  readonly headers: { readonly [name: string]: string }
}

/** How long a server may take to end a session. */
const END_SESSION_MS = 1000

/** How often the stream of a call may end before its answer. That it could be opened again in between does not count. */
const RECONNECTS = 30

export const httpLink = Effect.fnUntraced(function* (
  sdk: Sdk,
  { headers, url }: HttpServer
): Effect.fn.Return<Link, string> {
  const violations = collectViolations()
  /** Since the last answer. */
  let reconnects = 0
  let lastError = ""
  let broken: string | undefined
  /** Tried once: a server that ends it at once would be asked for it again and again. */
  let mayListen: () => boolean = () => false
  const transport = new sdk.StreamableHTTPClientTransport(yield* parseUrl(url), {
    requestInit: { headers },
    fetch: (address, init = {}) => {
      const isListening = init.method === "GET" && !new Headers(init.headers).has("last-event-id")
      if (!isListening) return boundedFetch(address, init)
      const listen = mayListen() ? boundedFetch(address, init) : Promise.resolve(unavailable())
      mayListen = () => false
      return listen.then((response) => (response.ok ? response : unavailable()))
    },
    reconnectionScheduler: (reconnect, delay) => {
      // The stream of a cancelled call is of no use any more.
      if (requests.open() === 0) return undefined
      if (++reconnects <= RECONNECTS * requests.open()) return schedule(reconnect, delay)
      broken = `It ended its stream without an answer ${reconnects} times.`
      void transport.close()
      return undefined
    }
  })
  const send = transport.send.bind(transport)
  // The client keeps an existing handler and calls it before its own.
  Object.assign(transport, {
    onerror: (error: Error) => {
      lastError = errorSentence(error)
    },
    send: (message: JSONRPCMessage, options: Parameters<typeof send>[1]) => {
      const id = "id" in message && "method" in message ? message.id : undefined
      const onRequestStreamEnd = () => {
        if (requests.isOpen(id)) void transport.close()
      }
      return send(message, { ...options, onRequestStreamEnd })
    }
  })
  // A cancelled call gets no answer, so its stream may end.
  const requests = matchReplies(transport, violations, () => {
    reconnects = 0
  })
  return {
    transport,
    violations,
    hasEnded: () => broken !== undefined,
    diagnosis: Effect.sync(() => broken ?? lastError),
    listenIf: (isOfUse) => {
      mayListen = isOfUse
    },
    endSession: Effect.ignore(
      Effect.timeoutOption(
        Effect.tryPromise(() => transport.terminateSession()),
        END_SESSION_MS
      )
    )
  }
})

/** A URL with a password is rejected: plans and cassettes would contain it. */
const parseUrl = (text: string): Effect.Effect<URL, string> => {
  const url = Result.getOrUndefined(Result.try(() => new URL(text)))
  if (url === undefined || !/^https?:$/.test(url.protocol)) return Effect.fail("Its address is no http URL.")
  if (url.username !== "" || url.password !== "") return Effect.fail("Its URL has a password in it: use a header.")
  return Effect.succeed(url)
}

/** What a server answers that has no stream of its own messages. */
const unavailable = (): Response => new Response(null, { status: 405 })

const boundedFetch = async (url: string | URL, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, init)
  return response.body === null ? response : new Response(response.body.pipeThrough(limitSize()), response)
}

const limitSize = (): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let size = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      size += chunk.length
      if (size > MESSAGE_LIMIT) controller.error(new Error(`An answer has more than ${MESSAGE_LIMIT} bytes.`))
      else controller.enqueue(chunk)
    }
  })
}

/** The server chooses the delay, between 100 ms and 30 s. */
const schedule = (reconnect: () => void, delay: number): (() => void) => {
  const timer = setTimeout(reconnect, Math.min(Math.max(delay, 100), 30_000))
  return () => clearTimeout(timer)
}
