/**
 * The body of a recorded response: `json`, or the answer that the events of a streamed body, `text`, make together.
 */
import type { Json, JsonObject } from "../domain/Json.ts"
import type { Assemble } from "../domain/streams/assembled.ts"
import { serverSentEvents } from "../domain/streams/serverSentEvents.ts"
import { isJsonObject } from "../std/Json.ts"
import { objectOf } from "./fields.ts"
import { parseExact } from "./parseExact.ts"

/** Undefined for a response that failed or has no body of this API. */
export const responseBody = (response: Json | undefined, assemble: Assemble): JsonObject | undefined => {
  const { json, status, text } = objectOf(response)
  if (status !== undefined && status !== 200) return undefined
  if (isJsonObject(json)) return json
  const events = typeof text === "string" ? serverSentEvents(text, parseExact) : undefined
  const body = events && (assemble(events) as Json | undefined)
  return isJsonObject(body) ? body : undefined
}

export { assembledCompletion, assembledMessage, assembledResponse } from "../domain/streams/assembled.ts"
export type { Assemble }
