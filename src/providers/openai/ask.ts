/**
 * Asks a model by OpenAI's Responses API. OpenAI stores nothing: what the model needs to go on is sent with each request.
 */
import * as Effect from "effect/Effect"
import type { OpenAI } from "openai"
import type { ModelAnswer } from "../../domain/Cassette.ts"
import type { Message } from "../../services/Model.ts"
import type { Ask, Question } from "../wire/Ask.ts"
import { failureOf } from "../wire/Failure.ts"
import { answerOf } from "./answer.ts"
import { idsAfter } from "../wire/ownIds.ts"
import { type WireNames, wireNames } from "../wire/wireNames.ts"
import { itemsOf, toolTexts } from "../wire/history.ts"
import { LONGEST_NAME, openaiClient, parameters } from "../wire/openaiSdk.ts"
import { collect } from "../wire/sdk.ts"

export const ask: Ask = Effect.fn("openai")(function* (question) {
  const client = yield* openaiClient(question.address)
  const names = wireNames(question.request.tools, LONGEST_NAME)
  const params = paramsOf(question, names)
  const body = yield* Effect.tryPromise({
    try: async (signal): Promise<unknown> =>
      question.stream
        ? lastResponse(await collect(await client.responses.create({ ...params, stream: true }, { signal })))
        : client.responses.create(params, { signal }),
    catch: failureOf
  })
  return yield* Effect.fromResult(answerOf(body, names, idsAfter(question.request.messages)))
})

/** The last event contains the whole response; a stream that broke off has another last event, which is no answer. */
const lastResponse = (events: ReadonlyArray<OpenAI.Responses.ResponseStreamEvent>): unknown => {
  const event = events.at(-1)
  return event !== undefined && "response" in event ? event.response : event
}

const paramsOf = ({ request }: Question, names: WireNames): OpenAI.Responses.ResponseCreateParamsNonStreaming => {
  const { model, options, system } = request.cell.behaviour
  return {
    model,
    max_output_tokens: options.max_tokens,
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(system !== undefined && { instructions: system }),
    ...(names.offered.length > 0 && { tools: toolsOf(names) }),
    ...(!nonReasoning.test(model) && { include: ["reasoning.encrypted_content" as const] }),
    store: false,
    input: request.messages.flatMap((message) => inputItems(message, names))
  }
}

/** Models that reject a request for their reasoning: those before the first reasoning models. All new models reason. */
const nonReasoning = /^(?:ft:)?(?:gpt-[34]|gpt-5-chat|chatgpt-)/

const toolsOf = ({ offered }: WireNames): Array<OpenAI.Responses.FunctionTool> =>
  offered.map(([name, { description, input_schema }]) => ({
    type: "function",
    name,
    ...(description !== undefined && { description }),
    parameters: parameters(input_schema),
    strict: false
  }))

const inputItems = (message: Message, names: WireNames): Array<OpenAI.Responses.ResponseInputItem> => {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.text }]
    case "assistant":
      return answerItems(message.answer, names)
    case "tools":
      return message.results.map((result) => ({
        type: "function_call_output",
        call_id: result.call_id,
        output: toolTexts(result).join("\n")
      }))
  }
}

const answerItems = (answer: ModelAnswer, names: WireNames): Array<OpenAI.Responses.ResponseInputItem> =>
  (itemsOf(answer) as ReadonlyArray<unknown> as Array<OpenAI.Responses.ResponseInputItem> | undefined) ?? [
    ...(answer.text === "" ? [] : [{ role: "assistant" as const, content: answer.text }]),
    ...answer.calls.map((call) => ({
      type: "function_call" as const,
      call_id: call.id,
      name: names.of(call),
      arguments: JSON.stringify(call.args)
    }))
  ]
