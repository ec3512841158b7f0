/**
 * What users write with LangChain and LangGraph, and what the adapter must not take. Only the compiler reads this file. It holds with
 * exactOptionalPropertyTypes, which the declarations of LangChain do not support throughout: the other files here are compiled without it.
 */
import { type BaseMessage, HumanMessage } from "@langchain/core/messages"
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph"
import { MultiServerMCPClient } from "@langchain/mcp-adapters"
import { createAgent } from "langchain"
import { agent, server, suite, tool } from "passhat"
import { langchain } from "passhat/adapters/langchain"

const clerk = langchain("clerk", { sources: ["agents/clerk.ts"] }, async ({ mcp, prompt, signal }) => {
  const client = new MultiServerMCPClient({ passhat: { transport: "http", ...mcp } })
  const chat = createAgent({ model: "openai:gpt-5", tools: await client.getTools() })
  return chat.invoke({ messages: [{ role: "user", content: prompt }] }, { signal }).finally(() => client.close())
})

const graph = langchain("graph", {}, ({ prompt, signal }) =>
  new StateGraph(MessagesAnnotation)
    .addNode("model", () => ({ messages: [] }))
    .addEdge(START, "model")
    .compile()
    .invoke({ messages: [new HumanMessage(prompt)] }, { signal })
)

const weather = server("weather", { command: ["weather"], tools: { get_weather: tool({ inputSchema: {} }) } })
export const compiled = suite(
  "types",
  agent("asks", { driver: clerk, servers: [weather], prompt: "Sacramento" }),
  agent("walks", { driver: graph, servers: [weather], prompt: "Sacramento" })
)

const messages: Array<BaseMessage> = []

// @ts-expect-error the messages are no state
langchain("list", {}, () => messages)
// @ts-expect-error the text of the last message is no state
langchain("text", {}, async () => "It is clear.")
// @ts-expect-error a state without messages has no answers of a model
langchain("empty", {}, () => ({ output: "It is clear." }))
// @ts-expect-error the adapter reports the steps
langchain("steps", {}, ({ step }) => ({ messages, step }))
