/**
 * Anthropic's Messages.
 */
import type { Anthropic } from "@anthropic-ai/sdk"
import * as Effect from "effect/Effect"
import type { ModelAnswer } from "../../../domain/Cassette.ts"
import type { Message } from "../../../services/Model.ts"
import { answerOf } from "./anthropicAnswer.ts"
import { messageOf } from "./anthropicStream.ts"
import type { Ask, Asking } from "./Ask.ts"
import { clientOptions } from "./clientOptions.ts"
import { collect } from "./collect.ts"
import { failureOf } from "./Failure.ts"
import { load } from "./load.ts"
import { itemsOf } from "./ProviderState.ts"
import { toolTexts } from "./toolText.ts"
import { type WireNames, wireNames } from "./wireNames.ts"

const LONGEST_NAME = 128
/** What the SDK expects to take ten minutes: longer answers are given piece by piece or not at all. */
const LONGEST_WHOLE_ANSWER = 21_333

export const anthropic: Ask = Effect.fn("anthropic")(function* (asking) {
  const { Anthropic: Client } = yield* load("@anthropic-ai/sdk", () => import("@anthropic-ai/sdk"))
  const names = wireNames(asking.request.tools, LONGEST_NAME)
  const params = paramsOf(asking, names)
  const stream = asking.stream || params.max_tokens > LONGEST_WHOLE_ANSWER
  const said = yield* Effect.tryPromise({
    try: async (signal): Promise<unknown> => {
      // Not messages.create: it prints a warning for each request where a model is about to retire.
      const client = new Client(clientOptions(asking.address))
      if (!stream) return client.post<Anthropic.Message>("/v1/messages", { body: params, signal })
      const body = { ...params, stream }
      return messageOf(await collect(await client.post<Events>("/v1/messages", { body, stream, signal })))
    },
    catch: failureOf
  })
  return yield* Effect.fromResult(answerOf(said, names))
})

type Events = AsyncIterable<Anthropic.RawMessageStreamEvent>

const paramsOf = ({ request }: Asking, names: WireNames): Anthropic.MessageCreateParamsNonStreaming => {
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

/** Texts of nothing but space are not taken back. */
const blocksOf = (answer: ModelAnswer, names: WireNames): Array<Anthropic.ContentBlockParam> =>
  (itemsOf(answer) as ReadonlyArray<unknown> as Array<Anthropic.ContentBlockParam> | undefined) ?? [
    ...(answer.text.trim() === "" ? [] : [{ type: "text" as const, text: answer.text }]),
    ...answer.calls.map((call) => ({ type: "tool_use" as const, id: call.id, name: names.of(call), input: call.args }))
  ]
