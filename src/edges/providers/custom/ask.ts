/**
 * Asks a function of the suite in the place of a provider.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import { Json, JsonObject } from "../../../base/domain/Json.ts"
import type { Message } from "../../../engine/services/Model.ts"
import type { Ask, Question } from "../wire/Ask.ts"
import { Failure } from "../wire/Failure.ts"
import { failureOfCode } from "../wire/failureOfCode.ts"
import { itemsOf, stateOf, toolTexts } from "../wire/history.ts"
import { LONGEST_NAME, parameters } from "../wire/modelOptions.ts"
import { type GiveId, idsAfter } from "../wire/ownIds.ts"
import { readAnswer } from "../wire/readAnswer.ts"
import { originOf, usageOf } from "../wire/usage.ts"
import { type WireNames, wireNames } from "../wire/wireNames.ts"
import type { CustomAsk, CustomMessage, CustomRequest } from "./record.ts"

export const ask: Ask = Effect.fn("custom")(function* (question) {
  const answer = question.code?.answers as CustomAsk
  const names = wireNames(question.request.tools, LONGEST_NAME)
  const given = yield* Effect.tryPromise({
    try: async (signal): Promise<unknown> => answer(requestOf(question, names, signal)),
    catch: failureOfCode
  })
  return yield* Effect.fromResult(answerOf(given, names, idsAfter(question.request.messages)))
})

const requestOf = ({ request }: Question, names: WireNames, signal: AbortSignal): CustomRequest => {
  const { model, options, system } = request.cell.behaviour
  return {
    model,
    ...(system !== undefined && { system }),
    messages: request.messages.map((message, at) => messageOf(message, request.messages[at - 1], names)),
    tools: names.offered.map(([name, { description, input_schema }]) => ({
      name,
      ...(description !== undefined && { description }),
      inputSchema: parameters(input_schema)
    })),
    maxTokens: options.max_tokens,
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    signal
  }
}

const messageOf = (message: Message, before: Message | undefined, names: WireNames): CustomMessage => {
  switch (message.role) {
    case "user":
      return message
    case "assistant": {
      const { calls, text } = message.answer
      const [state] = itemsOf(message.answer) ?? []
      const named = calls.map((call) => ({ id: call.id, name: names.of(call), args: call.args }))
      return { role: "assistant", text, calls: named, ...(state !== undefined && { state }) }
    }
    case "tools": {
      const calls = before?.role === "assistant" ? before.answer.calls : []
      return {
        role: "tools",
        results: message.results.map((result) => {
          const call = calls.find(({ id }) => id === result.call_id)
          return {
            id: result.call_id,
            name: call === undefined ? "" : names.of(call),
            isError: result.is_error,
            text: toolTexts(result).join("\n"),
            content: result.content,
            ...(result.structured !== undefined && { structured: result.structured })
          }
        })
      }
    }
  }
}

const Answer = Schema.Struct({
  text: Schema.optional(Schema.String),
  calls: Schema.optional(
    Schema.Array(
      Schema.Struct({
        id: Schema.optional(Schema.String),
        name: Schema.NonEmptyString,
        args: Schema.optional(JsonObject)
      })
    )
  ),
  stopReason: Schema.optional(Schema.String),
  usage: Schema.optional(Schema.Record(Schema.String, Schema.UndefinedOr(Schema.Natural))),
  model: Schema.optional(Schema.String),
  requestId: Schema.optional(Schema.String),
  state: Schema.optional(Json)
})

const answerOf = (given: unknown, names: WireNames, give: GiveId): Result.Result<ModelAnswer, Failure> =>
  Result.gen(function* () {
    const read = Schema.is(Schema.String)(given) ? { text: given } : given
    const answer = yield* Result.mapError(readAnswer(Answer, read), wrong)
    const { calls = [], model, requestId, state, stopReason, text = "", usage } = answer
    return {
      text,
      calls: calls.map(({ args = {}, id = "", name }) => ({ id: give(id), ...names.back(name), args })),
      stop_reason: stopReason ?? (calls.length > 0 ? "tool_use" : "end_turn"),
      ...(usage !== undefined && usageOf({ input: usage.input, output: usage.output, ...usage })),
      ...originOf(model, requestId),
      ...(state !== undefined && stateOf([state]))
    }
  })

/** The function would give the same again. */
const wrong = ({ detail }: Failure): Failure =>
  new Failure({ reason: "Failed", detail: `of what it returned, ${detail}`, retryable: false })
