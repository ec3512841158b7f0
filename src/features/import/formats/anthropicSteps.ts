/**
 * The messages of Anthropic's API as steps. Results of tools are in messages of the user, and those of tools that ran at the
 * provider are in the answer.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isArray } from "../../../base/std/Json.ts"
import { listOf, nameOf, objectOf, textOf } from "../../../edges/telemetry/fields.ts"
import { finding, type Finding, type Place, within } from "../../../edges/telemetry/Item.ts"
import type { ResultStep, Step, StepCall } from "./Step.ts"

export interface AnthropicSteps {
  readonly steps: ReadonlyArray<Step>
  readonly findings: ReadonlyArray<Finding>
  /** Calls that were never made. */
  readonly except: ReadonlySet<Json>
}

export const anthropicSteps = (messages: ReadonlyArray<Json>, place: Place): AnthropicSteps => {
  const steps: Array<Step> = []
  const findings: Array<Finding> = []
  const except = new Set<Json>()
  messages.forEach((message, at) => {
    const { content, role, stop_reason } = objectOf(message)
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).map(objectOf)
    const words = blocks.flatMap(({ text, type }) => (type === "text" ? [textOf(text) ?? ""] : []))
    const results = blocks.filter(({ type }) => isResult(type)).map(resultStep)
    blocks.forEach(({ type }, block) => {
      if (!isKnown(type))
        findings.push(
          finding(`a block of the type ${JSON.stringify(type ?? null)}`, within(place, at, "content", block))
        )
    })
    if (role === "assistant") {
      const stop = STOPS[textOf(stop_reason) ?? ""] ?? textOf(stop_reason)
      const used = blocks.filter(({ type }) => typeof type === "string" && type.endsWith("tool_use"))
      // The token limit cuts the last block, so that its arguments are not whole.
      const isCut = stop === "max_tokens" && used.at(-1) !== undefined && used.at(-1) === blocks.at(-1)
      if (isCut) findings.push(finding("a call that the token limit cut", within(place, at)))
      if (isCut) except.add(used.at(-1)!)
      const calls = (isCut ? used.slice(0, -1) : used).map(callOf)
      const answer = { text: words.join(""), calls, ran: results, usage: undefined }
      steps.push({ kind: "answer", ...answer, ...(stop !== undefined && { stop }) })
    } else if (role === "user") {
      steps.push(...results)
      if (words.length > 0 || results.length === 0) steps.push({ kind: "user", text: words.join("") })
    } else findings.push(finding(`a message with the role ${JSON.stringify(role ?? null)}`, within(place, at)))
  })
  return { steps, findings, except }
}

const STOPS: { readonly [reason: string]: string } = {
  model_context_window_exceeded: "max_tokens",
  stop_sequence: "end_turn"
}

const isResult = (type: Json | undefined): boolean => typeof type === "string" && /(?:^|_)tool_result$/.test(type)

/** Thinking is not words, and media of the user are not either. */
const isKnown = (type: Json | undefined): boolean =>
  isResult(type) ||
  (typeof type === "string" &&
    /^(?:text|thinking|redacted_thinking|image|document|(?:server_|mcp_)?tool_use)$/.test(type))

const callOf = ({ caller, id, input, name, server_name, type }: JsonObject): StepCall => ({
  id: textOf(id) ?? "",
  name: nameOf(name) ?? "",
  args: input,
  ...(type !== "tool_use" && { server: textOf(server_name) ?? "" }),
  ...(caller !== undefined && caller !== null && objectOf(caller)["type"] !== "direct" && { caller })
})

const resultStep = ({ content, is_error, tool_use_id }: JsonObject): ResultStep => {
  const { type } = objectOf(content)
  const isFailure = typeof type === "string" && type.endsWith("_error")
  return {
    kind: "result",
    id: textOf(tool_use_id) ?? "",
    content:
      isArray(content) || typeof content === "string"
        ? content
        : content === undefined
          ? null
          : JSON.stringify(content),
    isError: typeof is_error === "boolean" ? is_error : isFailure
  }
}
