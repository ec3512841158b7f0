/**
 * The agent of docs/adapters.md.
 */
import { generateText, stepCountIs, tool } from "ai6"
import { createMCPClient } from "mcp6"
import { aiSdk } from "passhat/adapters/ai-sdk"
import { z } from "zod"

const today = tool({ inputSchema: z.object({}), execute: async () => new Date().toISOString() })

export const clerk = aiSdk("clerk", { sources: ["agents/*.ts"] }, async ({ mcp, onStep, prompt, signal }) => {
  const client = await createMCPClient({ transport: { type: "http", ...mcp } })
  const tools = { ...(await client.tools()), today }
  const model = "anthropic/claude-sonnet-4.5"
  const options = { stopWhen: stepCountIs(5), abortSignal: signal, onStepFinish: onStep }
  return generateText({ model, tools, prompt, ...options }).finally(() => client.close())
})
