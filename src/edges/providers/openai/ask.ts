/**
 * Asks a model by OpenAI's Responses API. OpenAI stores nothing: what the model needs to go on is sent with each request.
 */
import * as Effect from "effect/Effect"
import type { OpenAI } from "openai"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import { lastResponse } from "../../../base/domain/recording/streams/assembled.ts"
import type { Message } from "../../../engine/services/Model.ts"
import type { Ask, Question } from "../wire/Ask.ts"
import { failureOf } from "../wire/Failure.ts"
import { answerOf } from "./answer.ts"
import { idsAfter } from "../wire/ownIds.ts"
import { type WireNames, wireNames } from "../wire/wireNames.ts"
import { itemsOf } from "../wire/history.ts"
import {
  LONGEST_NAME,
  type ToolChoice,
  bodyOf,
  headersOf,
  optionsOf,
  parameters,
  renamed,
  toolChoiceOf
} from "../wire/modelOptions.ts"
import { once } from "../../../base/std/once.ts"
import { clientOptions, collect, isLong, loadSdk } from "../wire/sdk.ts"
import { type Media, type ResultPart, dataUrl, images, pdf, toolParts, withImages } from "../wire/toolParts.ts"

const sdk = once(() => import("openai"))

export const ask: Ask = Effect.fn("openai")(function* (question) {
  const { OpenAI: Client } = yield* loadSdk("openai", sdk)
  const names = wireNames(question.request.tools, LONGEST_NAME)
  const params = paramsOf(question, names)
  const stream = question.stream || isLong(question.request.cell.behaviour.options.max_tokens)
  const { body, request_id } = yield* Effect.tryPromise({
    try: async (signal): Promise<{ readonly body: unknown; readonly request_id: unknown }> => {
      const options = clientOptions(question.address, headersOf(question))
      // Null keeps the SDK from reading the organization and the project from the process's environment.
      const client = new Client({ ...options, organization: null, project: null })
      // Not responses.create, which fails at what is no object before it can be read.
      const sent = { body: { ...params, ...(stream && { stream }) }, stream, signal }
      const { data, request_id: id } = await client.post<unknown>("/responses", sent).withResponse()
      return { body: stream ? lastResponse(await collect(data as Events)) : data, request_id: id }
    },
    catch: failureOf
  })
  return yield* Effect.fromResult(answerOf(body, request_id, names, idsAfter(question.request.messages)))
})

type Events = AsyncIterable<OpenAI.Responses.ResponseStreamEvent>

const paramsOf = (question: Question, names: WireNames): OpenAI.Responses.ResponseCreateParamsNonStreaming => {
  const { request } = question
  const { model, options: shared, system } = request.cell.behaviour
  const options = optionsOf(question)
  const choice = toolChoiceOf(options, names)
  return {
    model,
    max_output_tokens: shared.max_tokens,
    ...(shared.temperature !== undefined && { temperature: shared.temperature }),
    ...renamed(options, { top_p: "top_p", cache_key: "prompt_cache_key" }),
    ...(options.reasoning_effort !== undefined && {
      reasoning: { effort: String(options.reasoning_effort) as OpenAI.ReasoningEffort }
    }),
    ...(system !== undefined && { instructions: system }),
    ...(names.offered.length > 0 && { tools: toolsOf(names) }),
    ...(choice !== undefined && { tool_choice: toolChoiceParam(choice) }),
    ...(!nonReasoning.test(model) && { include: ["reasoning.encrypted_content" as const] }),
    store: false,
    input: request.messages.flatMap((message) => inputItems(message, names)),
    ...bodyOf(options)
  }
}

const toolChoiceParam = (choice: ToolChoice) =>
  "tool" in choice
    ? { type: "function" as const, name: choice.tool }
    : (choice.mode as OpenAI.Responses.ToolChoiceOptions)

/** Models that reject a request for their reasoning: those before the first reasoning models. All new models reason. */
const nonReasoning = /^(?:ft:)?(?:gpt-[34]|gpt-5-chat|chatgpt-)/

const toolsOf = ({ offered }: WireNames): Array<OpenAI.Responses.FunctionTool> =>
  offered.map(([name, { description, input_schema }]) => ({
    type: "function",
    name,
    ...(description !== undefined && { description }),
    parameters: { ...parameters(input_schema) },
    strict: false
  }))

const inputItems = (message: Message, names: WireNames): Array<OpenAI.Responses.ResponseInputItem> => {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: withImages(message, textItem, imageItem) }]
    case "assistant":
      return answerItems(message.answer, names)
    case "tools":
      return message.results.map((result) => ({
        type: "function_call_output",
        call_id: result.call_id,
        output: outputOf(toolParts(result, [...images, pdf]))
      }))
  }
}

const textItem = (text: string): OpenAI.Responses.ResponseInputContent => ({ type: "input_text", text })

const imageItem = (media: Media): OpenAI.Responses.ResponseInputContent => ({
  type: "input_image",
  detail: "auto",
  image_url: dataUrl(media)
})

/** One text, unless there is more than text. */
const outputOf = (parts: ReadonlyArray<ResultPart>): string | OpenAI.Responses.ResponseFunctionCallOutputItemList => {
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []))
  return texts.length === parts.length ? texts.join("\n") : parts.map(itemOf)
}

const itemOf = (part: ResultPart): OpenAI.Responses.ResponseFunctionCallOutputItem => {
  if (part.kind === "text") return { type: "input_text", text: part.text }
  return part.kind === "image"
    ? { type: "input_image", image_url: dataUrl(part) }
    : { type: "input_file", filename: part.name, file_data: dataUrl(part) }
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
