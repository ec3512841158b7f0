/**
 * Asks a model by Anthropic's Messages API.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Anthropic } from "@anthropic-ai/sdk"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Message } from "../../../engine/services/Model.ts"
import { type AnthropicMessage, answerOf, continued, isBlank, readMessage } from "./answer.ts"
import type { Ask, Question } from "../wire/Ask.ts"
import { type Failure, failureOf, unreadable } from "../wire/Failure.ts"
import { type ToolChoice, bodyOf, headersOf, optionsOf, renamed, toolChoiceOf } from "../wire/modelOptions.ts"
import { idsAfter } from "../wire/ownIds.ts"
import { type WireNames, wireNames } from "../wire/wireNames.ts"
import { itemsOf } from "../wire/history.ts"
import { once } from "../../../base/std/once.ts"
import { clientOptions, collect, isLong, loadSdk } from "../wire/sdk.ts"
import { type ResultPart, images, pdf, toolParts, withImages } from "../wire/toolParts.ts"
import { messageOf } from "../../../base/domain/recording/streams/anthropicMessage.ts"
import { isObject } from "../../../base/std/Json.ts"
import { argsOf } from "../wire/readAnswer.ts"

const LONGEST_NAME = 128
/** How often the model may go on after a pause before its answer is taken as it is. */
const MOST_PAUSES = 10

const sdk = once(() => import("@anthropic-ai/sdk"))

export const ask: Ask = Effect.fn("anthropic")(function* (question) {
  const { Anthropic: Client } = yield* loadSdk("@anthropic-ai/sdk", sdk)
  const names = wireNames(question.request.tools, LONGEST_NAME)
  const params = paramsOf(question, names)
  const stream = question.stream || isLong(params.max_tokens)
  const send = (messages: Array<Anthropic.MessageParam>) =>
    Effect.tryPromise({
      try: async (signal) => {
        // Not messages.create, which prints a warning with each request to a model that is about to retire.
        const client = new Client(clientOptions(question.address, headersOf(question)))
        const body = { ...params, messages, ...(stream && { stream }) }
        const sent = client.post<unknown>("/v1/messages", { body, stream, signal })
        const { data, request_id } = await sent.withResponse()
        return { body: stream ? readStream(await collect(data as Events)) : Result.succeed(data), request_id }
      },
      catch: failureOf
    })
  let answer: AnthropicMessage | undefined
  for (let pauses = 0; ; pauses++) {
    const { body, request_id } = yield* send([...params.messages, ...pausedMessages(answer)])
    const message = yield* Effect.fromResult(Result.flatMap(body, readMessage))
    answer = answer === undefined ? message : continued(answer, message)
    if (message.stop_reason === "pause_turn" && pauses < MOST_PAUSES) continue
    return yield* Effect.fromResult(answerOf(answer, request_id, names, idsAfter(question.request.messages)))
  }
})

type Events = AsyncIterable<Anthropic.RawMessageStreamEvent>

/** A provider's own tools may take so long that its answer pauses. It goes on when the answer so far is sent back. */
const pausedMessages = (answer: AnthropicMessage | undefined): Array<Anthropic.MessageParam> => {
  const content = answer?.content.filter((block) => !isBlank(block)) ?? []
  return content.length === 0
    ? []
    : [{ role: "assistant", content: content as ReadonlyArray<unknown> as Array<Anthropic.ContentBlockParam> }]
}

const paramsOf = (question: Question, names: WireNames): Anthropic.MessageCreateParamsNonStreaming => {
  const { request } = question
  const { model, options: shared, system } = request.cell.behaviour
  const options = optionsOf(question)
  const choice = toolChoiceOf(options, names)
  return {
    model,
    max_tokens: shared.max_tokens,
    ...(shared.temperature !== undefined && { temperature: shared.temperature }),
    ...renamed(options, { top_p: "top_p" }),
    ...(options.thinking !== undefined && {
      thinking: { type: "enabled" as const, budget_tokens: Number(options.thinking) }
    }),
    ...(options.reasoning_effort !== undefined && {
      output_config: { effort: String(options.reasoning_effort) as NonNullable<Anthropic.OutputConfig["effort"]> }
    }),
    ...(options.cache === true && { cache_control: { type: "ephemeral" as const } }),
    ...(system !== undefined && { system }),
    ...(names.offered.length > 0 && { tools: toolsOf(names) }),
    ...(choice !== undefined && { tool_choice: toolChoiceParam(choice) }),
    messages: request.messages.map((message) => messageParam(message, names)),
    ...bodyOf(options)
  }
}

const toolChoiceParam = (choice: ToolChoice): Anthropic.ToolChoice => {
  if ("tool" in choice) return { type: "tool", name: choice.tool }
  if (choice.mode === "required") return { type: "any" }
  return { type: choice.mode === "none" ? "none" : "auto" }
}

const toolsOf = ({ offered }: WireNames): Array<Anthropic.Tool> =>
  offered.map(([name, { description, input_schema }]) => ({
    name,
    ...(description !== undefined && { description }),
    input_schema: input_schema as unknown as Anthropic.Tool.InputSchema
  }))

const messageParam = (message: Message, names: WireNames): Anthropic.MessageParam => {
  switch (message.role) {
    case "user":
      return { role: "user", content: withImages(message, (text) => blockOf({ kind: "text", text }), blockOf) }
    case "assistant":
      return { role: "assistant", content: blocksOf(message.answer, names) }
    case "tools":
      return {
        role: "user",
        content: message.results.map((result) => ({
          type: "tool_result",
          tool_use_id: result.call_id,
          // The API takes nothing but text in a failed result.
          content: toolParts(result, result.is_error ? [] : [...images, pdf]).map(blockOf),
          is_error: result.is_error
        }))
      }
  }
}

const blockOf = (
  part: ResultPart
): Anthropic.TextBlockParam | Anthropic.ImageBlockParam | Anthropic.DocumentBlockParam => {
  if (part.kind === "text") return { type: "text", text: part.text }
  const { data, type } = part
  return part.kind === "image"
    ? { type: "image", source: { type: "base64", media_type: type as (typeof images)[number], data } }
    : { type: "document", source: { type: "base64", media_type: pdf, data } }
}

/** The API rejects texts of nothing but space. */
const blocksOf = (answer: ModelAnswer, names: WireNames): Array<Anthropic.ContentBlockParam> =>
  (itemsOf(answer) as ReadonlyArray<unknown> as Array<Anthropic.ContentBlockParam> | undefined) ?? [
    ...(answer.text.trim() === "" ? [] : [{ type: "text" as const, text: answer.text }]),
    ...answer.calls.map((call) => ({ type: "tool_use" as const, id: call.id, name: names.of(call), input: call.args }))
  ]

/** A stream that broke off gives a message without a stop_reason, which `readMessage` rejects. */
export const readStream = (events: ReadonlyArray<unknown>): Result.Result<unknown, Failure> => {
  const started = events.filter((event) => isObject(event) && event["type"] === "message_start").length
  if (started > 1) return Result.fail(unreadable(`its stream has ${started} messages, and an answer is one`))
  // Truncated arguments stay text, which distinguishes them from complete ones.
  return Result.succeed(messageOf(events, (text) => argsOf(text) ?? text))
}
