// layers/languageModel.ts
import * as Effect from "effect/Effect"
import type { JsonSchema } from "effect/JsonSchema"
import * as Layer from "effect/Layer"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import { Services } from "passhat/effect"

/** passhat's model, made of any `LanguageModel` of effect/ai: that of a provider's package, of a router, of a test. */
export const fromLanguageModel = Layer.effect(
  Services.Model,
  Effect.map(LanguageModel.LanguageModel, (model) => ({
    ask: (request: Services.Request) =>
      model
        .generateText({
          prompt: promptOf(request),
          toolkit: Toolkit.make(...request.tools.map(toolOf)),
          // passhat makes the calls: it observes them, and breaks them where a fault is injected.
          disableToolCallResolution: true
        })
        .pipe(
          Effect.map((response) => answerOf(request, response)),
          Effect.mapError((error) =>
            Services.infrastructure(`The language model failed: ${error.message}.`, "Ask again.")
          )
        )
  }))
)

/** Names of tools are alike on several servers. */
const nameOf = ({ name, server }: Pick<Services.OfferedTool, "name" | "server">): string => `${server}__${name}`

const toolOf = (tool: Services.OfferedTool) =>
  Tool.dynamic(nameOf(tool), { description: tool.description ?? "", parameters: tool.input_schema as JsonSchema })

const promptOf = ({ cell, messages }: Services.Request): ReadonlyArray<Prompt.MessageEncoded> => [
  ...(cell.behaviour.system === undefined ? [] : [{ role: "system" as const, content: cell.behaviour.system }]),
  ...messages.map((message, at) => messageOf(message, messages[at - 1]))
]

const messageOf = (message: Services.Message, before: Services.Message | undefined): Prompt.MessageEncoded => {
  if (message.role === "user") return { role: "user", content: message.text }
  if (message.role === "assistant") {
    const { calls, text } = message.answer
    const asked = calls.map((call) => ({
      type: "tool-call" as const,
      id: call.id,
      name: nameOf(call),
      params: call.args
    }))
    return { role: "assistant", content: text === "" ? asked : [{ type: "text", text }, ...asked] }
  }
  const calls = before?.role === "assistant" ? before.answer.calls : []
  const results = message.results.map(({ call_id, content, is_error, structured }) => {
    const call = calls.find(({ id }) => id === call_id)
    const name = call === undefined ? call_id : nameOf(call)
    return { type: "tool-result" as const, id: call_id, name, isFailure: is_error, result: structured ?? content }
  })
  return { role: "tool", content: results }
}

/** What is read of a response. */
interface Said {
  readonly text: string
  readonly finishReason: string
  readonly toolCalls: ReadonlyArray<{ readonly id: string; readonly name: string; readonly params: unknown }>
  readonly usage: { readonly inputTokens: Tokens; readonly outputTokens: Tokens }
}

interface Tokens {
  readonly total?: number | undefined
}

const answerOf = (
  { tools }: Services.Request,
  { finishReason, text, toolCalls, usage }: Said
): Services.ModelAnswer => {
  const { inputTokens, outputTokens } = usage
  const calls = toolCalls.map(({ id, name, params }) => {
    const tool = tools.find((one) => nameOf(one) === name)
    return { id, server: tool?.server ?? "", name: tool?.name ?? name, args: params as Services.AskedCall["args"] }
  })
  return {
    text,
    calls,
    stop_reason: calls.length > 0 ? "tool_use" : (stopReasons[finishReason] ?? finishReason),
    // Tokens that are not known are left out: zero would pass every cap.
    ...(inputTokens.total !== undefined &&
      outputTokens.total !== undefined && { usage: { input: inputTokens.total, output: outputTokens.total } })
  }
}

const stopReasons: { readonly [reason: string]: string } = { stop: "end_turn", length: "max_tokens" }
