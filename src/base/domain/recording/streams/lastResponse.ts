/**
 * The response of OpenAI's Responses API in the events of its stream.
 */
import { isObject } from "../../../std/Json.ts"

/** The last event contains the whole response; a stream that broke off has another last event, which is no answer. */
export const lastResponse = (events: ReadonlyArray<unknown>): unknown => {
  const event = events.at(-1)
  return isObject(event) && "response" in event ? event["response"] : event
}
