/**
 * The body of a recorded response: `json`, or the answer that the events of a streamed body, `text`, make together.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import type { Assemble } from "../../../base/domain/recording/streams/assembled.ts"
import { serverSentEvents } from "../../../base/domain/recording/streams/serverSentEvents.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import { objectOf } from "../../../edges/telemetry/fields.ts"
import { parseExact } from "../../../edges/telemetry/callArguments.ts"

/** Undefined for a response that failed or has no body of this API. */
export const responseBody = (response: Json | undefined, assemble: Assemble): JsonObject | undefined => {
  const { json, status, text } = objectOf(response)
  if (status !== undefined && status !== 200) return undefined
  if (isJsonObject(json)) return json
  const events = typeof text === "string" ? serverSentEvents(text, parseExact) : undefined
  const body = events && (assemble(events) as Json | undefined)
  return isJsonObject(body) ? body : undefined
}

export {
  assembledCompletion,
  assembledMessage,
  assembledResponse
} from "../../../base/domain/recording/streams/assembled.ts"
export type { Assemble }
