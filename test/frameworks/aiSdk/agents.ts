/**
 * Agents that are written with the AI SDK, on its mock model. They are the same for both versions: a kit is what they import of one.
 */
import type { generateText, stepCountIs, streamText, tool, ToolLoopAgent } from "ai6"
import type { MockLanguageModelV3 } from "ai6/test"
import type { createMCPClient } from "mcp6"
import { aiSdk, type AiSdkSession } from "passhat/adapters/ai-sdk"
import { z } from "zod"
import { tell, type Told, type ToldResult } from "../told.ts"
import { type ScriptedAnswer, scriptOf } from "./script.ts"

export interface Kit {
  readonly createMCPClient: typeof createMCPClient
  readonly generateText: typeof generateText
  readonly streamText: typeof streamText
  readonly stepCountIs: typeof stepCountIs
  readonly tool: typeof tool
  readonly ToolLoopAgent: typeof ToolLoopAgent
  readonly Model: typeof MockLanguageModelV3
}

const sources = ["agents.ts", "script.ts"]
const look = (city: string) => ({ name: "weather__get_weather", input: JSON.stringify({ city }) })
const note = (text: unknown) => ({ name: "note", input: JSON.stringify({ text }) })

const looks: ScriptedAnswer = { text: "I look.", calls: [look("Sacramento"), note("looked")], tokens: [101, 21] }
const looksTwice: ScriptedAnswer = {
  calls: [look("Sacramento"), look("Sacramento"), note("bad"), note(5), { name: "unknown", input: "{}" }],
  tokens: [202, 12]
}
const ends: ScriptedAnswer = { text: "It is clear.", tokens: [303, 7] }
const script = [looks, looksTwice, ends]

export const agentsOf = ({
  createMCPClient,
  generateText,
  Model,
  stepCountIs,
  streamText,
  tool,
  ToolLoopAgent
}: Kit) => {
  const own = tool({
    description: "Writes a note.",
    inputSchema: z.object({ text: z.string() }),
    execute: async ({ text }) => {
      if (text === "bad") throw new Error("The pencil is broken.")
      return { noted: text }
    }
  })
  const waiting = tool({
    description: "Waits for the end of the run.",
    inputSchema: z.object({}),
    execute: (_, { abortSignal }) =>
      new Promise<string>((_resolve, reject) =>
        abortSignal?.addEventListener("abort", () => reject(abortSignal.reason))
      )
  })
  const toolsOf = async ({ mcp }: AiSdkSession) => {
    const client = await createMCPClient({ transport: { type: "http", ...mcp } })
    return { client, tools: { ...(await client.tools()), note: own, wait: waiting } }
  }
  const settings = { stopWhen: stepCountIs(5), maxRetries: 0, onError: () => {} }
  const toldBy = (name: string, run: number, steps: ReadonlyArray<Step>, usage: Usage, stop: string) =>
    tell(`${name}-${run}`, toldIn(steps, usage, stop))

  /** As users write it, but for what is told. */
  const generating = (name: string, answers: ReadonlyArray<ScriptedAnswer | Error>, steps = 5) =>
    aiSdk(name, { sources }, async (session) => {
      const { onStep, prompt, run, signal } = session
      const { client, tools } = await toolsOf(session)
      const result = await generateText({
        model: new Model(scriptOf(...answers)),
        tools,
        prompt,
        ...settings,
        stopWhen: stepCountIs(steps),
        abortSignal: signal,
        onStepFinish: onStep
      }).finally(() => client.close())
      toldBy(name, run, result.steps, result.totalUsage, result.finishReason)
      return result
    })

  /** Returns the result before its stream is read. */
  const streaming = (name: string, answers: ReadonlyArray<ScriptedAnswer | Error>) =>
    aiSdk(name, { sources }, async (session) => {
      const { prompt, run, signal } = session
      const { client, tools } = await toolsOf(session)
      return streamText({
        model: new Model(scriptOf(...answers)),
        tools,
        prompt,
        ...settings,
        abortSignal: signal,
        onFinish: async ({ finishReason, steps, totalUsage }) => {
          toldBy(name, run, steps, totalUsage, finishReason)
          await client.close()
        }
      })
    })

  /** Has read the stream before it returns, and reports steps while it does. */
  const printing = aiSdk("printing", { sources }, async (session) => {
    const { client, tools } = await toolsOf(session)
    const model = new Model(scriptOf(...script))
    const agent = new ToolLoopAgent({ model, tools, stopWhen: stepCountIs(5), onStepFinish: session.onStep })
    const result = await agent.stream({ prompt: session.prompt, abortSignal: session.signal })
    let printed = ""
    for await (const words of result.textStream) printed += words
    await client.close()
    toldBy("printing", session.run, await result.steps, await result.totalUsage, await result.finishReason)
    return printed === "" ? assertNever() : result
  })

  const hanging = aiSdk("hanging", { sources }, async (session) => {
    const { client, tools } = await toolsOf(session)
    return generateText({
      model: new Model(scriptOf({ calls: [{ name: "wait", input: "{}" }], tokens: [1, 1] })),
      tools,
      prompt: session.prompt,
      ...settings,
      abortSignal: session.signal
    })
      .finally(() => client.close())
      .catch((error: unknown) => {
        tell(`hangs-${session.run}`, String(error))
        throw error
      })
  })

  const gone = new Error("The model is gone.")
  return {
    generating: generating("generating", script),
    limited: generating("limited", script, 2),
    unmeasured: generating("unmeasured", [looks, { calls: [look("Sacramento")] }, ends]),
    streaming: streaming("streaming", script),
    printing,
    failing: generating("failing", [looks, looksTwice, gone]),
    cutOff: streaming("cut off", [looks, looksTwice, gone]),
    broken: generating("broken", [looks, { text: "Hm.", finish: "error", tokens: [1, 1] }]),
    hanging,
    forgetful: aiSdk("forgetful", { sources }, async ({ call: callTool }) => {
      await callTool("get_weather", { city: "Sacramento" })
      return undefined as never
    }),
    mistaken: aiSdk("mistaken", { sources }, async () => ({ object: { city: "Sacramento" } }) as never)
  }
}

interface Step {
  readonly text: string
  readonly toolCalls: ReadonlyArray<{ readonly toolCallId: string; readonly toolName: string; readonly input: unknown }>
  readonly content: ReadonlyArray<{
    readonly type: string
    readonly toolCallId?: string
    readonly toolName?: string
    readonly output?: unknown
    readonly error?: unknown
  }>
}

interface Usage {
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
}

const toldIn = (steps: ReadonlyArray<Step>, usage: Usage, stop: string): Told => ({
  answers: steps.map(({ text, toolCalls }) => ({
    text,
    calls: toolCalls.map(({ input, toolName }) => ({ name: toolName, args: input }))
  })),
  ownResults: steps.flatMap(({ content, toolCalls }) =>
    toolCalls
      .filter(({ toolName }) => !toolName.startsWith("weather__"))
      .flatMap((asked) => content.filter(({ toolCallId }) => toolCallId === asked.toolCallId))
      .flatMap(({ error, output, toolName: name = "", type }): ReadonlyArray<ToldResult> => {
        if (type === "tool-result") return [{ name, text: JSON.stringify(output), isError: false }]
        return type === "tool-error" ? [{ name, text: messageOf(error), isError: true }] : []
      })
  ),
  usage: { input: usage.inputTokens ?? Number.NaN, output: usage.outputTokens ?? Number.NaN },
  stop
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const assertNever = (): never => {
  throw new Error("The stream of texts was empty.")
}
