/**
 * Messages of the AI SDK as messages of Chat Completions: `ModelMessage` with its `tool-call` and `tool-result`, `UIMessage` with its
 * parts `tool-<name>` and `dynamic-tool`, and what earlier versions had instead.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isArray } from "../../base/std/Json.ts"
import { listOf, objectOf, textOf } from "./fields.ts"
import type { ChatMessages } from "./genAiMessages.ts"

export const messagesOfAiSdk = (list: ReadonlyArray<Json>): ChatMessages => {
  const all = list.map(chatMessages)
  return { messages: all.flatMap(({ messages }) => messages), unknown: all.flatMap(({ unknown }) => unknown) }
}

const chatMessages = (message: Json): ChatMessages => {
  const { content, parts, role, toolInvocations } = objectOf(message)
  const said = isArray(parts) ? parts : isArray(content) ? content : [{ type: "text", text: textOf(content) ?? "" }]
  const older = isArray(parts) ? [] : listOf(toolInvocations).map(invocation)
  const all = [...older, ...said.map(objectOf).map(partOf)]
  const unknown = all.flatMap((part) => part.unknown ?? [])
  if (role === "assistant") return { messages: answers(all), unknown }
  const words = all.flatMap(({ text }) => text ?? [])
  const results = all.flatMap(({ result }) => result ?? [])
  const spoken = words.length > 0 || role !== "tool" ? [{ role: role ?? null, content: words.join("") }] : []
  return { messages: role === "tool" ? results : [...results, ...spoken], unknown }
}

/** What a part says. A part of a `UIMessage` is a call and its result in one. */
interface Part {
  readonly text?: string
  readonly call?: JsonObject
  readonly result?: JsonObject
  readonly isStep?: boolean
  readonly unknown?: string
}

const partOf = (part: JsonObject): Part => {
  const { state, text, toolCallId, toolName } = part
  const type = textOf(part["type"]) ?? ""
  if (type === "text") return { text: textOf(text) ?? "" }
  if (type === "step-start") return { isStep: true }
  if (type === "tool-invocation") return invocation(part["toolInvocation"] ?? null)
  if (state === undefined && type === "tool-call") return { call: callOf(toolCallId, toolName, part) }
  if (state === undefined && type === "tool-result") return { result: resultOf(part) }
  if (state === undefined && type === "tool-error") return { result: resultOf({ ...part, isError: true }) }
  // A request of an approval has the id of the call that it is for.
  if (state === undefined && part["input"] === undefined && isSilent(type)) return {}
  if (type === "dynamic-tool") return toolPart(part, toolName)
  if (type.startsWith("tool-") && (toolCallId ?? part["input"]) !== undefined)
    return toolPart(part, type.slice("tool-".length))
  return isSilent(type) ? {} : { unknown: type }
}

/** Thinking, sources, files and data are not words. */
const isSilent = (type: string): boolean =>
  /^(?:reasoning|redacted-reasoning|source|file|image|reasoning-file|tool-approval-(?:request|response))$|^(?:source|data)-/.test(
    type
  )

const toolPart = (part: JsonObject, name: Json | undefined): Part => {
  const { errorText, output, state, toolCallId } = part
  const call = callOf(toolCallId, name, part)
  const returned =
    state === "output-available"
      ? { output: output ?? null }
      : state === "output-error" || state === "output-denied"
        ? { result: errorText ?? "The call was denied.", isError: true }
        : undefined
  return {
    call,
    ...(returned !== undefined && {
      result: resultOf({ toolCallId: toolCallId ?? "", toolName: name ?? "", ...returned }, true)
    })
  }
}

/** Of version 4. */
const invocation = (value: Json): Part => {
  const fields = objectOf(value)
  const { result, state, toolCallId, toolName } = fields
  return {
    call: callOf(toolCallId, toolName, fields),
    ...(state === "result" && {
      result: resultOf({ toolCallId: toolCallId ?? "", toolName: toolName ?? "", result: result ?? null })
    })
  }
}

/** Earlier versions call the input of a tool `args`. Input that could not be parsed is `rawInput`. */
const callOf = (id: Json | undefined, name: Json | undefined, { args, input, rawInput }: JsonObject): JsonObject => ({
  id: id ?? "",
  name: name ?? "",
  arguments: input ?? args ?? rawInput ?? null
})

/** The output of a `ModelMessage` says of which kind it is; that of a `UIMessage` is what the tool returned. */
const resultOf = (part: JsonObject, isPlain = false): JsonObject => {
  const { error, isError, output, result, toolCallId, toolName } = part
  const { type, value } = isPlain ? {} : objectOf(output)
  const hasFailed = isError === true || (typeof type === "string" && /^(?:error-|execution-denied)/.test(type))
  return {
    role: "tool",
    tool_call_id: textOf(toolCallId) ?? "",
    name: toolName ?? "",
    content: listedBlocks(value ?? result ?? output ?? error ?? null),
    ...(hasFailed && { error: true })
  }
}

/** A message may have the answers of several steps: a new one begins at its sign, and with words behind a result. */
const answers = (parts: ReadonlyArray<Part>): ReadonlyArray<Json> => {
  const messages: Array<Json> = []
  let step: { readonly words: Array<string>; readonly calls: Array<Json>; readonly results: Array<Json> } = newStep()
  const end = (): void => {
    const { calls, results, words } = step
    messages.push(
      { role: "assistant", content: words.join(""), ...(calls.length > 0 && { tool_calls: calls }) },
      ...results
    )
    step = newStep()
  }
  for (const { call, isStep, result, text } of parts) {
    const hasAny = step.words.length + step.calls.length + step.results.length > 0
    if (hasAny && (isStep === true || (text !== undefined && step.results.length > 0))) end()
    if (text !== undefined) step.words.push(text)
    if (call !== undefined) step.calls.push(call)
    if (result !== undefined) step.results.push(result)
  }
  if (messages.length === 0 || step.words.length + step.calls.length + step.results.length > 0) end()
  return messages
}

const newStep = () => ({ words: [], calls: [], results: [] })

/** Pictures of a result in the words of MCP, so that their bytes become a hash. */
const listedBlocks = (value: Json): Json =>
  listOf(value).length === 0
    ? value
    : listOf(value).map((part) => {
        const { data, mediaType, type } = objectOf(part)
        return (type === "image-data" || type === "media") && typeof data === "string"
          ? { type: "image", data, mimeType: mediaType ?? "" }
          : part
      })
