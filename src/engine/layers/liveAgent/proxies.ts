/**
 * What is between an agent and its model when the agent's code is run again: the recorded answers, at once and without the network.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Json } from "../../../base/domain/Json.ts"
import type { WireExchange } from "../../../base/domain/recording/Wire.ts"
import { ModelProxies } from "../../services/Driver.ts"
import type { Infrastructure } from "../../services/Infrastructure.ts"
import type { Environment } from "../../../base/std/Environment.ts"
import { openEndpoint } from "../live/models/endpoint.ts"
import { addressesAt, type ApiHandler, apiHandlers, apisOf } from "../live/models/apis.ts"
import { hidingKeys, withoutKeys } from "../live/models/keys.ts"
import { bodyOf, bytesOf, requestBody, UNREADABLE } from "../live/models/wireBody.ts"
import type { Redactor } from "../record/redact.ts"
import { askedPast, diverged, requestDiverged } from "./divergence.ts"
import type { AskedRequest } from "./exchangePool.ts"
import { refusingRequests } from "./pastRequests.ts"
import type { RunTape, RunTapes } from "./runTapes.ts"

export const layer = (tapes: RunTapes, environment: Environment, redactor: Redactor): Layer.Layer<never> =>
  Layer.effect(
    ModelProxies,
    Effect.gen(function* () {
      const apis = apisOf(environment)
      const open = new Set<(origin: string) => void>()
      yield* refusingRequests(
        [...apis, ...apisOf({})].map(({ url }) => url),
        (origin) => {
          for (const told of open) told(origin)
        }
      )
      return {
        open: Effect.fnUntraced(function* (cell, run, fail) {
          const tape = tapes.of(cell, run)
          const file = tape?.recording.file ?? ""
          const told = (origin: string) => fail(askedPast({ file, run }, origin))
          yield* Effect.acquireRelease(
            Effect.sync(() => open.add(told)),
            () => Effect.sync(() => open.delete(told))
          )
          const answered: Array<WireExchange> = []
          const handle: ApiHandler =
            tape === undefined
              ? async () => new Response(null, { status: 404 })
              : answering(tape, run, redactor, fail, (exchange) => answered.push(exchange))
          const { url } = yield* openEndpoint(apiHandlers(apis, handle))
          return {
            addresses: addressesAt(apis, url),
            exchanges: Effect.succeed([]),
            replayed: Effect.sync(() => answered)
          }
        })
      }
    })
  )

/** What was recorded shows no secret, so neither does what is compared with it. */
const answering =
  (
    { exchanges, recording: { file } }: RunTape,
    run: number,
    redactor: Redactor,
    fail: (error: Infrastructure) => void,
    onAnswer: (exchange: WireExchange) => void
  ): ApiHandler =>
  async (api, path, request) => {
    const { headers, method } = request
    const body = await bodyOf(request)
    const refused = (error: Infrastructure, status: number): Response => {
      fail(error)
      return Response.json({ error: { type: "invalid_request_error", message: error.message } }, { status })
    }
    if (body === undefined) return refused(diverged({ file, run }, UNREADABLE, PLAIN), 415)
    const said = hidingKeys(headers, path)({ path: withoutKeys(path), request: { ...requestBody(body) } as Json })
    const asked = {
      api: api.kind,
      method,
      ...(redactor.json(said) as unknown as Pick<AskedRequest, "path" | "request">)
    }
    const found = exchanges.take(asked)
    if (!("asked" in found)) {
      onAnswer(found)
      return replayed(found)
    }
    return refused(requestDiverged({ file, run }, found, exchanges), 400)
  }

const PLAIN = "Let its client send plain JSON, or one of these encodings."

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

/** How long a client has to wait before it asks again. Zero would make some wait as long as they like. */
const withoutWait = (headers: WireExchange["headers"]): WireExchange["headers"] =>
  "retry-after" in headers || "retry-after-ms" in headers ? { "retry-after": "0", "retry-after-ms": "1" } : {}
