/**
 * Messages of OpenTelemetry's conventions, `{ role, parts }`, as messages of Chat Completions. A part is a text, a call or a result;
 * reasoning and media are not words.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isArray } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { listOf, objectOf, textOf } from "./fields.ts"
import { parseExact } from "./callArguments.ts"

export interface ChatMessages {
  readonly messages: ReadonlyArray<Json>
  /** Kinds of parts that are in no message. */
  readonly unknown: ReadonlyArray<string>
}

export const messagesFromParts = (list: ReadonlyArray<Json>): ChatMessages => {
  const all = list.map((message) => {
    const fields = objectOf(message)
    // Some writers have the messages of Chat Completions under these names.
    return isArray(fields["parts"]) ? chatMessages(fields, fields["parts"]) : { messages: [message], unknown: [] }
  })
  return { messages: all.flatMap(({ messages }) => messages), unknown: all.flatMap(({ unknown }) => unknown) }
}

/** Attributes are texts where the exporter knows no structure. Undefined for a text that is not JSON. */
export const parsedAttribute = (value: Json | undefined): Json | undefined =>
  typeof value === "string" ? tryCatch(() => parseExact(value)) : value

/** Results come before words: a message of the user may have both. */
const chatMessages = ({ finish_reason, role }: JsonObject, list: ReadonlyArray<Json>): ChatMessages => {
  const parts = list.map(objectOf)
  const of = (type: string) => parts.filter((part) => part["type"] === type)
  const words = of("text").map(({ content }) => textOf(content) ?? "")
  const calls = of("tool_call")
  const results = of("tool_call_response")
  const unknown = parts.flatMap(({ type }) => (KNOWN.has(String(type)) ? [] : [String(type)]))
  const isAnswer = role === "assistant"
  return {
    unknown,
    messages: [
      ...results.map(({ id, name, response, result }) => ({
        role: "tool",
        tool_call_id: textOf(id) ?? "",
        ...(typeof name === "string" && { name }),
        content: response ?? result ?? null
      })),
      ...(isAnswer || words.length > 0 || results.length === 0
        ? [
            {
              role: isAnswer || role === "system" ? role : "user",
              content: words.join(""),
              ...(calls.length > 0 && { tool_calls: listOf(calls) }),
              ...(finish_reason !== undefined && { finish_reason })
            }
          ]
        : [])
    ]
  }
}

const KNOWN = new Set(["text", "reasoning", "tool_call", "tool_call_response", "blob", "uri", "file"])
