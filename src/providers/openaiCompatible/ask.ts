/**
 * Asks a model by the Chat Completions API, as servers implement it that call themselves compatible with OpenAI.
 */
import * as Effect from "effect/Effect"
import type { OpenAI } from "openai"
import type { ModelAnswer } from "../../domain/Cassette.ts"
import type { Message } from "../../services/Model.ts"
import type { Ask, Question } from "../wire/Ask.ts"
import { answerOf } from "./answer.ts"
import { completionOf } from "./stream.ts"
import { failureOf } from "../wire/Failure.ts"
import { idsAfter } from "../wire/ownIds.ts"
import { type WireNames, wireNames } from "../wire/wireNames.ts"
import { itemsOf, toolTexts } from "../wire/history.ts"
import { LONGEST_NAME, openaiClient, parameters } from "../wire/openaiSdk.ts"
import { collect } from "../wire/sdk.ts"

export const ask: Ask = Effect.fn("openaiCompatible")(function* (question) {
  const client = yield* openaiClient(question.address)
  const names = wireNames(question.request.tools, LONGEST_NAME)
  const params = paramsOf(question, names)
  const { completions } = client.chat
  const body = yield* Effect.tryPromise({
    try: async (signal): Promise<unknown> =>
      question.stream
        ? completionOf(await collect(await completions.create({ ...params, ...streamed }, { signal })))
        : completions.create(params, { signal }),
    catch: failureOf
  })
  return yield* Effect.fromResult(answerOf(body, names, idsAfter(question.request.messages)))
})

const streamed = { stream: true, stream_options: { include_usage: true } } as const

const paramsOf = ({ request }: Question, names: WireNames): OpenAI.ChatCompletionCreateParamsNonStreaming => {
  const { model, options, system } = request.cell.behaviour
  return {
    model,
    // Fewer servers know the newer name, max_completion_tokens.
    max_tokens: options.max_tokens,
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(names.offered.length > 0 && { tools: toolsOf(names) }),
    messages: [
      ...(system === undefined ? [] : [{ role: "system" as const, content: system }]),
      ...request.messages.flatMap((message) => messageParams(message, names))
    ]
  }
}

const toolsOf = ({ offered }: WireNames): Array<OpenAI.ChatCompletionFunctionTool> =>
  offered.map(([name, { description, input_schema }]) => ({
    type: "function",
    function: { name, ...(description !== undefined && { description }), parameters: parameters(input_schema) }
  }))

const messageParams = (message: Message, names: WireNames): Array<OpenAI.ChatCompletionMessageParam> => {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.text }]
    case "assistant":
      return answerParams(message.answer, names)
    case "tools":
      return message.results.map((result) => ({
        role: "tool",
        tool_call_id: result.call_id,
        content: toolTexts(result).join("\n")
      }))
  }
}

const answerParams = (answer: ModelAnswer, names: WireNames): Array<OpenAI.ChatCompletionMessageParam> =>
  (itemsOf(answer) as ReadonlyArray<unknown> as Array<OpenAI.ChatCompletionMessageParam> | undefined) ?? [
    {
      role: "assistant",
      content: answer.text === "" ? null : answer.text,
      ...(answer.calls.length > 0 && {
        tool_calls: answer.calls.map((call) => ({
          type: "function" as const,
          id: call.id,
          function: { name: names.of(call), arguments: JSON.stringify(call.args) }
        }))
      })
    }
  ]
