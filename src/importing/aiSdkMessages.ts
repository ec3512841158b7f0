/**
 * Spans of the AI SDK in the names that it had before OpenTelemetry's: `ai.prompt.messages`, `ai.response.text` and
 * `ai.response.toolCalls`.
 */
import type { Json, JsonObject } from "../domain/Json.ts"
import { listOf, objectOf, textOf, wordsIn } from "./fields.ts"
import { parsedAttribute } from "./genAiMessages.ts"
import type { SpanExchange } from "./spanMessages.ts"

/** The span around the steps of a conversation has no `ai.prompt.messages`. */
export const aiSdkExchange = (attributes: JsonObject): SpanExchange | undefined => {
  const text = textOf(attributes["ai.response.text"]) ?? textOf(attributes["ai.response.object"])
  const calls = listOf(parsedAttribute(attributes["ai.response.toolCalls"]))
  const asked = parsedAttribute(attributes["ai.prompt.messages"])
  if (asked === undefined || (text === undefined && calls.length === 0)) return undefined
  return {
    asked: listOf(asked).flatMap(chatMessages),
    answered: [answer(text ?? "", calls.map(objectOf))],
    unknown: []
  }
}

const chatMessages = (message: Json): ReadonlyArray<Json> => {
  const { content, role } = objectOf(message)
  const parts = listOf(content).map(objectOf)
  const of = (type: string) => parts.filter((part) => part["type"] === type)
  if (role === "assistant") return [answer(wordsIn(of("text")) || wordsIn(textOf(content)), of("tool-call"))]
  if (role !== "tool") return [message]
  return of("tool-result").map(({ output, result, toolCallId, toolName }) => {
    const { type, value } = objectOf(output)
    const isError = typeof type === "string" && type.startsWith("error-")
    return {
      role: "tool",
      tool_call_id: textOf(toolCallId) ?? "",
      name: toolName ?? "",
      content: listedBlocks(value ?? result ?? output ?? null),
      ...(isError && { error: true })
    }
  })
}

/** Earlier versions call the input of a tool `args`. */
const answer = (content: string, calls: ReadonlyArray<JsonObject>): Json => ({
  role: "assistant",
  content,
  ...(calls.length > 0 && {
    tool_calls: calls.map(({ args, input, toolCallId, toolName }) => ({
      id: toolCallId ?? "",
      name: toolName ?? "",
      arguments: input ?? args ?? null
    }))
  })
})

/** Pictures of a result in the words of MCP, so that their bytes become a hash. */
const listedBlocks = (value: Json): Json =>
  listOf(value).length === 0
    ? value
    : listOf(value).map((part) => {
        const { data, mediaType, type } = objectOf(part)
        return (type === "image-data" || type === "media") && typeof data === "string"
          ? { type: "image", data, mimeType: mediaType ?? "" }
          : part
      })
