/**
 * Spans in the names of OpenInference: `llm.input_messages.<n>.message.role`, `llm.output_messages.<n>.message.tool_calls.<m>`.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { textOf } from "./fields.ts"
import { flatList } from "./flatList.ts"
import type { SpanExchange } from "./spanMessages.ts"

export const openInferenceExchange = (attributes: JsonObject): SpanExchange | undefined => {
  const answered = messagesAt(attributes, "llm.output_messages")
  return answered.length === 0
    ? undefined
    : { asked: messagesAt(attributes, "llm.input_messages"), answered: answered.slice(0, 1), unknown: [] }
}

const messagesAt = (attributes: JsonObject, prefix: string): ReadonlyArray<Json> =>
  flatList(attributes, prefix).map((item) => {
    const message = below(item, "message.")
    const parts = flatList(message, "contents").map((part) => below(part, "message_content."))
    const calls = flatList(message, "tool_calls").map((call) => below(call, "tool_call."))
    return {
      role: textOf(message["role"]) ?? "assistant",
      content: message["content"] ?? parts,
      ...(message["tool_call_id"] !== undefined && { tool_call_id: message["tool_call_id"] }),
      ...(message["name"] !== undefined && { name: message["name"] }),
      ...(calls.length > 0 && {
        tool_calls: calls.map((call) => ({
          id: call["id"] ?? "",
          name: call["function.name"] ?? "",
          arguments: call["function.arguments"] ?? null
        }))
      })
    }
  })

const below = (item: JsonObject, prefix: string): JsonObject =>
  Object.fromEntries(
    Object.entries(item).flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : []))
  )
