/**
 * What users write with `@mastra/core` 0.24, and what the adapter must not take. Only the compiler reads this file.
 */
import { Agent } from "@mastra/core/agent"
import { MCPClient } from "@mastra/mcp"
import { agent, server, suite, tool } from "passhat"
import { mastra } from "passhat/adapters/mastra"

const clerk = mastra("clerk", { sources: ["agents/clerk.ts"] }, async ({ mcp, onStep, prompt, signal }) => {
  const passhat = { url: new URL(mcp.url), requestInit: { headers: mcp.headers } }
  const client = new MCPClient({ servers: { passhat } })
  const tools = await client.getTools()
  const chat = new Agent({ name: "clerk", instructions: "Be brief.", model: "openai/gpt-5", tools })
  return chat.generate(prompt, { abortSignal: signal, onStepFinish: onStep }).finally(() => client.disconnect())
})

const weather = server("weather", { command: ["weather"], tools: { get_weather: tool({ inputSchema: {} }) } })
export const compiled = suite("types", agent("asks", { driver: clerk, servers: [weather], prompt: "Sacramento" }))

const chat = new Agent({ name: "clerk", instructions: "Be brief.", model: "openai/gpt-5" })

// @ts-expect-error a stream has no steps yet
mastra("stream", {}, ({ prompt }) => chat.stream(prompt))
// @ts-expect-error a text has no steps
mastra("text", {}, async ({ prompt }) => (await chat.generate(prompt)).text)
// @ts-expect-error nothing has no steps
mastra("nothing", {}, async () => {})
