/**
 * Reads a message of Anthropic's API.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import { Json, type JsonObject } from "../../../base/domain/Json.ts"
import type { ToolResult } from "../../../base/domain/trace/Trace.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import type { Failure } from "../wire/Failure.ts"
import type { WireNames } from "../wire/wireNames.ts"
import { stateOf } from "../wire/history.ts"
import { type GiveId, withOwnIds } from "../wire/ownIds.ts"
import { askedCall, completeCalls, readAnswer } from "../wire/readAnswer.ts"
import { originOf, usageOf } from "../wire/usage.ts"

const Text = Schema.Struct({ type: Schema.Literal("text"), text: Schema.String })

const Use = Schema.Struct({
  type: Schema.Literals(["tool_use", "server_tool_use", "mcp_tool_use"]),
  id: Schema.String,
  name: Schema.String,
  input: Json,
  caller: Schema.optionalKey(Json),
  server_name: Schema.optionalKey(Schema.String)
})
interface Use extends Schema.Schema.Type<typeof Use> {}

/** The result of a tool that ran at the provider. */
const Outcome = Schema.Struct({
  type: Schema.String.check(Schema.isPattern(/_tool_result$/u)),
  tool_use_id: Schema.String,
  content: Json,
  is_error: Schema.optionalKey(Schema.Boolean)
})

/** Thinking, and blocks that are not known yet. The pattern keeps malformed blocks of known types out. */
const Other = Schema.Struct({ type: Schema.String.check(Schema.isPattern(/^(?!text$|.*tool_use$|.*_tool_result$)/u)) })

const Content = Schema.Array(Schema.Union([Text, Use, Outcome, Other]))

const Message = Schema.Struct({
  content: Schema.Array(Json),
  stop_reason: Schema.String,
  usage: Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Json))),
  model: Schema.optionalKey(Json)
})
export interface AnthropicMessage extends Schema.Schema.Type<typeof Message> {}

export const readMessage = (body: unknown): Result.Result<AnthropicMessage, Failure> => readAnswer(Message, body)

/** A message with what came after its pause. */
export const continued = (before: AnthropicMessage, after: AnthropicMessage): AnthropicMessage => ({
  ...after,
  content: [...before.content, ...after.content],
  usage: added(before.usage ?? {}, after.usage ?? {})
})

/** A count that one of them lacks is unknown. */
const added = (one: JsonObject, other: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(one).flatMap(([name, count]) => {
      const more = other[name]
      return typeof count === "number" && typeof more === "number" ? [[name, count + more]] : []
    })
  )

export const answerOf = (
  message: AnthropicMessage,
  requestId: unknown,
  names: WireNames,
  give: GiveId
): Result.Result<ModelAnswer, Failure> =>
  Result.gen(function* () {
    const content = withOwnIds(message.content, "id", give, ({ type }) => type === "tool_use")
    const blocks = yield* readAnswer(Content, content, ["content"])
    const stop_reason = stopReason(message.stop_reason)
    const uses = blocks.filter((block) => "input" in block)
    const asked = uses.filter(({ type }) => type === "tool_use").map(wireCall)
    const calls =
      stop_reason === "max_tokens" ? completeCalls(asked.filter(({ id }) => id !== truncatedCall(blocks))) : asked
    const ran = uses.filter(({ type }) => type !== "tool_use")
    const results = blocks.filter((block) => "tool_use_id" in block).map(resultOf)
    const kept = content.filter((block) => !isBlank(block))
    const plain = blocks.every((block) => "text" in block || ("input" in block && block.type === "tool_use"))
    const { usage } = message
    return {
      text: blocks.map((block) => ("text" in block ? block.text : "")).join(""),
      calls: calls.map((call) => askedCall(names, call)),
      stop_reason,
      ...usageOf({
        input: usage?.input_tokens,
        output: usage?.output_tokens,
        cacheRead: usage?.cache_read_input_tokens,
        cacheWrite: usage?.cache_creation_input_tokens,
        excludesCache: true
      }),
      ...originOf(message.model, requestId),
      ...(!plain && stateOf(kept, ran.map(providerCall(names)), results))
    }
  })

/** A full context window truncates an answer as the token limit does. */
const stopReason = (reason: string): string => (reason === "model_context_window_exceeded" ? "max_tokens" : reason)

/** The id of the call that was truncated: the last block, which holds the arguments that had arrived. */
const truncatedCall = (blocks: typeof Content.Type): string | undefined => {
  const last = blocks.at(-1)
  return last !== undefined && "id" in last ? last.id : undefined
}

/** The API sends texts of nothing but space, and rejects them in requests. */
export const isBlank = (block: Json): boolean =>
  isJsonObject(block) && block.type === "text" && String(block.text).trim() === ""

const wireCall = ({ caller, id, input, name }: Use) => ({ id, name, args: input, caller })

/** A call of a tool that ran at the provider: the provider's own, or one of an MCP server that it connected to. */
const providerCall =
  (names: WireNames) =>
  (use: Use): ModelAnswer["calls"][number] => ({
    ...askedCall(names, wireCall(use)),
    server: use.server_name ?? "",
    name: use.name
  })

const resultOf = ({ content, is_error, tool_use_id, type }: typeof Outcome.Type): ToolResult => ({
  call_id: tool_use_id,
  is_error: is_error ?? isError(content),
  content: type === "mcp_tool_result" && Array.isArray(content) ? content : [content],
  timed_out: false
})

const isError = Schema.is(Schema.Struct({ type: Schema.String.check(Schema.isPattern(/_error$/u)) }))
