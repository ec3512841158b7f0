/**
 * Passes the requests of an agent on to its model, and keeps what both send. An answer is passed on as it comes.
 *
 * Neither the headers of requests nor keys nor cookies are kept. Answers come without a content encoding, so that what is kept is what the
 * agent received.
 */
import type { Json } from "../../../../base/domain/Json.ts"
import type { WireExchange } from "../../../../base/domain/recording/Wire.ts"
import { under } from "../../../../edges/providers/wire/http.ts"
import type { ApiHandler } from "./apis.ts"
import { hidingKeys, withoutKeys } from "./keys.ts"
import { answerBody, bodyOf, MOST_BYTES, requestBody, UNREADABLE } from "./wireBody.ts"

/** How long an answer is read on that the agent no longer reads: most have ended by then. */
const READ_ON_MS = 1_000

export interface Forwarding {
  readonly handle: ApiHandler
  /** What was sent so far, once the answers that are read on have ended. */
  readonly exchanges: () => Promise<ReadonlyArray<WireExchange>>
  /** Ends every request that is under way. */
  readonly abort: () => void
}

export const forwarding = (): Forwarding => {
  const all: Array<Kept> = []
  const handle: ApiHandler = async (api, path, request) => {
    const kept = keptRequest(api.kind, request.method, withoutKeys(path), hidingKeys(request.headers, path))
    all.push(kept)
    const body = await bodyOf(request)
    if (body === undefined) {
      // The model was not asked.
      all.splice(all.indexOf(kept), 1)
      return Response.json({ error: { type: "invalid_request_error", message: UNREADABLE } }, { status: 415 })
    }
    kept.request = requestBody(body)
    request.signal.addEventListener("abort", () => kept.status === undefined && kept.upstream.abort())
    const response = await fetch(under(api.url, path), {
      method: request.method,
      headers: headersFor(request.headers),
      signal: kept.upstream.signal,
      redirect: "manual",
      ...(body.length > 0 && { body: Buffer.from(body) })
    }).catch((error) => {
      kept.end(request.signal.aborted ? "agent" : "provider")
      return Promise.reject(error)
    })
    kept.status = response.status
    kept.headers = Object.fromEntries([...response.headers].filter(([name]) => keptHeaders.has(name)))
    return passedOn(response, kept)
  }
  return {
    handle,
    exchanges: async () => {
      await Promise.all(all.map(({ readOn }) => readOn))
      return all.map(exchangeOf)
    },
    abort: () => {
      for (const { upstream } of all) upstream.abort()
    }
  }
}

interface Kept extends Pick<WireExchange, "api" | "method" | "path"> {
  request: WireExchange["request"]
  status: number | undefined
  headers: WireExchange["headers"]
  readonly chunks: Array<Uint8Array>
  readonly upstream: AbortController
  /** `whole`, or who cut it off; undefined while it goes on. */
  ended: "whole" | "agent" | "provider" | undefined
  readonly end: (how: "whole" | "agent" | "provider") => void
  readOn: Promise<void>
  readonly hideKeys: (value: Json) => Json
}

const keptRequest = (api: string, method: string, path: string, hideKeys: Kept["hideKeys"]): Kept => {
  const kept: Kept = {
    hideKeys,
    api,
    method,
    path,
    request: {},
    status: undefined,
    headers: {},
    chunks: [],
    upstream: new AbortController(),
    ended: undefined,
    end: (how) => {
      kept.ended ??= how
    },
    readOn: Promise.resolve()
  }
  return kept
}

const exchangeOf = ({ api, chunks, ended, headers, hideKeys, method, path, request, status }: Kept): WireExchange => {
  const said = { path, request, headers, answer: answerBody(Buffer.concat(chunks)) }
  return {
    api,
    method,
    ...(hideKeys(said as Json) as typeof said),
    ...(status !== undefined && { status }),
    ...(ended !== "whole" && { cut: ended ?? "agent" })
  }
}

/** The answer, kept as it is read. If the agent stops reading, it is read on for a while. */
const passedOn = (response: Response, kept: Kept): Response => {
  const headers = [...response.headers].filter(([name]) => !ofConnection.has(name))
  const { body, status } = response
  if (body === null) {
    kept.end("whole")
    return new Response(null, { status, headers })
  }
  const reader = body.getReader()
  let size = 0
  const next = async (): Promise<Uint8Array | undefined> => {
    const { value } = await reader.read().catch((error) => {
      kept.end("provider")
      return Promise.reject(error)
    })
    size += value?.length ?? 0
    if (size > MOST_BYTES) {
      kept.end("provider")
      kept.upstream.abort()
      return Promise.reject(new Error("The answer of the model has more than 128 MiB."))
    }
    if (value === undefined) kept.end("whole")
    else kept.chunks.push(value)
    return value
  }
  const readOn = async (): Promise<void> => {
    const tooLong = setTimeout(() => {
      kept.end("agent")
      kept.upstream.abort()
    }, READ_ON_MS)
    for (let chunk = await next(); chunk !== undefined; chunk = await next());
    clearTimeout(tooLong)
  }
  const streamed = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = await next()
      if (chunk === undefined) controller.close()
      else controller.enqueue(chunk)
    },
    cancel: () => {
      kept.readOn = readOn().catch(() => undefined)
    }
  })
  return new Response(streamed, { status, headers })
}

const headersFor = (given: Headers): Headers => {
  const headers = new Headers([...given].filter(([name]) => !ofConnection.has(name) && name !== "origin"))
  headers.set("accept-encoding", "identity")
  return headers
}

/** They belong to one connection, or tell how a body was encoded for it. */
const ofConnection = new Set(
  (
    "accept-encoding connection content-encoding content-length expect host keep-alive proxy-authenticate " +
    "proxy-authorization proxy-connection te trailer transfer-encoding upgrade"
  ).split(" ")
)

/** What clients act on. */
const keptHeaders = new Set(
  "content-type request-id x-request-id retry-after retry-after-ms x-should-retry location".split(" ")
)
