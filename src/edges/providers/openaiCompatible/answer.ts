/**
 * Reads a completion of the Chat Completions API, as compatible servers send it.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isObject } from "../../../base/std/Json.ts"
import { type Failure, refused, unreadable } from "../wire/Failure.ts"
import type { WireNames } from "../wire/wireNames.ts"
import { stateOf } from "../wire/history.ts"
import type { GiveId } from "../wire/ownIds.ts"
import { askedCall, completeCalls, readAnswer } from "../wire/readAnswer.ts"
import { originOf, usageOf } from "../wire/usage.ts"
import { hasMore, isThought, usualMessage } from "./message.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Part = Schema.Union([
  Schema.String,
  Schema.Struct({
    type: Schema.optionalKey(Schema.String),
    text: optional(Schema.String),
    refusal: optional(Schema.String)
  })
])

const Message = Schema.Struct({
  content: optional(Schema.Union([Schema.String, Schema.Array(Part)])),
  refusal: optional(Schema.String),
  tool_calls: optional(
    Schema.Array(
      Schema.Struct({
        id: Schema.String,
        function: Schema.Struct({ name: Schema.NonEmptyString, arguments: Schema.String })
      })
    )
  )
})

const Counts = optional(Schema.Record(Schema.String, Json))

const Completion = Schema.Struct({
  choices: Schema.Array(
    Schema.Struct({ message: JsonObject, finish_reason: optional(Schema.String), usage: Schema.optionalKey(Json) })
  ),
  usage: Counts,
  model: Schema.optionalKey(Json)
})

/** What the reader knows of the request. */
export interface Sent {
  readonly names: WireNames
  readonly give: GiveId
  readonly maxTokens: number
  /** The server's id of the request, of its headers. */
  readonly requestId: string | null
}

export const answerOf = (
  body: unknown,
  { give, maxTokens, names, requestId }: Sent
): Result.Result<ModelAnswer, Failure> =>
  Result.gen(function* () {
    if (isBareError(body)) return yield* Result.fail(refused(body))
    const { choices, model, usage } = yield* readAnswer(Completion, body)
    const [choice] = choices
    if (choice === undefined) return yield* Result.fail(unreadable("choices is [], and has no answer"))
    const sent = usualMessage(choice.message, give)
    const message = yield* readAnswer(Message, sent, ["choices", 0, "message"])
    const asked = (message.tool_calls ?? []).map((call) => ({
      id: call.id,
      name: call.function.name,
      args: call.function.arguments
    }))
    const { refusal, text } = wordsOf(message)
    const counted = usageOf(countsOf(usage ?? choice.usage))
    const isFull = (counted.usage?.output ?? 0) >= maxTokens
    const stop_reason = refusal === "" ? stopReason(choice.finish_reason, asked.length > 0, isFull) : "refusal"
    const calls = stop_reason === "max_tokens" ? completeCalls(asked) : asked
    return {
      text: `${text}${refusal}`,
      calls: calls.map((call) => askedCall(names, call)),
      stop_reason,
      ...counted,
      ...originOf(model, requestId),
      ...(hasMore(sent) && stateOf([{ role: "assistant", ...sent }]))
    }
  })

/** Some servers send an error with status 200, without the wrapping. */
const isBareError = (body: unknown): boolean => isObject(body) && body.object === "error"

const wordsOf = ({ content, refusal }: typeof Message.Type): { readonly text: string; readonly refusal: string } => {
  if (typeof content === "string" || content === null || content === undefined) {
    return { text: content ?? "", refusal: refusal ?? "" }
  }
  const parts = content.map((part) => (typeof part === "string" ? { text: part } : part))
  return {
    text: parts.map((part) => (isThought(part) ? "" : (part.text ?? ""))).join(""),
    refusal: `${parts.map((part) => ("refusal" in part ? (part.refusal ?? "") : "")).join("")}${refusal ?? ""}`
  }
}

/**
 * Servers write the reason in capitals, in words of their own, or not at all, and send "stop" with an answer that calls tools. An
 * answer without a reason that is as long as it may be was truncated.
 */
const stopReason = (reason: string | null | undefined, callsTools: boolean, isFull: boolean): string => {
  const plain = (reason ?? "").toLowerCase().replaceAll("-", "_")
  if (truncated.has(plain) || (plain === "" && isFull)) return "max_tokens"
  if (filtered.has(plain)) return "refusal"
  return complete.has(plain) ? (callsTools ? "tool_use" : "end_turn") : (reason ?? "")
}

const complete = new Set([
  "",
  "stop",
  "eos",
  "eos_token",
  "end_turn",
  "stop_sequence",
  "tool_calls",
  "tool_call",
  "tool_use",
  "function_call"
])
const truncated = new Set(["length", "max_tokens", "max_output_tokens", "max_length"])
const filtered = new Set(["content_filter", "safety", "refusal"])

/** DeepSeek has a count of its own for what was read from the cache. */
const countsOf = (counts: unknown) => {
  const usage = isObject(counts) ? counts : {}
  const { completion_tokens_details: written, prompt_tokens_details: read } = usage
  return {
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    cacheRead: (isObject(read) ? read.cached_tokens : undefined) ?? usage.prompt_cache_hit_tokens,
    reasoning: isObject(written) ? written.reasoning_tokens : undefined
  }
}
