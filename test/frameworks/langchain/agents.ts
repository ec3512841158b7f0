/**
 * Agents that are written with LangChain and LangGraph, on the scripted model of LangChain.
 */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base"
import { AIMessage, type ToolMessage } from "@langchain/core/messages"
import type { ChatGeneration, LLMResult } from "@langchain/core/outputs"
import type { RunnableConfig } from "@langchain/core/runnables"
import { fakeModel } from "@langchain/core/testing"
import { tool } from "@langchain/core/tools"
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph"
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt"
import { MultiServerMCPClient } from "@langchain/mcp-adapters"
import { createAgent, modelCallLimitMiddleware } from "langchain"
import { type AdapterSession, langchain } from "passhat/adapters/langchain"
import { z } from "zod"
import { tell, type Told, type ToldAnswer, type ToldResult } from "../told.ts"

const sources = ["agents.ts"]

const note = tool(({ text }) => `Noted: ${text}`, {
  name: "note",
  description: "Writes a note.",
  schema: z.object({ text: z.string() })
})

const call = (id: string, name: string, args: object) => ({ id, name, args: { ...args }, type: "tool_call" as const })
const look = (id: string, city: string) => call(id, "weather__get_weather", { city })

type Tokens = readonly [input: number, output: number]

const answer = (content: string, [input, output]: Tokens, tool_calls: Array<ReturnType<typeof call>> = []) =>
  new AIMessage({
    content,
    tool_calls,
    usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
    response_metadata: { finish_reason: tool_calls.length > 0 ? "tool_calls" : "stop" }
  })

const scripted = () =>
  fakeModel()
    .respond(answer("I look.", [101, 21], [look("l1", "Sacramento"), call("n1", "note", { text: "looked" })]))
    .respond(
      answer("", [202, 12], [look("l2", "Sacramento"), look("l3", "Sacramento"), call("n2", "note", { text: "again" })])
    )
    .respond(answer("It is clear.", [303, 7]))

const toolsOf = async ({ mcp }: AdapterSession) => {
  const client = new MultiServerMCPClient({ passhat: { transport: "http", ...mcp } })
  return { client, tools: [...(await client.getTools()), note] }
}

/** As its users write it, but for the listener. */
export const created = langchain("created", { sources }, async (session) => {
  const { client, tools } = await toolsOf(session)
  const agent = createAgent({ model: scripted(), tools, systemPrompt: "Be brief." })
  const listener = new Listener()
  const state = await agent.invoke(
    { messages: [{ role: "user", content: session.prompt }] },
    { signal: session.signal, callbacks: [listener] }
  )
  await client.close()
  tell(`created-${session.run}`, listener.told())
  return state
})

/** Another conversation comes first in its messages. */
export const graph = langchain("graph", { sources }, async (session) => {
  const { client, tools } = await toolsOf(session)
  const model = scripted().bindTools(tools)
  const compiled = new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "model")
    .addConditionalEdges("model", toolsCondition, ["tools", END])
    .addEdge("tools", "model")
    .compile()
  const listener = new Listener()
  const earlier = [
    { role: "user", content: "Hello." },
    { role: "assistant", content: "Hello yourself." }
  ]
  const state = await compiled.invoke(
    { messages: [...earlier, { role: "user", content: session.prompt }] },
    { signal: session.signal, callbacks: [listener] }
  )
  await client.close()
  tell(`graph-${session.run}`, listener.told())
  return state
})

/** Ends with an error of LangGraph, without a state. */
export const limited = langchain("limited", { sources }, async (session) => {
  const { client, tools } = await toolsOf(session)
  const agent = createAgent({ model: scripted(), tools })
  return agent
    .invoke({ messages: [{ role: "user", content: session.prompt }] }, { recursionLimit: 3 })
    .finally(() => client.close())
})

/** Ends with a message of LangChain instead of an answer of the model. */
export const curbed = langchain("curbed", { sources }, async (session) => {
  const { client, tools } = await toolsOf(session)
  const middleware = [modelCallLimitMiddleware({ runLimit: 2, exitBehavior: "end" })]
  const agent = createAgent({ model: scripted(), tools, middleware })
  const listener = new Listener()
  const state = await agent.invoke({ messages: [{ role: "user", content: session.prompt }] }, { callbacks: [listener] })
  await client.close()
  tell(`curbed-${session.run}`, { ...listener.told(), stop: "max_turns" })
  return state
})

/** Its model fails after the first turn. */
export const failing = langchain("failing", { sources }, async (session) => {
  const { client, tools } = await toolsOf(session)
  const model = fakeModel()
    .respond(answer("I look.", [101, 21], [look("l1", "Sacramento")]))
    .respond(new Error("The model is gone"))
  return createAgent({ model, tools })
    .invoke({ messages: [{ role: "user", content: session.prompt }] })
    .finally(() => client.close())
})

const waiting = (_: object, { signal }: RunnableConfig): Promise<string> =>
  new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))

/** One of its tools does not answer until the run is over. */
export const hanging = langchain("hanging", { sources }, async (session) => {
  const { client } = await toolsOf(session)
  const model = fakeModel().respond(answer("I look.", [101, 21], [call("w1", "wait", {})]))
  const wait = tool(waiting, { name: "wait", description: "Waits.", schema: z.object({}) })
  return createAgent({ model, tools: [wait] })
    .invoke({ messages: [{ role: "user", content: session.prompt }] }, { signal: session.signal })
    .finally(() => client.close())
    .catch((error: unknown) => {
      tell(`hangs-${session.run}`, String(error))
      throw error
    })
})

export const forgetful = langchain("forgetful", { sources }, async () => undefined as never)
export const mistaken = langchain("mistaken", { sources }, async () => ({ messages: "none" }) as never)

/** Hears what LangChain does while it does it; the adapter reads the state that is left. */
class Listener extends BaseCallbackHandler {
  readonly name = "listener"
  readonly #answers: Array<ToldAnswer> = []
  readonly #ownResults: Array<ToldResult> = []
  readonly #usage = { input: 0, output: 0 }
  #stop = ""

  override handleLLMEnd({ generations }: LLMResult): void {
    const [[{ message }]] = generations as [[ChatGeneration]]
    const { tool_calls = [], usage_metadata } = message as AIMessage
    this.#answers.push({ text: message.text, calls: tool_calls.map(({ args, name }) => ({ name, args })) })
    this.#usage.input += usage_metadata?.input_tokens ?? Number.NaN
    this.#usage.output += usage_metadata?.output_tokens ?? Number.NaN
    this.#stop = String(Object.entries(message.response_metadata).find(([name]) => name === "finish_reason")?.[1])
  }

  override handleToolEnd({ name = "", status, text }: ToolMessage): void {
    if (name === "note") this.#ownResults.push({ name, text, isError: status === "error" })
  }

  told(): Told {
    return { answers: this.#answers, ownResults: this.#ownResults, usage: this.#usage, stop: this.#stop }
  }
}
