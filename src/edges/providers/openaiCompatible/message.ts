/**
 * The message of a completion in one form, whatever form a compatible server gives it: ids and arguments of calls in particular.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { type GiveId, withOwnIds } from "../wire/ownIds.ts"

/** What has no meaning is left as it is, for the reader to refuse. */
export const usualMessage = ({ function_call, tool_calls, ...message }: JsonObject, give: GiveId): JsonObject => {
  const calls = callsOf(tool_calls, function_call)
  const { content } = message
  return {
    ...message,
    ...(isJsonObject(content) && { content: [content] }),
    ...(calls !== undefined && { tool_calls: isArray(calls) ? withOwnIds(calls.map(usualCall), "id", give) : calls })
  }
}

/** Some servers send one call without a list, or as the API called it before it had lists. */
const callsOf = (calls: Json | undefined, call: Json | undefined): Json | undefined => {
  if (isJsonObject(calls)) return [calls]
  return (calls === undefined || calls === null || (isArray(calls) && calls.length === 0)) && isJsonObject(call)
    ? [{ type: "function", function: call }]
    : calls
}

const usualCall = (call: Json): Json => {
  if (!isJsonObject(call)) return call
  // Some servers leave the wrapping out.
  const { arguments: bare, id, name, ...rest } = call
  const given = call.function ?? (name === undefined ? undefined : { name, arguments: bare ?? null })
  const usual = isJsonObject(given) ? { function: { ...given, arguments: usualArguments(given.arguments) } } : {}
  return { ...rest, ...usual, id: typeof id === "number" ? String(id) : (id ?? "") }
}

/** As the text of JSON. */
const usualArguments = (args: Json | undefined): string => {
  if (args === undefined || args === null || args === "") return "{}"
  if (typeof args !== "string") return JSON.stringify(args)
  const parsed = parse(args)
  // Text of text of an object: it was encoded twice.
  return typeof parsed === "string" && isJsonObject(parse(parsed)) ? parsed : args
}

const parse = (text: string): Json | undefined => tryCatch((): Json => JSON.parse(text))

/** Whether a message has more than texts and calls: servers put reasoning and signatures there, and need them back. */
export const hasMore = ({ content, tool_calls, ...message }: JsonObject): boolean =>
  hasOther(message, STANDARD) ||
  (isArray(content) && !content.every(isTextPart)) ||
  (isArray(tool_calls) && tool_calls.some((call) => isJsonObject(call) && hasOther(call, STANDARD_OF_CALLS)))

const STANDARD = new Set(["role", "refusal", "annotations", "audio"])
const STANDARD_OF_CALLS = new Set(["id", "type", "index", "function"])

const hasOther = (object: JsonObject, known: ReadonlySet<string>): boolean =>
  Object.entries(object).some(([name, value]) => value !== null && !known.has(name))

const isTextPart = (part: Json): boolean =>
  typeof part === "string" || (isJsonObject(part) && typeof part.text === "string" && !isThought(part))

/** Whether a part of a content is what the model thought, and did not say. */
export const isThought = ({ type }: { readonly type?: unknown }): boolean => /think|reason/.test(String(type))
