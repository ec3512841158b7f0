/**
 * An agent of `@mastra/core` 0.24, as its users write it.
 */
import { Agent } from "@mastra/core/agent"
import { createTool } from "@mastra/core/tools"
import { MCPClient } from "@mastra/mcp"
import { MockLanguageModelV2 } from "ai/test"
import { z } from "zod"
import type { Generate } from "./agents.ts"
import { waited, written } from "./ownTools.ts"
import { scriptOf } from "./script.ts"

/** `written` and `waited` are what the own tools do. */
export const generate: Generate = async ({ mcp, prompt, signal }, script, maxSteps, { onResult, onStepFinish }) => {
  const note = createTool({
    id: "note",
    description: "Writes a note.",
    inputSchema: z.object({ text: z.string() }),
    execute: async ({ context: { text } }) => written(text, onResult)
  })
  const wait = createTool({
    id: "wait",
    description: "Waits for the end of the run.",
    inputSchema: z.object({}),
    execute: (_, options) => waited(options?.abortSignal, onResult)
  })
  const { headers, url } = mcp
  const client = new MCPClient({ servers: { passhat: { url: new URL(url), requestInit: { headers } } } })
  const model = new MockLanguageModelV2(
    scriptOf(script, (finishReason, inputTokens, outputTokens) => ({
      finishReason,
      usage: { inputTokens, outputTokens, totalTokens: (inputTokens ?? 0) + (outputTokens ?? 0) }
    }))
  )
  const tools = { ...(await client.getTools()), note, wait }
  const clerk = new Agent({ name: "clerk", instructions: "Be brief.", model, tools, maxRetries: 0 })
  return clerk.generate(prompt, { maxSteps, abortSignal: signal, onStepFinish }).finally(() => client.disconnect())
}
