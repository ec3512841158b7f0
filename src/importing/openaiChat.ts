/**
 * Conversations with OpenAI's Chat Completions, or with a server that speaks like it.
 */
import type { Json, JsonObject } from "../domain/Json.ts"
import { isArray, isJsonObject } from "../std/Json.ts"
import { chatSteps, usageOf } from "./chatSteps.ts"
import { answersBy, conversations, type Dialect } from "./conversations.ts"
import { listOf, nameOf, objectOf, textOf } from "./fields.ts"
import { importedRun } from "./importedRun.ts"
import type { Document, Item, ReadOptions, SeenTool } from "./Item.ts"
import { assembledCompletion, responseBody } from "./responseBody.ts"

const SERVER = "openai-chat"

export function* openaiChat(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  for (const one of conversations(documents, dialect)) {
    if (one.kind === "finding") {
      yield one
      continue
    }
    const { about, listAt, messages, place, source, tokens } = one
    const { findings, steps, system } = chatSteps(messages, listAt)
    const model = nameOf(about["model"])
    yield* findings
    yield* importedRun(
      {
        place,
        source,
        steps,
        trace: { server: SERVER, tokens },
        task: undefined,
        trial: undefined,
        ...(model !== undefined && { model }),
        ...(system !== undefined && { system }),
        tools: functionTools(about, SERVER)
      },
      options
    )
  }
}

/** The functions that a request offers: of Chat Completions, of its older form, or of Responses. */
export const functionTools = ({ functions, tools }: JsonObject, server: string): ReadonlyArray<SeenTool> =>
  [...listOf(tools), ...listOf(functions)].flatMap((tool) => {
    const fields = objectOf(tool)
    const { description, name, parameters } = isJsonObject(fields["function"]) ? fields["function"] : fields
    return typeof name === "string" && isJsonObject(parameters)
      ? [
          {
            server,
            name,
            ...(textOf(description) !== undefined && { description: String(description) }),
            input_schema: parameters
          }
        ]
      : []
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
