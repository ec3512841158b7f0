/**
 * `passhat/adapters/ai-sdk`: an agent that is written with the AI SDK, `ai` 6 or 7.
 */
import type { StepReport } from "../../base/domain/recording/Driver.ts"
import { adapter, type AdapterSession, type ReaderContext, type Reported } from "./internal/adapter.ts"
import { type Fields, fieldsOf, listOf, textOf, tokens } from "./internal/fields.ts"
import { type FrameworkCall, frameworkCalls } from "./internal/frameworkCalls.ts"

export type { AdapterOptions } from "./internal/adapter.ts"

/** What the adapter reads of a step of the AI SDK. */
export interface AiSdkStep {
  readonly text: string
  readonly finishReason: string
  readonly usage: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }
  readonly content: ReadonlyArray<{ readonly type: string }>
}

/** What the adapter reads of a result of the AI SDK; in a result of `streamText` these are promises. */
export interface AiSdkResult {
  readonly steps: Awaitable<ReadonlyArray<AiSdkStep>>
  readonly text: Awaitable<string>
  readonly finishReason: Awaitable<string>
}

type Awaitable<A> = A | PromiseLike<A>

export type AiSdkSession = AdapterSession<AiSdkStep>

/**
 * An agent of the AI SDK. Its function gives `mcp` to the MCP client of the AI SDK, and returns what `generateText` or `streamText`
 * returns, or `generate` or `stream` of an agent.
 *
 * ```ts
 * const clerk = aiSdk("clerk", { sources: ["agents/clerk.ts"] }, async ({ mcp, onStep, prompt, signal }) => {
 *   const client = await createMCPClient({ transport: { type: "http", ...mcp } })
 *   return generateText({
 *     model: anthropic("claude-sonnet-4-5"),
 *     tools: await client.tools(),
 *     stopWhen: stepCountIs(5),
 *     abortSignal: signal,
 *     onStepFinish: onStep,
 *     prompt
 *   })
 * })
 * ```
 */
export const aiSdk = adapter<AiSdkResult, AiSdkStep>({
  name: "aiSdk",
  reads: "what generateText, streamText or an agent of the AI SDK returns",
  read: (given, reading) => {
    const result = fieldsOf(given)
    if (Array.isArray(result.steps)) return reported(result, reading)
    return typeof fieldsOf(result.steps).then === "function" ? streamed(result, reading) : undefined
  },
  readStep: (step, reading) => stepOf(step, reading)
})

/** A step that ended with "error" is no whole answer of the model. */
const reported = ({ finishReason, steps, text }: Fields, reading: ReaderContext): Reported => ({
  steps: listOf(steps).map((step) => stepOf(step, reading)),
  final: typeof text === "string" ? { text, stopReason: textOf(finishReason) } : undefined,
  error: finishReason === "error" ? new Error(NO_ANSWER) : undefined
})

const NO_ANSWER = 'the last step of the AI SDK ended with the finishReason "error"'

/**
 * The result of `streamText` hides errors: if a request fails after the first step, the steps before it are given as if they were all,
 * and only the stream tells of the error.
 */
const streamed = async (result: Fields, reading: ReaderContext): Promise<Reported> => {
  const inStream = await errorIn(result.stream ?? result.fullStream).catch((error: unknown) => error)
  const settled = await Promise.allSettled([result.steps, result.text, result.finishReason])
  const [steps, text, finishReason] = settled.map((one) => (one.status === "fulfilled" ? one.value : undefined))
  const rejected = settled.find((one) => one.status === "rejected")
  const told = reported({ steps, text, finishReason }, reading)
  const isWhole = told.steps.at(-1)?.stopReason === finishReason
  return { ...told, error: inStream ?? rejected?.reason ?? told.error ?? (isWhole ? undefined : new Error(CUT_OFF)) }
}

const CUT_OFF = "the stream of the AI SDK ended before the answer was complete"

/** Reads a stream to its end, and gives the first error in it. */
const errorIn = async (stream: unknown): Promise<unknown> => {
  let found: unknown
  for await (const given of stream as AsyncIterable<unknown>) {
    const part = fieldsOf(given)
    if (part.type === "error") found ??= part.error ?? new Error(CUT_OFF)
  }
  return found
}

const stepOf = (given: unknown, { isServed }: ReaderContext): StepReport => {
  const step = fieldsOf(given)
  const { inputTokens, outputTokens } = fieldsOf(step.usage)
  const content = listOf(step.content).map(fieldsOf)
  return {
    text: textOf(step.text),
    stopReason: textOf(step.finishReason),
    usage: tokens(inputTokens, outputTokens),
    ...frameworkCalls(
      content.filter(({ type }) => type === "tool-call").flatMap((call) => madeCall(call, content)),
      isServed
    )
  }
}

/** An invalid call has a name or an input that the AI SDK did not accept. A call that waits for an approval was not made. */
const madeCall = (call: Fields, content: ReadonlyArray<Fields>): ReadonlyArray<FrameworkCall> => {
  const asked = { name: call.toolName, args: call.input }
  const end = content.findLast(({ toolCallId, type }) => toolCallId === call.toolCallId && ENDS.has(type))
  const answer = end && (end.type === "tool-error" ? failed(end.error) : { result: end.output, isError: false })
  if (call.invalid === true) return [{ ...asked, answer: answer ?? failed(call.error), isElsewhere: true }]
  if (call.providerExecuted === true) return [{ ...asked, answer, isElsewhere: true }]
  return answer === undefined ? [] : [{ ...asked, answer }]
}

const ENDS = new Set<unknown>(["tool-result", "tool-error"])

const failed = (error: unknown): FrameworkCall["answer"] => ({
  result: textOf(fieldsOf(error).message) ?? String(error),
  isError: true
})
