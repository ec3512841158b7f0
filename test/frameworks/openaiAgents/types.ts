/**
 * An agent as users write it, against the types of the OpenAI Agents SDK, and what the adapter must not take. Only the compiler reads this
 * file.
 */
import { Agent, MCPServerStreamableHttp, run, Runner } from "@openai/agents"
import { agent, server, tool } from "passhat"
import {
  type AdapterOptions,
  openaiAgents,
  type OpenaiAgentsResult,
  type OpenaiAgentsSession
} from "passhat/adapters/openai-agents"
import { z } from "zod"

const options: AdapterOptions = { sources: ["agents/clerk.ts"] }
const weather = server("weather", {
  command: ["node", "weather.js"],
  tools: { get_weather: tool({ inputSchema: {} }) }
})

const clerk = openaiAgents("clerk", options, async ({ mcp, prompt, signal }) => {
  const tools = new MCPServerStreamableHttp({ url: mcp.url, requestInit: { headers: mcp.headers } })
  await tools.connect()
  const asked = new Agent({ name: "clerk", instructions: "Be brief.", model: "gpt-5", mcpServers: [tools] })
  return run(asked, prompt, { signal }).finally(() => tools.close())
})

agent("asks", { driver: clerk, servers: [weather], prompt: "Is it warm?" })

const plain = new Agent({ name: "plain" })
const planned = new Agent({ name: "planned", outputType: z.object({ plan: z.string() }) })
openaiAgents("streams", {}, ({ prompt, signal }) => run(plain, prompt, { signal, stream: true }))
openaiAgents("plans", {}, ({ prompt, system = "" }) => new Runner().run(planned, `${system}${prompt}`))
openaiAgents("hands over", {}, ({ prompt }) => run(Agent.create({ name: "desk", handoffs: [plain, planned] }), prompt))

// @ts-expect-error the final output alone is not what run returns
openaiAgents("says", {}, async ({ prompt }) => (await run(plain, prompt)).finalOutput)
// @ts-expect-error the result is not returned
openaiAgents("forgets", {}, async ({ prompt }) => {
  await run(plain, prompt)
})
// @ts-expect-error the SDK has no hook for steps, and they are read at the end
openaiAgents("steps", {}, ({ onStep, prompt }) => run(plain, prompt, { context: onStep }))

export const read = (_session: OpenaiAgentsSession, result: OpenaiAgentsResult): number => result.rawResponses.length
