/**
 * `passhat/adapters/langchain`: an agent that is written with LangChain's `createAgent` or as a graph of LangGraph, version 1.
 */
import type { StepReport } from "../../base/domain/recording/Driver.ts"
import { type ReaderContext, type Reported, adapter } from "./internal/adapter.ts"
import { type Fields, contentWords, fieldsOf, listOf, resultOf, tokens } from "./internal/fields.ts"
import { frameworkCalls } from "./internal/frameworkCalls.ts"

export type { AdapterOptions, AdapterSession } from "./internal/adapter.ts"

/** The state in which an agent ends: what `invoke` returns. */
export interface LangchainState {
  readonly messages: ReadonlyArray<{ readonly type: string }>
}

/** Reads the messages of the final state. */
const readState = (state: unknown, { isServed, prompt }: Pick<ReaderContext, "isServed" | "prompt">) => {
  const messages = listOf(fieldsOf(state).messages).map(fieldsOf)
  const ofRun = messages.slice(
    messages.findLastIndex((one) => one.type === "human" && contentWords(one.content) === prompt) + 1
  )
  const results = new Map(ofRun.filter(({ type }) => type === "tool").map((one) => [one.tool_call_id, one]))
  const answers = ofRun.filter(isAnswer)
  const last = answers.at(-1)
  if (last === undefined) return undefined
  const isLimited = isLimitNotice(last)
  // The messages that a summary replaces are gone from the state, with their tokens.
  const isWhole = !messages.some((one) => fieldsOf(one.additional_kwargs).lc_source === "summarization")
  return {
    steps: (isLimited ? answers.slice(0, -1) : answers).map((one): StepReport => ({
      text: contentWords(one.content),
      usage: isWhole ? usageOf(one) : undefined,
      stopReason: stopReasonOf(one),
      ...frameworkCalls(
        listOf(one.tool_calls)
          .map(fieldsOf)
          .map(({ args, id, name }) => ({ name, args, answer: answerOf(results.get(id)) })),
        isServed
      )
    })),
    final: { text: contentWords(last.content), stopReason: isLimited ? "max_turns" : stopReasonOf(last) }
  } satisfies Reported
}

/**
 * An agent that is written with LangChain or LangGraph. The function returns the state that `invoke` returns.
 *
 * ```ts
 * const clerk = langchain("clerk", { sources: ["agents/clerk.ts"] }, async ({ mcp, prompt, signal }) => {
 *   const client = new MultiServerMCPClient({ passhat: { transport: "http", ...mcp } })
 *   const clerk = createAgent({ model: "openai:gpt-5", tools: await client.getTools() })
 *   return clerk.invoke({ messages: [{ role: "user", content: prompt }] }, { signal }).finally(() => client.close())
 * })
 * ```
 */
export const langchain = adapter<LangchainState>({
  name: "langchain",
  reads: "the state that invoke returns, an object with the messages of the agent",
  read: readState,
  readError: (error) => (isStepLimit(error) ? { steps: [], final: { text: "", stopReason: "max_turns" } } : undefined)
})

/** The state is lost with these errors: passhat has the calls that it observed, and the tokens are not known. */
const isStepLimit = (error: unknown): boolean => STEP_LIMITS.has(fieldsOf(error).name)

const STEP_LIMITS = new Set<unknown>(["GraphRecursionError", "ModelCallLimitMiddlewareError"])

const isAnswer = ({ type }: Fields): boolean => type === "ai" || type === "AIMessageChunk"

/** modelCallLimitMiddleware ends a run with words of its own, as if the model had said them. */
const isLimitNotice = (message: Fields): boolean =>
  message.usage_metadata === undefined && contentWords(message.content).startsWith("Model call limits exceeded")

const usageOf = ({ usage_metadata }: Fields): StepReport["usage"] => {
  const { input_tokens, output_tokens } = fieldsOf(usage_metadata)
  return tokens(input_tokens, output_tokens)
}

/** Each provider's package has a word of its own for it. */
const stopReasonOf = ({ response_metadata }: Fields): string | undefined => {
  const { done_reason, finish_reason, finishReason, stop_reason, stopReason } = fieldsOf(response_metadata)
  return [finish_reason, stop_reason, finishReason, stopReason, done_reason].find((word) => typeof word === "string")
}

const answerOf = (message: Fields | undefined) =>
  message === undefined ? undefined : { result: resultOf(message.content), isError: message.status === "error" }
