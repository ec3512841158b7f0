/**
 * Spans of the AI SDK in the names that it had before OpenTelemetry's: `ai.prompt.messages`, `ai.response.text` and
 * `ai.response.toolCalls`.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { messagesOfAiSdk } from "./aiSdkMessages.ts"
import { listOf, objectOf, textOf } from "./fields.ts"
import { parsedAttribute } from "./genAiMessages.ts"
import type { SpanExchange } from "./spanMessages.ts"

/** The span around the steps of a conversation has no `ai.prompt.messages`. */
export const aiSdkExchange = (attributes: JsonObject): SpanExchange | undefined => {
  const text = textOf(attributes["ai.response.text"]) ?? textOf(attributes["ai.response.object"])
  const calls = listOf(parsedAttribute(attributes["ai.response.toolCalls"]))
  const asked = parsedAttribute(attributes["ai.prompt.messages"])
  if (asked === undefined || (text === undefined && calls.length === 0)) return undefined
  const content: ReadonlyArray<Json> = [
    { type: "text", text: text ?? "" },
    ...calls.map((call) => ({ ...objectOf(call), type: "tool-call" }))
  ]
  const [before, answer] = [messagesOfAiSdk(listOf(asked)), messagesOfAiSdk([{ role: "assistant", content }])]
  return { asked: before.messages, answered: answer.messages, unknown: [...before.unknown, ...answer.unknown] }
}
