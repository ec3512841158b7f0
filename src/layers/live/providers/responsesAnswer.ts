/**
 * Reads a response of OpenAI's.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AskedCall, ModelAnswer } from "../../../domain/Cassette.ts"
import { Json } from "../../../domain/Json.ts"
import type { ToolResult } from "../../../domain/Trace.ts"
import { askedCall, whole } from "./askedCall.ts"
import type { Failure } from "./Failure.ts"
import { readAnswer } from "./readAnswer.ts"
import { stateOf } from "./ProviderState.ts"
import { usageOf } from "./usage.ts"
import type { WireNames } from "./wireNames.ts"

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

/** A tool that ran at the provider: of an MCP server that it reached by itself, or of its own. */
const OwnCall = Schema.Struct({
  type: Schema.String.check(Schema.isPattern(/^(?!function_call$).*_call$/u)),
  id: Schema.String,
  name: Schema.optionalKey(Schema.String),
  server_label: Schema.optionalKey(Schema.String),
  arguments: Schema.optionalKey(Schema.String),
  action: Schema.optionalKey(Json),
  output: Schema.optionalKey(Json),
  error: Schema.optionalKey(Json)
})
interface OwnCall extends Schema.Schema.Type<typeof OwnCall> {}

/** Reasoning, and whatever is yet to come; but never half of what is known. */
const Other = Schema.Struct({
  type: Schema.String.check(Schema.isPattern(/^(?!message$|.*_call$)/u)),
  encrypted_content: Schema.optionalKey(Json)
})

const Output = Schema.Array(Schema.Union([Message, FunctionCall, OwnCall, Other]))

const Response = Schema.Struct({
  status: Schema.Literals(["completed", "incomplete"]),
  incomplete_details: Schema.optionalKey(Schema.NullOr(Schema.Struct({ reason: Schema.optionalKey(Schema.String) }))),
  output: Schema.Array(Json),
  usage: Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Json)))
})

export const answerOf = (said: unknown, names: WireNames): Result.Result<ModelAnswer, Failure> =>
  Result.gen(function* () {
    const response = yield* readAnswer(Response, said)
    const items = yield* readAnswer(Output, response.output)
    const parts = items.flatMap((item) => ("content" in item ? item.content : []))
    const asked = items.filter((item) => "call_id" in item).map(wireCall)
    const refused = parts.some(({ refusal }) => refusal !== undefined)
    const stop_reason = refused ? "refusal" : stopReason(response, asked.length > 0)
    const calls = stop_reason === "max_tokens" ? whole(asked) : asked
    const ran = items.filter((item) => "id" in item)
    const kept = response.output.filter((_, at) => !forgotten(items[at]))
    const plain = items.every((item) => "content" in item || "call_id" in item || forgotten(item))
    return {
      text: parts.map(({ refusal, text }) => text ?? refusal ?? "").join(""),
      calls: calls.map((call) => askedCall(names, call)),
      stop_reason,
      ...usageOf(response.usage?.input_tokens, response.usage?.output_tokens),
      ...(!plain && stateOf(kept, ran.map(ownCall(names)), ran.flatMap(resultOf)))
    }
  })

const stopReason = ({ incomplete_details, status }: typeof Response.Type, callsTools: boolean): string => {
  const reason = incomplete_details?.reason
  if (status === "completed") return callsTools ? "tool_use" : "end_turn"
  if (reason === "max_output_tokens") return "max_tokens"
  return reason === "content_filter" ? "refusal" : (reason ?? status)
}

/** Thoughts that came without their encrypted text: OpenAI has not kept them, and knows no more of them than we do. */
const forgotten = (item: (typeof Output.Type)[number] | undefined): boolean =>
  item?.type === "reasoning" && !("encrypted_content" in item && typeof item.encrypted_content === "string")

const wireCall = ({ arguments: args, call_id: id, caller, name }: typeof FunctionCall.Type) => ({
  id,
  name,
  args,
  caller
})

const ownCall =
  (names: WireNames) =>
  ({ action, arguments: args, id, name, server_label, type }: OwnCall): AskedCall => ({
    ...askedCall(names, { id, name: name ?? type, args: args ?? action ?? "" }),
    server: server_label ?? "",
    name: name ?? type
  })

const resultOf = ({ error, id, output }: OwnCall): ReadonlyArray<ToolResult> => {
  const is_error = error !== undefined && error !== null
  const said = is_error ? error : (output ?? null)
  const text = typeof said === "string" ? said : JSON.stringify(said)
  return said === null ? [] : [{ call_id: id, is_error, content: [{ type: "text", text }], timed_out: false }]
}
