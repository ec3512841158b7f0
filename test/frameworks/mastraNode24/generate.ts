/**
 * An agent of `@mastra/core` 1, as its users write it.
 */
import { Agent } from "@mastra/core/agent"
import { createTool } from "@mastra/core/tools"
import { MCPClient } from "@mastra/mcp"
import { MockLanguageModelV3 } from "ai/test"
import { z } from "zod"
import type { Generate } from "../mastra/agents.ts"
import { waited, written } from "../mastra/ownTools.ts"
import { scriptOf } from "../mastra/script.ts"

/** `written` and `waited` are what the own tools do. */
export const generate: Generate = async ({ mcp, prompt, signal }, script, maxSteps, { onResult, onStepFinish }) => {
  const note = createTool({
    id: "note",
    description: "Writes a note.",
    inputSchema: z.object({ text: z.string() }),
    execute: async ({ text }) => written(text, onResult)
  })
  const wait = createTool({
    id: "wait",
    description: "Waits for the end of the run.",
    inputSchema: z.object({}),
    execute: (_, context) => waited(context.abortSignal, onResult)
  })
  const { headers, url } = mcp
  const client = new MCPClient({ servers: { passhat: { url: new URL(url), requestInit: { headers } } } })
  const model = new MockLanguageModelV3(
    scriptOf(script, (unified, input, output) => ({
      finishReason: { unified, raw: unified },
      usage: {
        inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: output, text: output, reasoning: undefined }
      }
    }))
  )
  const tools = { ...(await client.listTools()), note, wait }
  const clerk = new Agent({ id: "clerk", name: "clerk", instructions: "Be brief.", model, tools, maxRetries: 0 })
  return clerk.generate(prompt, { maxSteps, abortSignal: signal, onStepFinish }).finally(() => client.disconnect())
}
