/**
 * An agent that is written with the AI SDK, on models behind the address of the run. It is the same for both versions.
 */
import type { generateText, ModelMessage, stepCountIs, streamText, ToolSet } from "ai6"
import type { createAnthropic } from "anthropic6"
import type { createMCPClient, MCPClient } from "mcp6"
import type { createOpenAI } from "openai6"
import { aiSdk } from "passhat/adapters/ai-sdk"

export interface Kit {
  readonly createAnthropic: typeof createAnthropic
  readonly createMCPClient: typeof createMCPClient
  readonly createOpenAI: typeof createOpenAI
  readonly generateText: typeof generateText
  readonly stepCountIs: typeof stepCountIs
  readonly streamText: typeof streamText
}

const sources = ["agents/*.ts"]
const system = "You answer questions about the weather."

export const clerksOf = (kit: Kit, version: number) => {
  const settings = {
    system,
    stopWhen: kit.stepCountIs(5),
    prepareStep: ({ messages }: { readonly messages: ReadonlyArray<ModelMessage> }) => ({
      messages: messages.map(remembered)
    })
  }
  return {
    /** Asks Anthropic, and streams. */
    [`anthropic ${version}`]: aiSdk(
      `anthropic-${version}`,
      { sources },
      async ({ mcp, modelProxy, onStep, prompt, signal }) => {
        const provider = kit.createAnthropic({
          baseURL: `${await modelProxy.anthropic}/v1`,
          apiKey: process.env["ANTHROPIC_API_KEY"] ?? "none"
        })
        const client = await kit.createMCPClient({ transport: { type: "http", ...mcp } })
        return kit.streamText({
          ...settings,
          model: provider("claude-sonnet-4-5"),
          prompt: `Question: ${prompt}`,
          tools: await toolsOf(client),
          abortSignal: signal,
          onError: () => {},
          onStepFinish: onStep,
          onFinish: () => client.close()
        })
      }
    ),
    /** Asks OpenAI for whole answers, by Responses. */
    [`openai ${version}`]: aiSdk(
      `openai-${version}`,
      { sources },
      async ({ mcp, modelProxy, onStep, prompt, signal }) => {
        const provider = kit.createOpenAI({
          baseURL: await modelProxy.openai,
          apiKey: process.env["OPENAI_API_KEY"] ?? "none"
        })
        const client = await kit.createMCPClient({ transport: { type: "http", ...mcp } })
        return kit
          .generateText({
            ...settings,
            model: provider("gpt-5"),
            prompt: `Question: ${prompt}`,
            tools: await toolsOf(client),
            abortSignal: signal,
            onStepFinish: onStep
          })
          .finally(() => client.close())
      }
    )
  }
}

/** With exactOptionalPropertyTypes, the tools of one package of the AI SDK are none of another. */
const toolsOf = async (client: MCPClient): Promise<ToolSet> => (await client.tools()) as ToolSet

/** What the model is told of its calls and their results. */
const remembered = (message: ModelMessage): ModelMessage =>
  message.role === "assistant" || message.role === "tool"
    ? ({
        ...message,
        content: Array.isArray(message.content) ? message.content.filter(isKept) : message.content
      } as never)
    : message

const isKept = (part: object): boolean => !("toolCallId" in part && forgotten.has(String(part.toolCallId)))

const forgotten = new Set<string>([])
