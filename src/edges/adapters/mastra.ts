/**
 * `passhat/adapters/mastra`: an agent that is written with Mastra, `@mastra/core` 0.24 or 1.
 */
import type { StepReport } from "../../base/domain/recording/Driver.ts"
import { adapter, type ReaderContext, type Reported } from "./internal/adapter.ts"
import { type Fields, fieldsOf, listOf, textOf, tokens } from "./internal/fields.ts"
import { type FrameworkCall, frameworkCalls } from "./internal/frameworkCalls.ts"

export type { AdapterOptions, AdapterSession } from "./internal/adapter.ts"

/** What `agent.generate` returns. */
export interface MastraResult {
  readonly text: string
  readonly steps: ReadonlyArray<MastraStep>
}

export interface MastraStep {
  readonly text: string
  readonly toolCalls: ReadonlyArray<object>
}

/** Its `text` is that of all steps in one: the final response is that of the last. */
const readResult = (given: unknown, reading: ReaderContext): Reported | undefined => {
  const result = fieldsOf(given)
  if (typeof result.text !== "string" || !Array.isArray(result.steps)) return undefined
  const steps = result.steps.map((step) => readStep(step, reading))
  const stopReason = isPresent(result.tripwire) ? "tripwire" : (textOf(result.finishReason) ?? steps.at(-1)?.stopReason)
  return {
    steps,
    final: { text: steps.at(-1)?.text ?? result.text, stopReason },
    error: isPresent(result.error) ? result.error : undefined
  }
}

/**
 * An agent that is written with Mastra. The function returns what `agent.generate` returns.
 *
 * ```ts
 * const clerk = mastra("clerk", { sources: ["agents/clerk.ts"] }, async ({ mcp, onStep, prompt, signal }) => {
 *   const client = new MCPClient({ servers: { passhat: { url: new URL(mcp.url), requestInit: { headers: mcp.headers } } } })
 *   const clerk = new Agent({ id: "clerk", name: "clerk", instructions: "Be brief.", model: "openai/gpt-5", tools: await client.listTools() })
 *   return clerk.generate(prompt, { abortSignal: signal, onStepFinish: onStep }).finally(() => client.disconnect())
 * })
 * ```
 */
export const mastra = adapter<MastraResult, MastraStep>({
  name: "mastra",
  reads: "what agent.generate returns, an object with text and steps",
  read: readResult,
  readStep: (step, reading) => readStep(step, reading)
})

const readStep = (given: unknown, { isServed }: ReaderContext): StepReport => {
  const step = fieldsOf(given)
  const { inputTokens, outputTokens } = fieldsOf(step.usage)
  const answers = new Map([...failuresOf(step.content), ...resultsOf(step.toolResults)])
  const calls = chunksOf(step.toolCalls).map(({ args, input, toolCallId, toolName }) => ({
    name: toolName,
    args: args ?? input,
    answer: answers.get(toolCallId)
  }))
  return {
    text: textOf(step.text),
    usage: tokens(inputTokens, outputTokens),
    stopReason: textOf(step.finishReason),
    ...frameworkCalls(calls, isServed)
  }
}

type Answers = ReadonlyArray<readonly [unknown, FrameworkCall["answer"]]>

const resultsOf = (results: unknown): Answers =>
  chunksOf(results).map(({ isError, output, result = output, toolCallId }) => [
    toolCallId,
    isError === true || isToolError(result) ? failed(result) : { result, isError: false }
  ])

/** Errors of tools are among the contents of a step of version 1, and nowhere else. */
const failuresOf = (content: unknown): Answers =>
  chunksOf(content).flatMap(({ output, toolCallId }) => {
    const { type, value } = fieldsOf(output)
    return String(type).startsWith("error-") ? [[toolCallId, failed(value)] as const] : []
  })

/** Version 0 gives the error of a tool as if it were its result. */
const isToolError = (result: unknown): boolean =>
  result instanceof Error || fieldsOf(result).code === "TOOL_EXECUTION_FAILED"

const failed = (error: unknown) => ({ result: textOf(fieldsOf(error).message) ?? error, isError: true })

/** Calls and results are in the payload of a chunk, and plain in the format of the AI SDK. */
const chunksOf = (list: unknown): ReadonlyArray<Fields> =>
  listOf(list).map((one) => fieldsOf(fieldsOf(one).payload ?? one))

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== false
