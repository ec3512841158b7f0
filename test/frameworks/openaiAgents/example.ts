/**
 * The agent of docs/adapters.md.
 */
import { Agent, MCPServerStreamableHttp, run } from "@openai/agents"
import { openaiAgents } from "passhat/adapters/openai-agents"

export const clerk = openaiAgents("clerk", { sources: ["agents/*.ts"] }, async ({ mcp, prompt, signal }) => {
  const server = new MCPServerStreamableHttp({ url: mcp.url, requestInit: { headers: mcp.headers } })
  await server.connect()
  const agent = new Agent({ name: "clerk", instructions: "Be brief.", model: "gpt-5", mcpServers: [server] })
  return run(agent, prompt, { signal }).finally(() => server.close())
})
