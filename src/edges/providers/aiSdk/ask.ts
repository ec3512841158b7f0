/**
 * Asks a language model of the AI SDK, version 3 or 4, by `doGenerate`.
 */
import * as Effect from "effect/Effect"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import type { ToolResult } from "../../../base/domain/trace/Trace.ts"
import type { Message } from "../../../engine/services/Model.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import type { Ask, Question } from "../wire/Ask.ts"
import { failureOfCode } from "../wire/failureOfCode.ts"
import { itemsOf, toolTexts } from "../wire/history.ts"
import { LONGEST_NAME, headersOf, optionsOf, parameters, renamed, toolChoiceOf } from "../wire/modelOptions.ts"
import { idsAfter } from "../wire/ownIds.ts"
import { type WireNames, wireNames } from "../wire/wireNames.ts"
import { answerOf } from "./answer.ts"
import type { LanguageModel } from "./record.ts"
import { type Media, images, mediaLabel, toolParts, withImages } from "../wire/toolParts.ts"

export const ask: Ask = Effect.fn("aiSdk")(function* (question) {
  const model = question.code?.answers as LanguageModel
  const names = wireNames(question.request.tools, LONGEST_NAME)
  const result = yield* Effect.tryPromise({
    // Also what a model throws before it gives a promise, such as a key that is missing, is a rejection.
    try: async (abortSignal): Promise<unknown> =>
      model.doGenerate({ ...optionsFor(question, names, model.specificationVersion), abortSignal } as object as never),
    catch: failureOfCode
  })
  return yield* Effect.fromResult(answerOf(result, names, idsAfter(question.request.messages)))
})

const optionsFor = (question: Question, names: WireNames, version: LanguageModel["specificationVersion"]) => {
  const { request } = question
  const { options: shared, system } = request.cell.behaviour
  const options = optionsOf(question)
  const choice = toolChoiceOf(options, names)
  return {
    prompt: [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      ...request.messages.flatMap((message, at) => [
        promptMessage(message, request.messages[at - 1], names, version),
        ...(message.role === "tools" ? toolImages(message.results, version) : [])
      ])
    ],
    maxOutputTokens: shared.max_tokens,
    ...(shared.temperature !== undefined && { temperature: shared.temperature }),
    ...renamed(options, {
      top_p: "topP",
      seed: "seed",
      reasoning_effort: "reasoning",
      provider_options: "providerOptions"
    }),
    ...(names.offered.length > 0 && { tools: toolsOf(names) }),
    ...(choice !== undefined && {
      toolChoice: "tool" in choice ? { type: "tool", toolName: choice.tool } : { type: choice.mode }
    }),
    ...(Object.keys(headersOf(question)).length > 0 && { headers: headersOf(question) })
  }
}

const toolsOf = ({ offered }: WireNames) =>
  offered.map(([name, { description, input_schema }]) => ({
    type: "function",
    name,
    ...(description !== undefined && { description }),
    inputSchema: parameters(input_schema)
  }))

/** Results name their tools, which the answer before them has. */
const promptMessage = (
  message: Message,
  before: Message | undefined,
  names: WireNames,
  version: LanguageModel["specificationVersion"]
) => {
  switch (message.role) {
    case "user": {
      const content = withImages(message, textPart, (media) => filePart(media, version))
      return { role: "user", content: typeof content === "string" ? [textPart(content)] : content }
    }
    case "assistant":
      return { role: "assistant", content: itemsOf(message.answer) ?? partsOf(message.answer, names) }
    case "tools": {
      const answer = before?.role === "assistant" ? before.answer : undefined
      return {
        role: "tool",
        content: message.results.map((result) => {
          const call = answer?.calls.find(({ id }) => id === result.call_id)
          const toolName = call === undefined ? "" : names.of(call)
          const sent = { type: "tool-result", toolCallId: result.call_id, toolName, output: outputOf(result) }
          return { ...sent, ...providerOptionsOf(answer, result.call_id) }
        })
      }
    }
  }
}

const textPart = (text: string): JsonObject => ({ type: "text", text })

/** The AI SDK sends what the provider said of a call with its result too. */
const providerOptionsOf = (answer: ModelAnswer | undefined, id: string): JsonObject => {
  const items = answer === undefined ? [] : (itemsOf(answer) ?? []).filter(isJsonObject)
  const call = items.find(({ toolCallId, type }) => type === "tool-call" && toolCallId === id)
  return call?.providerOptions === undefined ? {} : { providerOptions: call.providerOptions }
}

const partsOf = (answer: ModelAnswer, names: WireNames): ReadonlyArray<Json> => [
  ...(answer.text === "" ? [] : [{ type: "text", text: answer.text }]),
  ...answer.calls.map((call) => ({
    type: "tool-call",
    toolCallId: call.id,
    toolName: names.of(call),
    input: call.args
  }))
]

const outputOf = (result: ToolResult): JsonObject => ({
  type: result.is_error ? "error-text" : "text",
  value: toolTexts(result).join("\n")
})

/** No message if there are none. */
const toolImages = (
  results: ReadonlyArray<ToolResult>,
  version: LanguageModel["specificationVersion"]
): ReadonlyArray<JsonObject> => {
  const content = results.flatMap((result) =>
    toolParts(result, images).flatMap((part) =>
      part.kind === "text" ? [] : [{ type: "text", text: mediaLabel(part, result) }, filePart(part, version)]
    )
  )
  return content.length === 0 ? [] : [{ role: "user", content }]
}

const filePart = (media: Media, version: LanguageModel["specificationVersion"]): JsonObject => ({
  type: "file",
  mediaType: media.type,
  data: dataOf[version](media)
})

const dataOf: { readonly [Version in LanguageModel["specificationVersion"]]: (media: Media) => string | JsonObject } = {
  v3: ({ data }) => data,
  v4: ({ data }) => ({ type: "data", data })
}
