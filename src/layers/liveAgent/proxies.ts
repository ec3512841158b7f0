/**
 * What is between an agent and its model when the agent's code is run again: the recorded answers, at once and without the network.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Json } from "../../domain/Json.ts"
import type { WireExchange } from "../../domain/Wire.ts"
import { ModelProxies } from "../../services/Driver.ts"
import type { Infrastructure } from "../../services/Infrastructure.ts"
import type { Environment } from "../../std/Environment.ts"
import { openEndpoint } from "../live/command/endpoint.ts"
import { addressesAt, type ApiHandler, apiHandlers, apisOf } from "../live/models/apis.ts"
import { bytesOf, decoded, requestBody } from "../live/models/wireBody.ts"
import type { Redactor } from "../record/redact.ts"
import { requestDiverged } from "./divergence.ts"
import type { RunTape, RunTapes } from "./runTapes.ts"

export const layer = (tapes: RunTapes, environment: Environment, redactor: Redactor): Layer.Layer<never> =>
  Layer.sync(ModelProxies, () => {
    const apis = apisOf(environment)
    return {
      open: Effect.fnUntraced(function* (cell, run, fail) {
        const tape = tapes.of(cell, run)
        const handle: ApiHandler =
          tape === undefined ? async () => new Response(null, { status: 404 }) : answering(tape, run, redactor, fail)
        const { url } = yield* openEndpoint(apiHandlers(apis, handle))
        return { addresses: addressesAt(apis, url), exchanges: Effect.succeed([]) }
      })
    }
  })

/** What was recorded shows no secret, so neither does what is compared with it. */
const answering =
  (
    { exchanges, recording: { file } }: RunTape,
    run: number,
    redactor: Redactor,
    fail: (error: Infrastructure) => void
  ): ApiHandler =>
  async (api, path, request) => {
    const { headers, method } = request
    const body = decoded(new Uint8Array(await request.arrayBuffer()), headers.get("content-encoding"))
    if (body === undefined) return new Response(null, { status: 415 })
    const asked = redactor.json({ api: api.kind, method, path, request: { ...requestBody(body) } as Json })
    const found = exchanges.take(asked as unknown as Pick<WireExchange, "api" | "method" | "path" | "request">)
    if (!("asked" in found)) return replayed(found)
    const error = requestDiverged({ file, run }, found, exchanges)
    fail(error)
    return Response.json({ error: { type: "invalid_request_error", message: error.message } }, { status: 400 })
  }

/** The answer without its waits. One that broke off breaks off again; one that the agent stopped reading stays open. */
const replayed = ({ answer, cut, headers, status }: WireExchange): Response | Promise<never> => {
  if (status === undefined) return cut === "agent" ? new Promise<never>(() => {}) : Promise.reject(new Error(NO_ANSWER))
  const bytes = bytesOf(answer)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (bytes.length > 0) controller.enqueue(bytes)
      if (cut === undefined) controller.close()
    },
    // Called once the bytes were taken.
    pull: (controller) => {
      if (cut === "provider") controller.error(new Error(NO_ANSWER))
    }
  })
  const isEmpty = bytes.length === 0 && cut === undefined
  return new Response(isEmpty ? null : body, { status, headers: { ...headers, ...withoutWait(headers) } })
}

const NO_ANSWER = "The recorded answer broke off."

/** What a client is told to wait for before it asks again. Zero would make some wait as long as they like. */
const withoutWait = (headers: WireExchange["headers"]): WireExchange["headers"] =>
  "retry-after" in headers || "retry-after-ms" in headers ? { "retry-after": "0", "retry-after-ms": "1" } : {}
