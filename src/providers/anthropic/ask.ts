/**
 * Asks a model by Anthropic's Messages API.
 */
import type { Anthropic } from "@anthropic-ai/sdk"
import * as Effect from "effect/Effect"
import type { ModelAnswer } from "../../domain/Cassette.ts"
import type { Message } from "../../services/Model.ts"
import { answerOf } from "./answer.ts"
import { messageOf } from "./stream.ts"
import type { Ask, Question } from "../wire/Ask.ts"
import { failureOf } from "../wire/Failure.ts"
import { idsAfter } from "../wire/ownIds.ts"
import { type WireNames, wireNames } from "../wire/wireNames.ts"
import { itemsOf, toolTexts } from "../wire/history.ts"
import { clientOptions, collect, loadSdk } from "../wire/sdk.ts"

const LONGEST_NAME = 128
/** In tokens. The SDK refuses to send a request for more without streaming, expecting it to take over ten minutes. */
const LONGEST_UNSTREAMED_ANSWER = 21_333

export const ask: Ask = Effect.fn("anthropic")(function* (question) {
  const { Anthropic: Client } = yield* loadSdk("@anthropic-ai/sdk", () => import("@anthropic-ai/sdk"))
  const names = wireNames(question.request.tools, LONGEST_NAME)
  const params = paramsOf(question, names)
  const stream = question.stream || params.max_tokens > LONGEST_UNSTREAMED_ANSWER
  const body = yield* Effect.tryPromise({
    try: async (signal): Promise<unknown> => {
      // Not messages.create, which prints a warning with each request to a model that is about to retire.
      const client = new Client(clientOptions(question.address))
      if (!stream) return client.post<Anthropic.Message>("/v1/messages", { body: params, signal })
      const streamed = { ...params, stream }
      return messageOf(await collect(await client.post<Events>("/v1/messages", { body: streamed, stream, signal })))
    },
    catch: failureOf
  })
  return yield* Effect.fromResult(answerOf(body, names, idsAfter(question.request.messages)))
})

type Events = AsyncIterable<Anthropic.RawMessageStreamEvent>

const paramsOf = ({ request }: Question, names: WireNames): Anthropic.MessageCreateParamsNonStreaming => {
  const { model, options, system } = request.cell.behaviour
  return {
    model,
    max_tokens: options.max_tokens,
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(system !== undefined && { system }),
    ...(names.offered.length > 0 && { tools: toolsOf(names) }),
    messages: request.messages.map((message) => messageParam(message, names))
  }
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
      return { role: "user", content: message.text }
    case "assistant":
      return { role: "assistant", content: blocksOf(message.answer, names) }
    case "tools":
      return {
        role: "user",
        content: message.results.map((result) => ({
          type: "tool_result",
          tool_use_id: result.call_id,
          content: toolTexts(result).map((text) => ({ type: "text", text })),
          is_error: result.is_error
        }))
      }
  }
}

/** The API rejects texts of nothing but space. */
const blocksOf = (answer: ModelAnswer, names: WireNames): Array<Anthropic.ContentBlockParam> =>
  (itemsOf(answer) as ReadonlyArray<unknown> as Array<Anthropic.ContentBlockParam> | undefined) ?? [
    ...(answer.text.trim() === "" ? [] : [{ type: "text" as const, text: answer.text }]),
    ...answer.calls.map((call) => ({ type: "tool_use" as const, id: call.id, name: names.of(call), input: call.args }))
  ]
