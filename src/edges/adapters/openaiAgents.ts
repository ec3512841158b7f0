/**
 * `passhat/adapters/openai-agents`: an agent that is written with the OpenAI Agents SDK, `@openai/agents` 0.20.
 */
import type { Final } from "../../base/domain/recording/Driver.ts"
import { adapter, type AdapterSession, type ReaderContext, type Reported } from "./internal/adapter.ts"
import { type Fields, fieldsOf, listOf, textOf } from "./internal/fields.ts"
import { stepsOf } from "./internal/openaiSteps.ts"

export type { AdapterOptions } from "./internal/adapter.ts"

/** What the adapter reads of a result of the OpenAI Agents SDK. */
export interface OpenaiAgentsResult {
  readonly rawResponses: ReadonlyArray<{
    readonly usage: { readonly inputTokens: number; readonly outputTokens: number }
    readonly output: ReadonlyArray<object>
  }>
  readonly newItems: ReadonlyArray<object>
  readonly finalOutput?: unknown
}

export type OpenaiAgentsSession = AdapterSession

/**
 * An agent of the OpenAI Agents SDK. Its function gives `mcp` to `MCPServerStreamableHttp`, and returns what `run` returns.
 *
 * ```ts
 * const clerk = openaiAgents("clerk", { sources: ["agents/clerk.ts"] }, async ({ mcp, prompt, signal }) => {
 *   const tools = new MCPServerStreamableHttp({ url: mcp.url, requestInit: { headers: mcp.headers } })
 *   await tools.connect()
 *   return run(new Agent({ name: "clerk", model: "gpt-5", mcpServers: [tools] }), prompt, { signal })
 * })
 * ```
 */
export const openaiAgents = adapter<OpenaiAgentsResult>({
  name: "openaiAgents",
  reads: "what run of the OpenAI Agents SDK returns",
  read: async (given, reading) => {
    const result = fieldsOf(given)
    if (!Array.isArray(result.rawResponses)) return undefined
    // A result that is streamed is filled until then.
    const failed = await Promise.resolve(result.completed).then(
      () => result.error ?? undefined,
      (error: unknown) => error
    )
    return failed === undefined ? ended(result, reading) : { ...stepsOf(result, reading), error: failed }
  },
  readError: (error, reading) => {
    const { message, name, refusal, state } = fieldsOf(error)
    const { _generatedItems: newItems, _modelResponses: rawResponses, usage } = fieldsOf(state)
    if (!Array.isArray(rawResponses)) return undefined
    const told = stepsOf({ rawResponses, newItems, state: { usage } }, reading)
    return { ...told, final: endOfError(name, textOf(refusal) ?? textOf(message), told.steps) }
  }
})

const ended = (result: Fields, reading: ReaderContext): Reported => {
  const told = stepsOf(result, reading)
  const { stopReason, text } = told.steps.at(-1) ?? {}
  const { finalOutput } = result
  if (finalOutput !== undefined) return { ...told, final: { text: asText(finalOutput), stopReason } }
  // A run that waits for an approval ends without an output.
  return listOf(result.interruptions).length > 0 ? { ...told, final: { text: text ?? "", stopReason } } : told
}

/** The limit of turns and a refusal of the model are ends of an agent, although the SDK throws them. */
const endOfError = (name: unknown, message: string | undefined, steps: Reported["steps"]): Final | undefined => {
  if (name === "MaxTurnsExceededError") return { text: steps.at(-1)?.text ?? "", stopReason: "max_turns" }
  return name === "ModelRefusalError" ? { text: message ?? "", stopReason: "refusal" } : undefined
}

const asText = (output: unknown): string =>
  typeof output === "string" ? output : (JSON.stringify(output) ?? String(output))
