/**
 * Conversations as programs that use the AI SDK keep them: lists of `UIMessage` or of `ModelMessage`.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isArray } from "../../../base/std/Json.ts"
import { messagesOfAiSdk } from "../../../edges/telemetry/aiSdkMessages.ts"
import { chatRuns } from "./chatRuns.ts"
import type { Dialect } from "./conversations.ts"
import { listOf, objectOf } from "../../../edges/telemetry/fields.ts"
import type { Document, Item, ReadOptions } from "../../../edges/telemetry/Item.ts"

export const aiSdk = (documents: Iterable<Document>, options: ReadOptions): Iterable<Item> =>
  chatRuns(documents, options, { server: "ai-sdk", dialect: keptMessages, chatMessages: messagesOfAiSdk })

/** Messages that a program keeps: no provider has such requests. */
export const keptMessages: Dialect = {
  list: "messages",
  isMessage: ({ role }) => typeof role === "string",
  messagesOf: ({ messages }) => (isArray(messages) ? messages : undefined),
  assemble: () => undefined,
  answerOf: () => undefined,
  answersIn: () => 0
}

export const isAiSdk = ({ value }: Document): boolean => {
  const { messages } = objectOf(value)
  return (isArray(messages) ? messages : [value]).map(objectOf).some(isMessage)
}

/** Parts of OpenTelemetry have their words in `content`, and those of Gemini have no type. */
const isMessage = ({ content, parts, role, toolInvocations }: JsonObject): boolean => {
  if (typeof role !== "string") return false
  const isTool = (part: Json): boolean => /^tool-(?:call|result)$/.test(String(objectOf(part)["type"]))
  const isPart = (part: Json): boolean => {
    const { text, type } = objectOf(part)
    return typeof type === "string" && (type === "text" ? typeof text === "string" : type.includes("-"))
  }
  return isArray(toolInvocations) || listOf(content).some(isTool) || listOf(parts).some(isPart)
}
