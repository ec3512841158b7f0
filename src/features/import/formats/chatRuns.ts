/**
 * Runs of conversations whose messages are those of Chat Completions, or can be written like them.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { chatSteps, usageOf } from "./chatSteps.ts"
import { type Dialect, answersBy, conversations } from "./conversations.ts"
import { listOf, nameOf, objectOf } from "../../../edges/telemetry/fields.ts"
import { functionTools } from "./spanTools.ts"
import type { ChatMessages } from "../../../edges/telemetry/genAiMessages.ts"
import { importedRun } from "./importedRun.ts"
import { type Document, type Item, type ReadOptions, finding } from "../../../edges/telemetry/Item.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { assembledCompletion, responseBody } from "./responseBody.ts"

export interface ChatFormat {
  /** Of tools whose server the source does not name. */
  readonly server: string
  readonly dialect: Dialect
  readonly chatMessages: (messages: ReadonlyArray<Json>) => ChatMessages
}

export function* chatRuns(
  documents: Iterable<Document>,
  options: ReadOptions,
  { chatMessages, dialect, server }: ChatFormat
): Generator<Item> {
  for (const one of conversations(documents, dialect)) {
    if (one.kind === "finding") {
      yield one
      continue
    }
    const { about, listAt, place, raw, source, tokens } = one
    const { messages, unknown } = chatMessages(one.messages)
    const { findings, steps, system } = chatSteps(messages, listAt)
    const model = nameOf(about["model"])
    for (const type of unknown) yield finding(`a part of the type ${JSON.stringify(type)}`, place)
    yield* findings
    yield* importedRun(
      {
        place,
        source,
        raw,
        steps,
        trace: { server, tokens },
        task: undefined,
        trial: undefined,
        ...(model !== undefined && { model }),
        ...(system !== undefined && { system }),
        tools: functionTools(about, server)
      },
      options
    )
  }
}

/** Conversations with OpenAI's Chat Completions, or with a server that speaks like it. */
export const openaiChat = (documents: Iterable<Document>, options: ReadOptions): Iterable<Item> =>
  chatRuns(documents, options, {
    server: "openai-chat",
    dialect,
    chatMessages: (messages) => ({ messages, unknown: [] })
  })

const dialect: Dialect = {
  list: "messages",
  assemble: assembledCompletion,
  isMessage: ({ role }) => typeof role === "string",
  messagesOf: ({ messages }) => (isArray(messages) ? messages : undefined),
  answerOf: ({ choices, usage }) => {
    const { finish_reason, message } = objectOf(listOf(choices)[0])
    if (!isJsonObject(message)) return undefined
    const answer: Json = { ...message, ...(finish_reason !== undefined && { finish_reason }) }
    return { messages: [answer], usage: usageOf(usage) }
  },
  answersIn: answersBy(({ role }) => role === "assistant")
}

/** Whether a message, or one of the messages of a request, is of no other API. */
export const isChat = ({ value }: Document): boolean => {
  const fields = objectOf(value)
  const { interactions, messages, response } = fields
  if (isArray(interactions)) return interactions.some((one) => isCompletion(objectOf(one)["response"]))
  if (isJsonObject(response)) return isCompletion(response)
  return (isArray(messages) ? messages : [fields]).some(isChatMessage)
}

const isCompletion = (response: Json | undefined): boolean =>
  isArray(responseBody(response, assembledCompletion)?.["choices"])

const isChatMessage = (message: Json): boolean => {
  const { function_call, role, tool_calls, tool_call_id, type } = objectOf(message)
  if (type !== undefined) return false
  const isAnswer = role === "assistant" && (isArray(tool_calls) || isJsonObject(function_call))
  return isAnswer || role === "function" || (role === "tool" && typeof tool_call_id === "string")
}

/** Whether a message says nothing but its role and its words: then it may be of any API. */
export const isPlainMessage = ({ value }: Document): boolean => {
  const { messages, role, type } = objectOf(value)
  const all = isArray(messages) ? messages.map(objectOf) : [{ role, type }]
  return all.length > 0 && all.every((one) => typeof one["role"] === "string" && one["type"] === undefined)
}
