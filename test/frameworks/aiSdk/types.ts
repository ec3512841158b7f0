/**
 * Agents as users write them, against the types of versions 6 and 7, and what the adapter must not take. Only the compiler reads this file.
 */
import * as six from "ai6"
import { MockLanguageModelV3 } from "ai6/test"
import * as seven from "ai7"
import { MockLanguageModelV4 } from "ai7/test"
import { createMCPClient as clientOfSix } from "mcp6"
import { createMCPClient as clientOfSeven } from "mcp7"
import { agent, type Session, server, tool } from "passhat"
import {
  type AdapterOptions,
  aiSdk,
  type AiSdkResult,
  type AiSdkSession,
  type AiSdkStep
} from "passhat/adapters/ai-sdk"
import { z } from "zod"

const options: AdapterOptions = { sources: ["agents/clerk.ts"] }
const weather = server("weather", {
  command: ["node", "weather.js"],
  tools: { get_weather: tool({ inputSchema: {} }) }
})

const noteInput = z.object({ text: z.string() })
const note = six.tool({ inputSchema: noteInput, execute: async ({ text }) => text })
const noteOfSeven = seven.tool({ inputSchema: noteInput, execute: async ({ text }) => text })

/** The types of version 6 refuse `tools: await client.tools()`, and take it beside a tool of the agent. */
const clerkOfSix = aiSdk("clerk", options, async ({ mcp, onStep, prompt, signal }) => {
  const client = await clientOfSix({ transport: { type: "http", ...mcp } })
  return six
    .generateText({
      model: new MockLanguageModelV3(),
      tools: { ...(await client.tools()), note },
      stopWhen: six.stepCountIs(5),
      abortSignal: signal,
      onStepFinish: onStep,
      prompt
    })
    .finally(() => client.close())
})

const clerkOfSeven = aiSdk("clerk", options, async ({ mcp, onStep, prompt, signal }) => {
  const client = await clientOfSeven({ transport: { type: "http", ...mcp } })
  return seven
    .generateText({
      model: new MockLanguageModelV4(),
      tools: await client.tools(),
      stopWhen: seven.isStepCount(5),
      abortSignal: signal,
      onStepEnd: onStep,
      prompt
    })
    .finally(() => client.close())
})

agent("asks", { driver: clerkOfSix, servers: [weather], prompt: "Is it warm?" })
agent("asks", { driver: clerkOfSeven, servers: [weather], prompt: "Is it warm?" })

/** With a system prompt, an output, and as a stream. */
aiSdk("streams", {}, ({ prompt, system = "Be brief." }) =>
  six.streamText({ model: new MockLanguageModelV3(), tools: { note }, system, prompt })
)
aiSdk("streams", {}, ({ onStep, prompt, system = "Be brief." }) =>
  seven.streamText({
    model: new MockLanguageModelV4(),
    tools: { note: noteOfSeven },
    system,
    prompt,
    onStepEnd: onStep
  })
)
aiSdk("loops", {}, ({ onStep, prompt }) =>
  new six.ToolLoopAgent({ model: new MockLanguageModelV3(), tools: { note }, onStepFinish: onStep }).generate({
    prompt
  })
)
aiSdk("loops", {}, ({ onStep, prompt }) =>
  new seven.ToolLoopAgent({ model: new MockLanguageModelV4(), tools: { note: noteOfSeven }, onStepEnd: onStep }).stream(
    { prompt }
  )
)
aiSdk("plans", {}, ({ prompt }) => {
  const output = six.Output.object({ schema: z.object({ plan: z.string() }) })
  return six.generateText({ model: new MockLanguageModelV3(), tools: { note }, output, prompt })
})

// @ts-expect-error the text alone is not what generateText returns
aiSdk("says", {}, async () => "Warm.")
// @ts-expect-error the result is not returned
aiSdk("forgets", {}, async ({ prompt }) => {
  await six.generateText({ model: new MockLanguageModelV3(), prompt })
})
aiSdk("objects", {}, ({ prompt }) =>
  // @ts-expect-error an object has no steps
  six.generateObject({ model: new MockLanguageModelV3(), schema: z.object({ city: z.string() }), prompt })
)
// @ts-expect-error turns come from the framework
aiSdk("talks", {}, ({ say: _, prompt }) => six.generateText({ model: new MockLanguageModelV3(), prompt }))

export const steps: (session: AiSdkSession, result: Awaited<AiSdkResult>) => void = ({ onStep }, { steps: all }) => {
  if (Array.isArray(all)) for (const step of all as ReadonlyArray<AiSdkStep>) onStep(step)
}
export const address = (session: AiSdkSession): Awaited<Session["mcp"]> => session.mcp
