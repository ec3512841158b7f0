/**
 * An agent that is written with the OpenAI Agents SDK, on models behind the address of the run.
 */
import { Agent, type AgentInputItem, MCPServerStreamableHttp, OpenAIProvider, Runner } from "@openai/agents"
import { openaiAgents } from "passhat/adapters/openai-agents"

const sources = ["agents/*.ts"]

/** By Responses, or by Chat Completions. */
const clerkBy = (name: string, useResponses: boolean) =>
  openaiAgents(name, { sources }, async ({ mcp, modelProxy, prompt, signal }) => {
    const modelProvider = new OpenAIProvider({
      baseURL: await modelProxy.openai,
      apiKey: process.env["OPENAI_API_KEY"] ?? "none",
      useResponses
    })
    const server = new MCPServerStreamableHttp({ url: mcp.url, requestInit: { headers: mcp.headers } })
    await server.connect()
    const agent = new Agent({
      name: "clerk",
      instructions: "You answer questions about the weather.",
      model: "gpt-5",
      mcpServers: [server]
    })
    const runner = new Runner({
      modelProvider,
      tracingDisabled: true,
      callModelInputFilter: ({ modelData: { input, instructions } }) => ({
        input: remembered(input),
        ...(instructions !== undefined && { instructions })
      })
    })
    return runner.run(agent, `Question: ${prompt}`, { signal, maxTurns: 5 }).finally(() => server.close())
  })

/** What the model is told of the results of its calls. */
const remembered = (items: Array<AgentInputItem>): Array<AgentInputItem> =>
  items.filter((item) => !(item.type === "function_call_result" && forgotten.has(item.callId)))

const forgotten = new Set<string>([])

export const responses = clerkBy("responses", true)
export const chat = clerkBy("chat", false)
