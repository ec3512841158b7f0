/**
 * Sends a request to a server that has no SDK, and reads what it sends back, whatever it calls it: JSON, or a stream of events.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { JsonObject } from "../../../base/domain/Json.ts"
import { DONE, eventData } from "../../../base/domain/recording/streams/serverSentEvents.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { type Failure, failureOf, refused, unreadable } from "./Failure.ts"
import { shownValue } from "./readAnswer.ts"

export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonObject
}

export interface Received {
  readonly headers: Headers
  readonly text: string
}

/** The body of a 200; a failure for any other status. */
export const post = ({ body, headers, url }: Post): Effect.Effect<Received, Failure> =>
  Effect.tryPromise({
    try: async (signal) => {
      const sent = { "content-type": "application/json", ...headers }
      const response = await fetch(url, { method: "POST", headers: sent, body: JSON.stringify(body), signal })
      return { headers: response.headers, ok: response.ok, status: response.status, text: await response.text() }
    },
    catch: failureOf
  }).pipe(
    Effect.flatMap(({ headers: received, ok, status, text }) => {
      if (ok) return Effect.succeed({ headers: received, text })
      const error = jsonOf(text)
      const message = text.trim() === "" ? `status ${status}, and no body` : text
      return Effect.fail(refused(error ?? {}, { headers: received, message }, status))
    })
  )

/** The path of an API under an address, which may have a query: Azure's has `?api-version=...`. */
export const under = (address: string, path: string): string => {
  const [, base = "", query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(address) ?? []
  return `${base.replace(/\/+$/, "")}/${path}${query}`
}

/** What a body is. Some servers stream what was not to be streamed, and the other way round. */
export type Body =
  | { readonly json: unknown }
  | {
      /** The data of the events of a stream. */
      readonly events: ReadonlyArray<unknown>
      /** Whether the stream said that it is complete. */
      readonly isDone: boolean
    }

export const bodyOf = (text: string): Result.Result<Body, Failure> => {
  if (text.trim() === "") return Result.fail(unreadable("it is empty"))
  if (FIELD.test(text)) return eventsOf(text)
  const json = jsonOf(text)
  return json === undefined ? Result.fail(noJson(text)) : Result.succeed({ json })
}

/** How a stream of events begins: with a field, or a comment. */
const FIELD = /^\s*(?:data|event|id|retry)?:/

const eventsOf = (text: string): Result.Result<Body, Failure> => {
  const data = eventData(text)
  const events = data.filter((one) => one !== DONE)
  const jsons = events.map(jsonOf)
  const bad = events[jsons.indexOf(undefined)]
  return bad === undefined
    ? Result.succeed({ events: jsons, isDone: events.length < data.length })
    : Result.fail(noJson(bad))
}

/** Undefined if it is none. */
const jsonOf = (text: string): unknown => tryCatch((): unknown => JSON.parse(text))

const noJson = (text: string): Failure => unreadable(`it is no JSON: ${shownValue(text)}`)
