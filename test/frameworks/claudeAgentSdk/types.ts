/**
 * What users write with the Claude Agent SDK, and what the adapter must not take. Only the compiler reads this file.
 */
import { query } from "@anthropic-ai/claude-agent-sdk"
import { agent, server, suite, tool } from "passhat"
import { claudeAgentSdk } from "passhat/adapters/claude-agent-sdk"

const clerk = claudeAgentSdk("clerk", { sources: ["agents/clerk.ts"] }, ({ mcp, prompt }) => {
  const mcpServers = { passhat: { type: "http" as const, ...mcp } }
  const options = { mcpServers, allowedTools: ["mcp__passhat"], strictMcpConfig: true, settingSources: [] }
  return query({ prompt, options })
})

const inline = claudeAgentSdk("inline", {}, async ({ mcp, prompt, system }) =>
  query({
    prompt,
    options: {
      mcpServers: { passhat: { type: "http", ...mcp } },
      allowedTools: ["mcp__passhat"],
      strictMcpConfig: true,
      settingSources: [],
      ...(system !== undefined && { systemPrompt: system })
    }
  })
)

const weather = server("weather", { command: ["weather"], tools: { get_weather: tool({ inputSchema: {} }) } })
export const compiled = suite(
  "types",
  agent("asks", { driver: clerk, servers: [weather], prompt: "Sacramento" }),
  agent("asks inline", { driver: inline, servers: [weather], prompt: "Sacramento" })
)

// @ts-expect-error the text of a result is no query
claudeAgentSdk("text", {}, async () => "It is clear.")
// @ts-expect-error the messages of a query that has been read are no query
claudeAgentSdk("list", {}, async () => [{ type: "result" }])
// @ts-expect-error nothing is no query
claudeAgentSdk("nothing", {}, async () => {})
// @ts-expect-error a stream of texts is no query
claudeAgentSdk("texts", {}, async function* () {
  yield "It is clear."
})
