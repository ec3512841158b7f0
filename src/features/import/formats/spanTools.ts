/**
 * What spans say of tools: which ones a model was offered, and what came of the calls that were executed.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { flatList, listOf, objectOf, textOf } from "../../../edges/telemetry/fields.ts"
import { parsedAttribute } from "../../../edges/telemetry/genAiMessages.ts"
import type { SeenTool } from "../../../edges/telemetry/Item.ts"
import type { Span } from "../../../edges/telemetry/Span.ts"
import type { AnswerStep, ResultStep, Step } from "./Step.ts"
import { isJsonObject } from "../../../base/std/Json.ts"

/** Of OpenTelemetry, OpenInference, the AI SDK and OpenLLMetry. */
export const offeredTools = (attributes: JsonObject, server: string): ReadonlyArray<SeenTool> => {
  const tools: ReadonlyArray<Json> = [
    ...listOf(parsedAttribute(attributes["gen_ai.tool.definitions"])),
    ...flatList(attributes, "llm.tools").flatMap((tool) => parsedAttribute(tool["tool.json_schema"]) ?? []),
    ...listOf(attributes["ai.prompt.tools"]).flatMap((tool) => withParameters(parsedAttribute(tool))),
    ...flatList(attributes, "llm.request.functions").flatMap((tool) => withParameters(tool))
  ]
  return functionTools({ tools }, server)
}

const withParameters = (tool: Json | undefined): ReadonlyArray<Json> => {
  const fields = objectOf(tool)
  const { inputSchema, parameters } = fields
  return [{ ...fields, parameters: parsedAttribute(parameters ?? inputSchema) ?? null }]
}

/**
 * The steps with what the spans of executed calls say: whether a call failed, and results that no later answer was given. Those are
 * the results of a run that ended with its calls.
 */
export const withExecutions = (steps: ReadonlyArray<Step>, spans: ReadonlyArray<Span>): ReadonlyArray<Step> => {
  const executed = new Map(spans.flatMap((span) => executionOf(span) ?? []).map((one) => [one.id, one]))
  const failed = (id: string | undefined) => id !== undefined && executed.get(id)?.isError === true
  const known = steps.map((step) => (step.kind === "result" && failed(step.id) ? { ...step, isError: true } : step))
  const returned = new Set(steps.flatMap((step) => (step.kind === "result" ? [step.id] : [])))
  const last = steps.findLast((step): step is AnswerStep => step.kind === "answer")
  const open = (last?.calls ?? []).flatMap(({ id }) => (returned.has(id) ? [] : (executed.get(id) ?? [])))
  return [...known, ...open]
}

/** A result is written on success alone. */
const executionOf = ({ attributes, isError }: Span): ResultStep | undefined => {
  const id = textOf(attributes["gen_ai.tool.call.id"]) ?? textOf(attributes["ai.toolCall.id"])
  const result = attributes["gen_ai.tool.call.result"] ?? parsedAttribute(attributes["ai.toolCall.result"])
  const hasFailed = isError || attributes["error.type"] !== undefined
  if (id === undefined || (result === undefined && !hasFailed)) return undefined
  return { kind: "result", id, content: result ?? null, isError: hasFailed }
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
