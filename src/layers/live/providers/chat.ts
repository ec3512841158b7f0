/**
 * Chat Completions, as any server speaks them that calls itself compatible with OpenAI.
 */
import * as Effect from "effect/Effect"
import type { OpenAI } from "openai"
import type { ModelAnswer } from "../../../domain/Cassette.ts"
import type { Message } from "../../../services/Model.ts"
import type { Ask, Asking } from "./Ask.ts"
import { answerOf } from "./chatAnswer.ts"
import { completionOf } from "./chatStream.ts"
import { collect } from "./collect.ts"
import { failureOf } from "./Failure.ts"
import { openaiClient } from "./openaiClient.ts"
import { LONGEST_NAME, parameters } from "./openaiTool.ts"
import { itemsOf } from "./ProviderState.ts"
import { toolTexts } from "./toolText.ts"
import { type WireNames, wireNames } from "./wireNames.ts"

export const chat: Ask = Effect.fn("chat")(function* (asking) {
  const client = yield* openaiClient(asking.address)
  const names = wireNames(asking.request.tools, LONGEST_NAME)
  const params = paramsOf(asking, names)
  const { completions } = client.chat
  const said = yield* Effect.tryPromise({
    try: async (signal): Promise<unknown> =>
      asking.stream
        ? completionOf(await collect(await completions.create({ ...params, ...streamed }, { signal })))
        : completions.create(params, { signal }),
    catch: failureOf
  })
  return yield* Effect.fromResult(answerOf(said, names))
})

const streamed = { stream: true, stream_options: { include_usage: true } } as const

const paramsOf = ({ request }: Asking, names: WireNames): OpenAI.ChatCompletionCreateParamsNonStreaming => {
  const { model, options, system } = request.cell.behaviour
  return {
    model,
    // The newer name is known to fewer servers.
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
