/**
 * `passhat/adapters/claude-agent-sdk`: an agent that is written with `@anthropic-ai/claude-agent-sdk`.
 */
import type { Final } from "../../base/domain/recording/Driver.ts"
import { isObject } from "../../base/std/Json.ts"
import { adapter, type ReaderContext, type Reported } from "./internal/adapter.ts"
import { readMessages } from "./internal/claudeMessages.ts"
import { type Fields, fieldsOf, listOf, textOf } from "./internal/fields.ts"

export type { AdapterOptions, AdapterSession } from "./internal/adapter.ts"

/** What `query` returns: its messages, as they come. */
export interface ClaudeQuery extends AsyncIterable<{ readonly type: string }> {
  readonly close?: () => void
}

/** Reads a query to its end, and ends it if the run does. */
const readQuery = async (query: unknown, reading: ReaderContext): Promise<Reported | undefined> => {
  if (!isQuery(query)) return undefined
  const messages: Array<Fields> = []
  const collect = async (): Promise<void> => {
    for await (const one of query) if (KEPT.has(fieldsOf(one).type)) messages.push(fieldsOf(one))
  }
  const close = () => query.close?.()
  if (reading.signal.aborted) close()
  reading.signal.addEventListener("abort", close, { once: true })
  const failure = await collect().then(
    () => undefined,
    (error: unknown) => ({ error })
  )
  reading.signal.removeEventListener("abort", close)
  if (messages.length === 0 && failure === undefined) return undefined
  const result = messages.findLast(({ type }) => type === "result") ?? {}
  const told = readMessages(messages, result, reading)
  const final = finalOf(result, told.steps.at(-1)?.text ?? "")
  // The query throws after a result with an error, and the result tells more.
  return final === undefined ? { ...told, error: failure?.error ?? new Error(errorOf(result)) } : { ...told, final }
}

/**
 * An agent that is written with the Claude Agent SDK. The function returns what `query` returns, before its messages are read.
 *
 * ```ts
 * const clerk = claudeAgentSdk("clerk", { sources: ["agents/clerk.ts"] }, ({ mcp, prompt }) =>
 *   query({
 *     prompt,
 *     options: {
 *       mcpServers: { passhat: { type: "http", ...mcp } },
 *       allowedTools: ["mcp__passhat"],
 *       strictMcpConfig: true,
 *       settingSources: []
 *     }
 *   })
 * )
 * ```
 */
export const claudeAgentSdk = adapter<ClaudeQuery>({
  name: "claudeAgentSdk",
  reads: "what query returns, before its messages are read",
  read: readQuery
})

const KEPT: ReadonlySet<unknown> = new Set(["assistant", "user", "result"])

const isQuery = (value: unknown): value is AsyncIterable<unknown> & { readonly close?: () => void } =>
  isObject(value) && Symbol.asyncIterator in value

/** Undefined if the result says nothing about the agent: its model could not be asked, or its process failed. */
const finalOf = ({ is_error, result, stop_reason, subtype }: Fields, lastText: string): Final | undefined => {
  if (subtype !== "success")
    return typeof subtype === "string" && subtype !== "error_during_execution"
      ? { text: lastText, stopReason: subtype }
      : undefined
  return is_error === true || typeof result !== "string" ? undefined : { text: result, stopReason: textOf(stop_reason) }
}

const errorOf = ({ errors, result, subtype }: Fields): string => {
  if (typeof result === "string" && result !== "") return result
  if (listOf(errors).length > 0) return listOf(errors).join(" ")
  return subtype === undefined ? "the query ended without a result message" : `the query ended with ${String(subtype)}`
}
