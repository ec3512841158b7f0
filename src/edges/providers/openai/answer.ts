/**
 * Reads a response of OpenAI's Responses API.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AskedCall, ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import { Json, type JsonObject } from "../../../base/domain/Json.ts"
import type { ToolResult } from "../../../base/domain/trace/Trace.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import type { Failure } from "../wire/Failure.ts"
import type { WireNames } from "../wire/wireNames.ts"
import { stateOf } from "../wire/history.ts"
import { type GiveId, withOwnIds } from "../wire/ownIds.ts"
import { askedCall, completeCalls, readAnswer } from "../wire/readAnswer.ts"
import { originOf, usageOf } from "../wire/usage.ts"

const Message = Schema.Struct({
  type: Schema.Literal("message"),
  content: Schema.Array(
    Schema.Struct({ text: Schema.optionalKey(Schema.String), refusal: Schema.optionalKey(Schema.String) })
  )
})

const FunctionCall = Schema.Struct({
  type: Schema.Literal("function_call"),
  call_id: Schema.String,
  name: Schema.String,
  arguments: Schema.String,
  caller: Schema.optionalKey(Json)
})

/** A call of a tool that ran at the provider: the provider's own, or one of an MCP server that it connected to. */
const ProviderCall = Schema.Struct({
  type: Schema.String.check(Schema.isPattern(/^(?!function_call$).*_call$/u)),
  id: Schema.String,
  name: Schema.optionalKey(Schema.String),
  server_label: Schema.optionalKey(Schema.String),
  arguments: Schema.optionalKey(Schema.String),
  action: Schema.optionalKey(Json),
  output: Schema.optionalKey(Json),
  error: Schema.optionalKey(Json)
})
interface ProviderCall extends Schema.Schema.Type<typeof ProviderCall> {}

/** Reasoning, and items that are not known yet. The pattern keeps malformed items of known types out. */
const Other = Schema.Struct({
  type: Schema.String.check(Schema.isPattern(/^(?!message$|.*_call$)/u)),
  encrypted_content: Schema.optionalKey(Json)
})

const Output = Schema.Array(Schema.Union([Message, FunctionCall, ProviderCall, Other]))

const Response = Schema.Struct({
  status: Schema.Literals(["completed", "incomplete"]),
  incomplete_details: Schema.optionalKey(Schema.NullOr(Schema.Struct({ reason: Schema.optionalKey(Schema.String) }))),
  output: Schema.Array(Json),
  usage: Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Json))),
  model: Schema.optionalKey(Json)
})

export const answerOf = (
  body: unknown,
  requestId: unknown,
  names: WireNames,
  give: GiveId
): Result.Result<ModelAnswer, Failure> =>
  Result.gen(function* () {
    const response = yield* readAnswer(Response, body)
    const output = withOwnIds(response.output, "call_id", give, ({ type }) => type === "function_call")
    const items = yield* readAnswer(Output, output, ["output"])
    const parts = items.flatMap((item) => ("content" in item ? item.content : []))
    const asked = items.filter((item) => "call_id" in item).map(wireCall)
    const refused = parts.some(({ refusal }) => refusal !== undefined)
    const stop_reason = refused ? "refusal" : stopReason(response, asked.length > 0)
    const calls = stop_reason === "max_tokens" ? completeCalls(asked) : asked
    const ran = items.filter((item) => "id" in item)
    const kept = output.filter((_, at) => !isUnusable(items[at]))
    const plain = items.every((item) => "content" in item || "call_id" in item || isUnusable(item))
    return {
      text: parts.map(({ refusal, text }) => text ?? refusal ?? "").join(""),
      calls: calls.map((call) => askedCall(names, call)),
      stop_reason,
      ...usageOf(countsOf(response.usage ?? {})),
      ...originOf(response.model, requestId),
      ...(!plain && stateOf(kept, ran.map(providerCall(names)), ran.flatMap(resultOf)))
    }
  })

const countsOf = ({ input_tokens, input_tokens_details, output_tokens, output_tokens_details }: JsonObject) => ({
  input: input_tokens,
  output: output_tokens,
  cacheRead: isJsonObject(input_tokens_details) ? input_tokens_details.cached_tokens : undefined,
  reasoning: isJsonObject(output_tokens_details) ? output_tokens_details.reasoning_tokens : undefined
})

const stopReason = ({ incomplete_details, status }: typeof Response.Type, callsTools: boolean): string => {
  const reason = incomplete_details?.reason
  if (status === "completed") return callsTools ? "tool_use" : "end_turn"
  if (reason === "max_output_tokens") return "max_tokens"
  return reason === "content_filter" ? "refusal" : (reason ?? status)
}

/** Reasoning without its encrypted text. OpenAI stored none either, and rejects such an item in a request. */
const isUnusable = (item: (typeof Output.Type)[number] | undefined): boolean =>
  item?.type === "reasoning" && !("encrypted_content" in item && typeof item.encrypted_content === "string")

const wireCall = ({ arguments: args, call_id: id, caller, name }: typeof FunctionCall.Type) => ({
  id,
  name,
  args,
  caller
})

const providerCall =
  (names: WireNames) =>
  ({ action, arguments: args, id, name, server_label, type }: ProviderCall): AskedCall => ({
    ...askedCall(names, { id, name: name ?? type, args: args ?? action ?? "" }),
    server: server_label ?? "",
    name: name ?? type
  })

const resultOf = ({ error, id, output }: ProviderCall): ReadonlyArray<ToolResult> => {
  const is_error = error !== undefined && error !== null
  const content = is_error ? error : (output ?? null)
  const text = typeof content === "string" ? content : JSON.stringify(content)
  return content === null ? [] : [{ call_id: id, is_error, content: [{ type: "text", text }], timed_out: false }]
}
