/**
 * Reads what `doGenerate` of a language model of the AI SDK gives.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AskedCall, ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import type { ToolResult } from "../../../base/domain/trace/Trace.ts"
import { isJsonObject, isObject } from "../../../base/std/Json.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { type Failure, unreadable } from "../wire/Failure.ts"
import { stateOf } from "../wire/history.ts"
import { type GiveId, withOwnIds } from "../wire/ownIds.ts"
import { argsOf, askedCall, completeCalls, readAnswer } from "../wire/readAnswer.ts"
import { originOf, usageOf } from "../wire/usage.ts"
import type { WireNames } from "../wire/wireNames.ts"

const Text = Schema.Struct({ type: Schema.Literal("text"), text: Schema.String })

const Call = Schema.Struct({
  type: Schema.Literal("tool-call"),
  toolCallId: Schema.String,
  toolName: Schema.NonEmptyString,
  input: Schema.Json,
  providerExecuted: Schema.optionalKey(Schema.Boolean)
})
interface Call extends Schema.Schema.Type<typeof Call> {}

/** The result of a tool that ran at the provider. */
const Outcome = Schema.Struct({
  type: Schema.Literal("tool-result"),
  toolCallId: Schema.String,
  toolName: Schema.String,
  result: Schema.Json,
  isError: Schema.optionalKey(Schema.Boolean),
  preliminary: Schema.optionalKey(Schema.Boolean)
})

/** Reasoning, sources, files, and what is not known yet. */
const Other = Schema.Struct({ type: Schema.String.check(Schema.isPattern(/^(?!text$|tool-call$|tool-result$)/u)) })

const Content = Schema.Array(Schema.Union([Text, Call, Outcome, Other]))

const Generated = Schema.Struct({
  content: Schema.Array(Schema.Json),
  finishReason: Schema.Struct({ unified: Schema.String, raw: Schema.optionalKey(Schema.String) })
})

export const answerOf = (result: unknown, names: WireNames, give: GiveId): Result.Result<ModelAnswer, Failure> =>
  Result.gen(function* () {
    const { content, finishReason } = yield* readAnswer(Generated, asJson(result))
    if (failed.has(finishReason.unified)) {
      const reason = finishReason.raw === undefined ? "" : ` (${finishReason.raw})`
      return yield* Result.fail(unreadable(`finishReason.unified is "${finishReason.unified}"${reason}`))
    }
    const isOurs = ({ providerExecuted, type }: JsonObject) => type === "tool-call" && providerExecuted !== true
    const items = withOwnIds(content, "toolCallId", give, isOurs)
    const parts = yield* readAnswer(Content, items, ["content"])
    const made = parts.filter((part) => part.type === "tool-call" && "input" in part)
    const asked = made.filter(({ providerExecuted }) => providerExecuted !== true).map(wireCall)
    const ran = made.filter(({ providerExecuted }) => providerExecuted === true)
    const results = parts.filter((part) => "result" in part).filter(({ preliminary }) => preliminary !== true)
    const stop_reason = stopReason(finishReason, asked.length > 0)
    const calls = stop_reason === "max_tokens" ? completeCalls(asked) : asked
    return {
      text: parts.map((part) => ("text" in part ? part.text : "")).join(""),
      calls: calls.map((call) => askedCall(names, call)),
      stop_reason,
      ...usageOf(countsOf(result)),
      ...originOfResult(result),
      ...(!items.every(isPlain) &&
        stateOf(items.flatMap(promptPart), ran.map(providerCall(names)), results.map(resultOf)))
    }
  })

/** The model gave no whole answer. */
const failed = new Set(["error", "interrupted"])

/** Dates, bytes and what is undefined have no place in a recording. */
const asJson = (result: unknown): unknown => {
  if (!isObject(result)) return result
  const { content, finishReason } = result
  return tryCatch((): unknown => JSON.parse(JSON.stringify({ content, finishReason }))) ?? result
}

const stopReason = ({ raw, unified }: (typeof Generated.Type)["finishReason"], callsTools: boolean): string => {
  if (unified === "stop" || unified === "tool-calls") return callsTools ? "tool_use" : "end_turn"
  if (unified === "length") return "max_tokens"
  return unified === "content-filter" ? "refusal" : (raw ?? unified)
}

const wireCall = ({ input, toolCallId, toolName }: Call) => ({ id: toolCallId, name: toolName, args: input })

const providerCall =
  (names: WireNames) =>
  (call: Call): AskedCall => ({ ...askedCall(names, wireCall(call)), server: "", name: call.toolName })

const resultOf = ({ isError = false, result, toolCallId }: typeof Outcome.Type): ToolResult => ({
  call_id: toolCallId,
  is_error: isError,
  content: [{ type: "text", text: typeof result === "string" ? result : JSON.stringify(result) }],
  timed_out: false
})

/** Whether a part is a text or a call, and no more. */
const isPlain = (part: Json): boolean =>
  isJsonObject(part) &&
  (part.type === "text" || (part.type === "tool-call" && part.providerExecuted !== true)) &&
  part.providerMetadata === undefined

/** A part of an answer as the next prompt has it. Sources and files have no place there. */
const promptPart = (part: Json): ReadonlyArray<Json> => {
  if (!isJsonObject(part)) return []
  const { input, isError, providerMetadata, result, toolCallId = null, toolName = null, type } = part
  const more = providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
  switch (type) {
    case "text":
    case "reasoning":
      return [{ type, text: part.text ?? "", ...more }]
    case "custom":
      return [{ type, kind: part.kind ?? "", ...more }]
    case "tool-call": {
      const executed = part.providerExecuted === true && { providerExecuted: true }
      return [{ type, toolCallId, toolName, input: argsOf(input ?? "") ?? input ?? {}, ...executed, ...more }]
    }
    case "tool-result":
      return part.preliminary === true
        ? []
        : [
            {
              type,
              toolCallId,
              toolName,
              output: { type: isError === true ? "error-json" : "json", value: result ?? null },
              ...more
            }
          ]
    default:
      return []
  }
}

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

const countsOf = (result: unknown) => ({
  input: at(result, "usage", "inputTokens", "total"),
  output: at(result, "usage", "outputTokens", "total"),
  cacheRead: at(result, "usage", "inputTokens", "cacheRead"),
  cacheWrite: at(result, "usage", "inputTokens", "cacheWrite"),
  reasoning: at(result, "usage", "outputTokens", "reasoning")
})

const originOfResult = (result: unknown) => {
  const header = (name: string) => at(result, "response", "headers", name)
  return originOf(at(result, "response", "modelId"), header("x-request-id") ?? header("request-id"))
}
