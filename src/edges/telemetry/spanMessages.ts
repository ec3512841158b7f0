/**
 * What a span says of one answer of a model, in each way in which instrumentation writes it: the messages that the model was
 * given and those that it answered with, as messages of Chat Completions.
 */
import type { Usage } from "../../base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { flatList, listOf, nameOf, objectOf, textOf, usageFrom } from "./fields.ts"
import { messagesFromParts, parsedAttribute } from "./genAiMessages.ts"
import type { Span } from "./Span.ts"
import { messagesOfAiSdk } from "./aiSdkMessages.ts"

export interface SpanExchange {
  readonly asked: ReadonlyArray<Json>
  readonly answered: ReadonlyArray<Json>
  /** Kinds of parts that are in no message. */
  readonly unknown: ReadonlyArray<string>
}

/** Undefined for a span that is not of a model, or that does not hold its messages. */
export const exchangeOf = ({ attributes }: Span): SpanExchange | undefined => {
  if (NO_MODEL.has(textOf(attributes["gen_ai.operation.name"]) ?? "")) return undefined
  const exchange =
    flatExchange(attributes) ??
    genAiExchange(attributes) ??
    aiSdkExchange(attributes) ??
    openInferenceExchange(attributes)
  return exchange && { ...exchange, answered: exchange.answered.map((message) => withStop(message, attributes)) }
}

/** Operations around answers of a model: their spans repeat the messages of those. */
const NO_MODEL = new Set(["invoke_agent", "create_agent", "invoke_workflow", "execute_tool", "agent_step"])

/** OpenLLMetry, before it took over the names of OpenTelemetry. */
const flatExchange = (attributes: JsonObject): SpanExchange | undefined => {
  const isAnswered = ["role", "content"].some((key) => attributes[`gen_ai.completion.0.${key}`] !== undefined)
  if (!isAnswered) return undefined
  const answered = flatList(attributes, "gen_ai.completion")
  return { asked: flatList(attributes, "gen_ai.prompt"), answered, unknown: [] }
}

/** OpenTelemetry's own names. */
const genAiExchange = (attributes: JsonObject): SpanExchange | undefined => {
  const output = listOf(parsedAttribute(attributes["gen_ai.output.messages"]))
  if (output.length === 0) return undefined
  const instructions = listOf(parsedAttribute(attributes["gen_ai.system_instructions"]))
  const input = listOf(parsedAttribute(attributes["gen_ai.input.messages"]))
  const said = instructions.length === 0 ? [] : [{ role: "system", parts: instructions }]
  const [asked, answered] = [messagesFromParts([...said, ...input]), messagesFromParts(output.slice(0, 1))]
  return { asked: asked.messages, answered: answered.messages, unknown: [...asked.unknown, ...answered.unknown] }
}

/** Why the model stopped may be an attribute of the span alone. */
const withStop = (message: Json, attributes: JsonObject): Json => {
  const fields = message as JsonObject
  const reason =
    nameOf(fields["finish_reason"]) ??
    nameOf(listOf(parsedAttribute(attributes["gen_ai.response.finish_reasons"]))[0]) ??
    nameOf(attributes["llm.finish_reason"])
  return { ...fields, ...(reason !== undefined && { finish_reason: STOPS[reason] ?? reason }) }
}

/** Names for what Chat Completions call otherwise. */
const STOPS: { readonly [reason: string]: string } = {
  tool_call: "tool_calls",
  "tool-calls": "tool_calls",
  tool_use: "tool_calls",
  max_tokens: "length",
  "content-filter": "content_filter"
}

/** Cached tokens are part of the input; older spans call them prompt and completion tokens. */
export const spanUsage = ({ attributes }: Span): Usage | undefined =>
  usageFrom(attributes["gen_ai.usage.input_tokens"], attributes["gen_ai.usage.output_tokens"]) ??
  usageFrom(attributes["gen_ai.usage.prompt_tokens"], attributes["gen_ai.usage.completion_tokens"]) ??
  usageFrom(attributes["llm.token_count.prompt"], attributes["llm.token_count.completion"])

/** The span around the steps of a conversation has no `ai.prompt.messages`. */
const aiSdkExchange = (attributes: JsonObject): SpanExchange | undefined => {
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

/** Spans in the names of OpenInference: `llm.input_messages.<n>.message.role`, `llm.output_messages.<n>.message.tool_calls.<m>`. */
const openInferenceExchange = (attributes: JsonObject): SpanExchange | undefined => {
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
