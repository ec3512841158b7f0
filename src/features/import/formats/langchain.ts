/**
 * Messages of LangChain and LangGraph: `{ type: "ai", content, tool_calls: [{ id, name, args }] }`, the same below `data`, or as LangChain
 * serializes its classes: `{ lc, id, kwargs }`.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { keptMessages } from "./aiSdk.ts"
import { chatRuns } from "./chatRuns.ts"
import { listOf, objectOf, textOf } from "../../../edges/telemetry/fields.ts"
import type { ChatMessages } from "../../../edges/telemetry/genAiMessages.ts"
import type { Document, Item, ReadOptions } from "../../../edges/telemetry/Item.ts"

export const langchain = (documents: Iterable<Document>, options: ReadOptions): Iterable<Item> =>
  chatRuns(documents, options, {
    server: "langchain",
    dialect: { ...keptMessages, isMessage: (value) => roleOf(fieldsOf(value)) !== undefined },
    chatMessages: (list): ChatMessages => ({ messages: list.map(chatMessage), unknown: [] })
  })

export const isLangchain = ({ value }: Document): boolean => {
  const { messages } = objectOf(value)
  return (isArray(messages) ? messages : [value]).some((message) => {
    const { role, type } = objectOf(message)
    const fields = fieldsOf(objectOf(message))
    const isOwn = type !== "system" && type !== "tool" && type !== "function"
    return role === undefined && isOwn && Object.hasOwn(fields, "content") && Object.hasOwn(ROLES, typeOf(fields))
  })
}

const ROLES: { readonly [type: string]: string } = {
  human: "user",
  ai: "assistant",
  system: "system",
  tool: "tool",
  function: "function"
}

/** The class of a serialized message is its type: `AIMessageChunk` is `ai`. */
const fieldsOf = (message: JsonObject): JsonObject => {
  const { data, id, kwargs, type } = message
  if (isJsonObject(kwargs)) return { ...kwargs, type: String(listOf(id).at(-1) ?? "") }
  return isJsonObject(data) && typeof type === "string" ? { ...data, type } : message
}

const typeOf = ({ type }: JsonObject): string =>
  String(type ?? "")
    .replace(/Message(?:Chunk)?$/, "")
    .toLowerCase()

const roleOf = (fields: JsonObject): string | undefined => textOf(fields["role"]) ?? ROLES[typeOf(fields)]

const chatMessage = (message: Json): Json => {
  const fields = fieldsOf(objectOf(message))
  const {
    additional_kwargs,
    content,
    invalid_tool_calls,
    name,
    response_metadata,
    status,
    tool_call_id,
    tool_calls,
    usage_metadata
  } = fields
  const { finish_reason, stop_reason } = objectOf(response_metadata)
  const { input_tokens, output_tokens } = objectOf(usage_metadata)
  const own = [...listOf(tool_calls), ...listOf(invalid_tool_calls)]
  // Earlier versions, and models that LangChain does not know, have their calls as the provider wrote them.
  const { function_call, tool_calls: provided } = objectOf(additional_kwargs)
  const calls = own.length > 0 ? own : listOf(provided)
  return {
    role: roleOf(fields) ?? null,
    content: content ?? null,
    ...(calls.length > 0 ? { tool_calls: calls } : function_call !== undefined && { function_call }),
    ...(tool_call_id !== undefined && { tool_call_id }),
    ...(name !== undefined && { name }),
    ...(status !== undefined && { error: status === "error" }),
    ...(usage_metadata !== undefined && {
      usage: { prompt_tokens: input_tokens ?? null, completion_tokens: output_tokens ?? null }
    }),
    ...((finish_reason ?? stop_reason) !== undefined && {
      finish_reason: finish_reason ?? STOPS[String(stop_reason)] ?? null
    })
  }
}

/** Reasons of Anthropic, which LangChain passes on, in the words of Chat Completions. */
const STOPS: { readonly [reason: string]: string } = { max_tokens: "length", refusal: "content_filter" }
