/**
 * Ids of the calls in a provider's answer. Compatible servers send empty ids, or the same ids with every answer: such a call
 * gets an id of its own before anything reads it, so what is recorded and what goes back to the provider agree.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { callIds } from "../../../base/domain/trace/callIds.ts"
import type { Message } from "../../../engine/services/Model.ts"
import { isJsonObject, type JsonObject } from "../../../base/std/Json.ts"

/** Gives ids that no call of the conversation has. */
export type GiveId = (id: string) => string

export const idsAfter = (messages: ReadonlyArray<Message>): GiveId =>
  callIds(messages.flatMap((message) => (message.role === "assistant" ? message.answer.calls.map(({ id }) => id) : [])))

/** The items of an answer; those that are calls have ids of their own under `key`. */
export const withOwnIds = (
  items: ReadonlyArray<Json>,
  key: string,
  give: GiveId,
  isCall: (item: JsonObject) => boolean = () => true
): ReadonlyArray<Json> =>
  items.map((item) => {
    if (!isJsonObject(item) || !isCall(item)) return item
    const id = item[key] ?? ""
    return typeof id === "string" ? { ...item, [key]: give(id) } : item
  })
