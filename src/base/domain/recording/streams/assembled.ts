/**
 * The body of an answer from the events of its stream, for each API. Undefined if the events are of another API, or broke off.
 */
import { isObject } from "../../../std/Json.ts"
import { messageOf } from "./anthropicMessage.ts"
import { completionOf } from "./chatCompletion.ts"

export type Assemble = (events: ReadonlyArray<unknown>) => unknown

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
  const status = isObject(response) ? response["status"] : undefined
  return status === "completed" || status === "incomplete" ? response : undefined
}

/** The last event contains the whole response; a stream that broke off has another last event, which is no answer. */
export const lastResponse = (events: ReadonlyArray<unknown>): unknown => {
  const event = events.at(-1)
  return isObject(event) && "response" in event ? event["response"] : event
}
