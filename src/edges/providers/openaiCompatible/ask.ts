/**
 * Asks a model by the Chat Completions API, as servers implement it that call themselves compatible with OpenAI.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import type { Message } from "../../../engine/services/Model.ts"
import type { Ask, Question } from "../wire/Ask.ts"
import { type Failure, refused, unreadable } from "../wire/Failure.ts"
import { itemsOf, toolTexts } from "../wire/history.ts"
import { bodyOf, post, under } from "../wire/http.ts"
import {
  LONGEST_NAME,
  bodyOf as addedBody,
  headersOf,
  optionsOf,
  parameters,
  renamed,
  toolChoiceOf
} from "../wire/modelOptions.ts"
import { idsAfter } from "../wire/ownIds.ts"
import { isLong } from "../wire/sdk.ts"
import { type WireNames, wireNames } from "../wire/wireNames.ts"
import { answerOf } from "./answer.ts"
import { type Media, dataUrl, images, mediaLabel, pdf, toolParts, withImages } from "../wire/toolParts.ts"
import { completionOf } from "../../../base/domain/recording/streams/chatCompletion.ts"
import { isObject } from "../../../base/std/Json.ts"
import type { ToolResult } from "../../../base/domain/trace/Trace.ts"

export const ask: Ask = Effect.fn("openaiCompatible")(function* (question) {
  const { request } = question
  const names = wireNames(request.tools, LONGEST_NAME)
  const params = paramsOf(question, names)
  const send = (body: JsonObject) =>
    post({ url: under(question.address.url, "chat/completions"), headers: headersFor(question), body })
  const { headers, text } = yield* Effect.catch(send(params), (failure) => {
    const other = otherWords(failure, params)
    return other === undefined ? Effect.fail(failure) : send(other)
  })
  const sent = {
    names,
    give: idsAfter(request.messages),
    maxTokens: request.cell.behaviour.options.max_tokens,
    requestId: headers.get("x-request-id")
  }
  return yield* Effect.fromResult(
    Result.gen(function* () {
      const body = yield* bodyOf(text)
      return yield* answerOf("json" in body ? body.json : yield* readStream(body.events, body.isDone), sent)
    })
  )
})

const headersFor = (question: Question): Readonly<Record<string, string>> => {
  const { key, keyHeader } = question.address
  const authorization = keyHeader === undefined ? { authorization: `Bearer ${key}` } : { [keyHeader]: `${key}` }
  return { ...(key !== undefined && authorization), ...headersOf(question) }
}

const streamed = { stream: true, stream_options: { include_usage: true } }

const paramsOf = (question: Question, names: WireNames): JsonObject => {
  const { request, stream } = question
  const { model, options: shared, system } = request.cell.behaviour
  const options = optionsOf(question)
  const choice = toolChoiceOf(options, names)
  return {
    model,
    // Fewer servers know the newer name, max_completion_tokens.
    max_tokens: shared.max_tokens,
    ...(shared.temperature !== undefined && { temperature: shared.temperature }),
    ...renamed(options, { top_p: "top_p", seed: "seed", reasoning_effort: "reasoning_effort" }),
    ...(names.offered.length > 0 && { tools: toolsOf(names) }),
    ...(choice !== undefined && {
      tool_choice: "mode" in choice ? choice.mode : { type: "function", function: { name: choice.tool } }
    }),
    messages: [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      ...request.messages.flatMap((message) => messageParams(message, names))
    ],
    ...((stream || options.stream === true || isLong(shared.max_tokens)) && streamed),
    ...addedBody(options)
  }
}

/**
 * The request again in other words, where a refusal says which: a newer name, a stream, or a stream without options. Undefined if it says
 * something else.
 */
const otherWords = ({ detail, status }: Failure, params: JsonObject): JsonObject | undefined => {
  if (status !== 400 && status !== 422) return undefined
  const { max_tokens, stream_options, ...rest } = params
  if (max_tokens !== undefined && detail.includes("max_completion_tokens")) {
    return { ...rest, ...(stream_options !== undefined && { stream_options }), max_completion_tokens: max_tokens }
  }
  if (stream_options !== undefined && detail.includes("stream_options")) {
    return { ...rest, ...(max_tokens !== undefined && { max_tokens }) }
  }
  return params.stream !== true && NEEDS_STREAM.test(detail) ? { ...params, ...streamed } : undefined
}

const NEEDS_STREAM =
  /\b(?:only|must|requires?|needs?|enable)\b.*\bstream|\bstream(?:ing)?\b.*\b(?:only|must|required|enabled)\b/i

const toolsOf = ({ offered }: WireNames): ReadonlyArray<JsonObject> =>
  offered.map(([name, { description, input_schema }]) => ({
    type: "function",
    function: { name, ...(description !== undefined && { description }), parameters: parameters(input_schema) }
  }))

const messageParams = (message: Message, names: WireNames): ReadonlyArray<Json> => {
  switch (message.role) {
    case "user":
      return [
        { role: "user", content: withImages(message, (text): JsonObject => ({ type: "text", text }), contentPart) }
      ]
    case "assistant":
      return answerParams(message.answer, names)
    case "tools":
      return [
        ...message.results.map((result) => ({
          role: "tool" as const,
          tool_call_id: result.call_id,
          content: toolTexts(result).join("\n")
        })),
        ...toolMedia(message.results)
      ]
  }
}

const answerParams = (answer: ModelAnswer, names: WireNames): ReadonlyArray<Json> =>
  itemsOf(answer) ?? [
    {
      role: "assistant",
      content: answer.text === "" ? null : answer.text,
      ...(answer.calls.length > 0 && {
        tool_calls: answer.calls.map((call) => ({
          type: "function",
          id: call.id,
          function: { name: names.of(call), arguments: JSON.stringify(call.args) }
        }))
      })
    }
  ]

/** A stream that neither gives a reason for its end nor says that it is complete broke off. */
export const readStream = (chunks: ReadonlyArray<unknown>, isDone: boolean): Result.Result<unknown, Failure> => {
  const failed = chunks.filter(isObject).find(({ error }) => error !== undefined && error !== null)
  if (failed !== undefined) return Result.fail(refused(failed))
  const completion = completionOf(chunks)
  return completion.choices[0].finish_reason === null && !isDone
    ? Result.fail(unreadable("its stream ended before the answer did"))
    : Result.succeed(completion)
}

/** No message if the results are texts. */
const toolMedia = (results: ReadonlyArray<ToolResult>): ReadonlyArray<JsonObject> => {
  const content = results.flatMap((result) =>
    toolParts(result, [...images, ...Object.keys(audioFormats), pdf]).flatMap((part) =>
      part.kind === "text" ? [] : [{ type: "text", text: mediaLabel(part, result) }, contentPart(part)]
    )
  )
  return content.length === 0 ? [] : [{ role: "user", content }]
}

const audioFormats = { "audio/wav": "wav", "audio/mpeg": "mp3" } as const

const contentPart = (media: Media): JsonObject => {
  const { data, kind, name, type } = media
  switch (kind) {
    case "image":
      return { type: "image_url", image_url: { url: dataUrl(media) } }
    case "audio":
      return { type: "input_audio", input_audio: { data, format: audioFormats[type as keyof typeof audioFormats] } }
    case "file":
      return { type: "file", file: { filename: name, file_data: dataUrl(media) } }
  }
}
