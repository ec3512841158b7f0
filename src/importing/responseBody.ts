/**
 * The body of a recorded response: `json`, or the answer that the events of a streamed body, `text`, make together.
 */
import type { Json, JsonObject } from "../domain/Json.ts"
import { messageOf } from "../domain/streams/anthropicMessage.ts"
import { completionOf } from "../domain/streams/chatCompletion.ts"
import { lastResponse } from "../domain/streams/lastResponse.ts"
import { serverSentEvents } from "../domain/streams/serverSentEvents.ts"
import { isJsonObject } from "../std/Json.ts"
import { objectOf } from "./fields.ts"
import { parseExact } from "./parseExact.ts"

/** Makes the body of an answer from events. Undefined if they are of another API, or broke off. */
export type Assemble = (events: ReadonlyArray<unknown>) => unknown

/** Undefined for a response that failed or has no body of this API. */
export const responseBody = (response: Json | undefined, assemble: Assemble): JsonObject | undefined => {
  const { json, status, text } = objectOf(response)
  if (status !== undefined && status !== 200) return undefined
  if (isJsonObject(json)) return json
  const events = typeof text === "string" ? serverSentEvents(text, parseExact) : undefined
  const body = events && (assemble(events) as Json | undefined)
  return isJsonObject(body) ? body : undefined
}

export const assembledCompletion: Assemble = (events) => {
  const body = completionOf(events)
  return typeof body.choices[0].finish_reason === "string" ? body : undefined
}

/** The input of a call stays text here, as that of other APIs is. */
export const assembledMessage: Assemble = (events) => {
  const message = messageOf(events, (text) => text)
  return typeof message.stop_reason === "string" ? { type: "message", ...message } : undefined
}

export const assembledResponse: Assemble = (events) => {
  const response = lastResponse(events)
  const { status } = objectOf(response as Json | undefined)
  return status === "completed" || status === "incomplete" ? response : undefined
}
