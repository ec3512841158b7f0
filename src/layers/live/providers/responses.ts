/**
 * OpenAI's Responses, without leaving anything at OpenAI: what a model needs to go on is sent back to it.
 */
import * as Effect from "effect/Effect"
import type { OpenAI } from "openai"
import type { ModelAnswer } from "../../../domain/Cassette.ts"
import type { Message } from "../../../services/Model.ts"
import type { Ask, Asking } from "./Ask.ts"
import { collect } from "./collect.ts"
import { failureOf } from "./Failure.ts"
import { openaiClient } from "./openaiClient.ts"
import { answerOf } from "./responsesAnswer.ts"
import { itemsOf } from "./ProviderState.ts"
import { toolTexts } from "./toolText.ts"
import { LONGEST_NAME, parameters } from "./openaiTool.ts"
import { type WireNames, wireNames } from "./wireNames.ts"

export const responses: Ask = Effect.fn("responses")(function* (asking) {
  const client = yield* openaiClient(asking.address)
  const names = wireNames(asking.request.tools, LONGEST_NAME)
  const params = paramsOf(asking, names)
  const said = yield* Effect.tryPromise({
    try: async (signal): Promise<unknown> =>
      asking.stream
        ? last(await collect(await client.responses.create({ ...params, stream: true }, { signal })))
        : client.responses.create(params, { signal }),
    catch: failureOf
  })
  return yield* Effect.fromResult(answerOf(said, names))
})

/** The last event brings the whole response; a stream that broke off has another last event. */
const last = (events: ReadonlyArray<OpenAI.Responses.ResponseStreamEvent>): unknown => {
  const event = events.at(-1)
  return event !== undefined && "response" in event ? event.response : event
}

const paramsOf = ({ request }: Asking, names: WireNames): OpenAI.Responses.ResponseCreateParamsNonStreaming => {
  const { model, options, system } = request.cell.behaviour
  return {
    model,
    max_output_tokens: options.max_tokens,
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(system !== undefined && { instructions: system }),
    ...(names.offered.length > 0 && { tools: toolsOf(names) }),
    ...(!thoughtless.test(model) && { include: ["reasoning.encrypted_content" as const] }),
    store: false,
    input: request.messages.flatMap((message) => inputItems(message, names))
  }
}

/** Models of before reasoning refuse to be asked for it; new ones all reason. */
const thoughtless = /^(?:ft:)?(?:gpt-[34]|gpt-5-chat|chatgpt-)/

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
