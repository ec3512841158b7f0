/**
 * The messages of OpenAI's Chat Completions as steps: also those of tau-bench and of tau2, which differ in the names of fields.
 */
import type { Usage } from "../../../base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import { listOf, nameOf, objectOf, textOf, usageFrom, wordsIn } from "../../../edges/telemetry/fields.ts"
import { finding, type Finding, type Place, within } from "../../../edges/telemetry/Item.ts"
import type { Step, StepCall } from "./Step.ts"

export interface ChatSteps {
  readonly steps: ReadonlyArray<Step>
  readonly system?: string
  readonly findings: ReadonlyArray<Finding>
}

/** Messages of `except` are somebody else's. */
export const chatSteps = (
  messages: ReadonlyArray<Json>,
  place: Place,
  except: ReadonlySet<Json> = new Set()
): ChatSteps => {
  const steps: Array<Step> = []
  const system: Array<string> = []
  const findings: Array<Finding> = []
  messages.forEach((message, at) => {
    if (except.has(message)) return
    const fields = objectOf(message)
    const { content, role } = fields
    if (role === "system" || role === "developer") system.push(wordsIn(content))
    else if (role === "user") steps.push({ kind: "user", text: wordsIn(content) })
    else if (role === "assistant") {
      const usage = usageOf(fields["usage"])
      const stop = stopOf(fields["finish_reason"])
      const text = wordsIn(content) || wordsIn(fields["refusal"])
      steps.push({
        kind: "answer",
        text,
        calls: callsOf(fields, at),
        usage,
        ...(stop !== undefined && { stop })
      })
    } else if (role === "tool" || role === "function") {
      const id = textOf(fields["tool_call_id"]) ?? textOf(fields["id"])
      const name = textOf(fields["name"])
      const isError = typeof fields["error"] === "boolean" ? fields["error"] : undefined
      steps.push({
        kind: "result",
        id: role === "function" ? undefined : (id ?? ""),
        ...(name !== undefined && { name }),
        content,
        isError
      })
    } else findings.push(finding(`a message with the role ${JSON.stringify(role ?? null)}`, within(place, at)))
  })
  return { steps, ...(system.length > 0 && { system: system.join("\n\n") }), findings }
}

/** A call of the older form has no id: its place tells it from others, since its result names its function only. */
const callsOf = ({ function_call, tool_calls }: JsonObject, at: number): ReadonlyArray<StepCall> => [
  ...listOf(tool_calls).map((call): StepCall => {
    const fields = objectOf(call)
    const called = isJsonObject(fields["function"]) ? fields["function"] : fields
    // LangChain calls the arguments `args`.
    const args = called["arguments"] ?? called["args"] ?? called["input"]
    return { id: textOf(fields["id"]) ?? "", name: nameOf(called["name"]) ?? "", args }
  }),
  ...(isJsonObject(function_call)
    ? [{ id: `function-${at}`, name: nameOf(function_call["name"]) ?? "", args: function_call["arguments"] }]
    : [])
]

/** `prompt_tokens` has the cached ones in it, and `completion_tokens` the reasoning. */
export const usageOf = (usage: Json | undefined): Usage | undefined =>
  isJsonObject(usage) ? usageFrom(usage["prompt_tokens"], usage["completion_tokens"]) : undefined

/** Some servers say `stop` although they call tools, so that `stop` is left to what follows. */
export const stopOf = (reason: Json | undefined): string | undefined =>
  typeof reason === "string" && Object.hasOwn(STOPS, reason) ? STOPS[reason] : undefined

const STOPS: { readonly [reason: string]: string } = {
  tool_calls: "tool_use",
  function_call: "tool_use",
  length: "max_tokens",
  content_filter: "refusal"
}
