/**
 * Conversations with Anthropic's Messages.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { anthropicSteps } from "./anthropicSteps.ts"
import { answersBy, conversations, type Dialect } from "./conversations.ts"
import { listOf, nameOf, objectOf, usageFrom, wordsIn } from "../../../edges/telemetry/fields.ts"
import { importedRun } from "./importedRun.ts"
import type { Document, Item, ReadOptions, SeenTool } from "../../../edges/telemetry/Item.ts"
import { assembledMessage, responseBody } from "./responseBody.ts"

const SERVER = "anthropic"

export function* anthropic(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  for (const one of conversations(documents, dialect)) {
    if (one.kind === "finding") {
      yield one
      continue
    }
    const { about, listAt, messages, place, raw, source, tokens } = one
    const { except, findings, steps } = anthropicSteps(messages, listAt)
    const model = nameOf(about["model"])
    const system = wordsIn(about["system"])
    const servers = listOf(about["mcp_servers"]).flatMap((server) => nameOf(objectOf(server)["name"]) ?? [])
    yield* findings
    yield* importedRun(
      {
        place,
        source,
        raw,
        search: { inMessages: true, except },
        steps,
        trace: { server: SERVER, tokens, servers: new Set(servers) },
        task: undefined,
        trial: undefined,
        ...(model !== undefined && { model }),
        ...(system !== "" && { system }),
        tools: offeredTools(about)
      },
      options
    )
  }
}

/** Tools of the provider have no schema: they are known once they are called. */
const offeredTools = ({ tools }: JsonObject): ReadonlyArray<SeenTool> =>
  listOf(tools).flatMap((tool) => {
    const { description, input_schema, name } = objectOf(tool)
    return typeof name === "string" && isJsonObject(input_schema)
      ? [{ server: SERVER, name, ...(typeof description === "string" && { description }), input_schema }]
      : []
  })

const dialect: Dialect = {
  list: "messages",
  assemble: assembledMessage,
  isMessage: ({ role }) => role === "user" || role === "assistant",
  messagesOf: ({ messages }) => (isArray(messages) ? messages : undefined),
  answerOf: ({ content, stop_reason, type, usage }) => {
    if (type !== "message" || !isArray(content)) return undefined
    const message: Json = { role: "assistant", content, ...(stop_reason !== undefined && { stop_reason }) }
    return { messages: [message], usage: usageOf(objectOf(usage)) }
  },
  answersIn: answersBy(({ role }) => role === "assistant")
}

/** `input_tokens` does not have the cached ones in it. */
export const usageOf = (usage: JsonObject) =>
  usageFrom(
    usage["input_tokens"],
    usage["output_tokens"],
    usage["cache_creation_input_tokens"],
    usage["cache_read_input_tokens"]
  )

export const isAnthropic = ({ value }: Document): boolean => {
  const fields = objectOf(value)
  const { interactions, messages, response } = fields
  if (isArray(interactions)) return interactions.some((one) => isMessageOf(objectOf(one)["response"]))
  if (isJsonObject(response)) return isMessageOf(response)
  return (isArray(messages) ? messages : [value]).some(hasBlocks)
}

const isMessageOf = (response: Json | undefined): boolean => {
  const { content, type } = responseBody(response, assembledMessage) ?? {}
  return type === "message" && isArray(content)
}

const hasBlocks = (message: Json): boolean => {
  const { content, role } = objectOf(message)
  const isBlock = (part: Json): boolean =>
    /^(?:\w+_)?(?:tool_use|tool_result|thinking)$/.test(String(objectOf(part)["type"]))
  return (role === "user" || role === "assistant") && listOf(content).some(isBlock)
}
