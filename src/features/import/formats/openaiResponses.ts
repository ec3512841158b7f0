/**
 * Conversations with OpenAI's Responses.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { answersBy, conversations, type Dialect } from "./conversations.ts"
import { listOf, nameOf, objectOf, usageFrom } from "../../../edges/telemetry/fields.ts"
import { importedRun } from "./importedRun.ts"
import type { Document, Item, ReadOptions } from "../../../edges/telemetry/Item.ts"
import { functionTools } from "./spanTools.ts"
import { assembledResponse, responseBody } from "./responseBody.ts"
import { responsesSteps } from "./responsesSteps.ts"

const SERVER = "openai-responses"

export function* openaiResponses(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  for (const one of conversations(documents, dialect)) {
    if (one.kind === "finding") {
      yield one
      continue
    }
    const { about, listAt, messages, place, raw, source, tokens } = one
    const { except, findings, steps, system, tools } = responsesSteps(messages, listAt)
    const { instructions } = about
    const model = nameOf(about["model"])
    const said = [typeof instructions === "string" ? instructions : "", system ?? ""].filter((text) => text !== "")
    yield* findings
    yield* importedRun(
      {
        place,
        source,
        raw,
        search: { inMessages: true, except },
        steps,
        trace: { server: SERVER, tokens, servers: new Set(tools.map(({ server }) => server)) },
        task: undefined,
        trial: undefined,
        ...(model !== undefined && { model }),
        ...(said.length > 0 && { system: said.join("\n\n") }),
        tools: [...functionTools(about, SERVER), ...tools]
      },
      options
    )
  }
}

const dialect: Dialect = {
  list: "input",
  assemble: assembledResponse,
  isMessage: ({ role, type }) => typeof role === "string" || typeof type === "string",
  messagesOf: ({ input, items }) => {
    if (typeof input === "string") return [{ role: "user", content: input }]
    return isArray(input) ? input : isArray(items) ? items : undefined
  },
  answerOf: ({ object, output, usage }) => {
    if (object !== "response" || !isArray(output)) return undefined
    const { input_tokens, output_tokens } = objectOf(usage)
    return { messages: output, usage: usageFrom(input_tokens, output_tokens) }
  },
  answersIn: answersBy(({ role, type }) => role === "assistant" || type === "function_call")
}

export const isResponses = ({ value }: Document): boolean => {
  const fields = objectOf(value)
  const { input, interactions, items, response } = fields
  if (isArray(interactions)) return interactions.some((one) => isResponse(objectOf(one)["response"]))
  if (isJsonObject(response)) return isResponse(response)
  return [...listOf(input), ...listOf(items), value].some(isItem)
}

const isResponse = (response: Json | undefined): boolean =>
  responseBody(response, assembledResponse)?.["object"] === "response"

const isItem = (item: Json): boolean => {
  const { content, role, type } = objectOf(item)
  if (type === "function_call" || type === "function_call_output" || type === "mcp_call") return true
  return (
    type === "message" &&
    role === "assistant" &&
    listOf(content).some((part) => objectOf(part)["type"] === "output_text")
  )
}
