/**
 * Options of one model, as its plan has them, in a request.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import type { Question } from "./Ask.ts"
import type { WireNames } from "./wireNames.ts"

export const optionsOf = ({ request }: Pick<Question, "request">): JsonObject =>
  request.cell.behaviour.model_options ?? {}

/** The headers that the suite adds: their values are no part of a plan. */
export const headersOf = ({ code }: Pick<Question, "code">): Readonly<Record<string, string>> => code?.headers ?? {}

/** What the suite adds to the body of a request, or puts in the place of what passhat sends. */
export const bodyOf = (options: JsonObject): JsonObject => (isJsonObject(options.body) ? options.body : {})

/** The options of these names that are set, under the names of a request. */
export const renamed = (options: JsonObject, names: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(names).flatMap(([option, name]) => (options[option] === undefined ? [] : [[name, options[option]]]))
  )

export type ToolChoice = { readonly mode: string } | { readonly tool: string }

/** Which tool the model is to call. Undefined if nothing is set, or no tools are offered: APIs reject a choice without tools. */
export const toolChoiceOf = ({ tool_choice }: JsonObject, names: WireNames): ToolChoice | undefined => {
  if (tool_choice === undefined || names.offered.length === 0) return undefined
  return isJsonObject(tool_choice)
    ? { tool: names.of({ server: String(tool_choice.server), name: String(tool_choice.name) }) }
    : { mode: String(tool_choice) }
}

/** The most characters that a tool's name may have. */
export const LONGEST_NAME = 64

/** A tool's input schema. OpenAI requires `properties`, even of an object that has none. */
export const parameters = (schema: Json): JsonObject => ({
  type: "object",
  properties: {},
  ...(isJsonObject(schema) && schema)
})
