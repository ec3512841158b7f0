/**
 * Agents that are written with the OpenAI Agents SDK, on a model that answers from a script.
 */
import {
  Agent,
  AgentsError,
  MaxTurnsExceededError,
  MCPServerStreamableHttp,
  type ModelResponse,
  run,
  type RunItem,
  RunResult,
  setTracingDisabled,
  tool,
  type Usage
} from "@openai/agents"
import { openaiAgents, type OpenaiAgentsSession } from "passhat/adapters/openai-agents"
import { z } from "zod"
import { tell, type Told, type ToldResult } from "../told.ts"
import { type ScriptedAnswer, scriptOf } from "./script.ts"

setTracingDisabled(true)

const sources = ["agents.ts", "script.ts"]
const call = (name: string, args: object) => ({ name, args: JSON.stringify(args) })
const look = call("weather__get_weather", { city: "Sacramento" })

const looks: ScriptedAnswer = { text: "I look.", calls: [look, call("note", { text: "looked" })], tokens: [101, 21] }
const looksTwice: ScriptedAnswer = { calls: [look, look, call("note", { text: "bad" })], tokens: [202, 12] }
const ends: ScriptedAnswer = { text: "It is clear.", tokens: [303, 7] }
const script = [looks, looksTwice, ends]
const gone = new Error("The model is gone.")

const note = tool({
  name: "note",
  description: "Writes a note.",
  parameters: z.object({ text: z.string() }),
  execute: async ({ text }) => {
    if (text === "bad") throw new Error("The pencil is broken.")
    return { noted: text }
  }
})

const expert = (...answers: ReadonlyArray<ScriptedAnswer>) =>
  new Agent({ name: "expert", model: scriptOf(...answers) }).asTool({
    toolName: "ask",
    toolDescription: "Asks an expert."
  })

const waiting = tool({
  name: "wait",
  description: "Waits for the end of the run.",
  parameters: z.object({}),
  execute: (_, _context, details) =>
    new Promise<string>((_resolve, reject) =>
      details?.signal?.addEventListener("abort", () => reject(details.signal?.reason))
    )
})

const open = async ({ mcp }: OpenaiAgentsSession) => {
  const server = new MCPServerStreamableHttp({ url: mcp.url, requestInit: { headers: mcp.headers } })
  await server.connect()
  return server
}

const clerkOf = (answers: ReadonlyArray<ScriptedAnswer | Error>, server: MCPServerStreamableHttp) =>
  new Agent({ name: "clerk", model: scriptOf(...answers), mcpServers: [server], tools: [note, waiting] })

/** As users write it, but for what is told. */
const asking = (name: string, answers: ReadonlyArray<ScriptedAnswer | Error>, maxTurns = 5) =>
  openaiAgents(name, { sources }, async (session) => {
    const server = await open(session)
    return run(clerkOf(answers, server), session.prompt, { signal: session.signal, maxTurns })
      .finally(() => server.close())
      .then(
        (result) => {
          tell(`${name}-${session.run}`, toldIn(result))
          return result
        },
        (error: unknown) => {
          if (error instanceof AgentsError && error.state !== undefined)
            tell(`${name}-${session.run}`, toldIn(new RunResult(error.state), error))
          throw error
        }
      )
  })

/** Returns the result before its stream is read; what it told is known later. */
const streaming = (name: string, answers: ReadonlyArray<ScriptedAnswer | Error>, maxTurns = 5) =>
  openaiAgents(name, { sources }, async (session) => {
    const server = await open(session)
    const { prompt, signal } = session
    const result = await run(clerkOf(answers, server), prompt, { signal, maxTurns, stream: true })
    void result.completed
      .then(
        () => tell(`${name}-${session.run}`, toldIn(result)),
        () => {}
      )
      .finally(() => server.close())
    return result
  })

/** Has read the stream before it returns. */
export const printing = openaiAgents("printing", { sources }, async (session) => {
  const server = await open(session)
  const result = await run(clerkOf(script, server), session.prompt, { signal: session.signal, stream: true })
  let events = 0
  for await (const _ of result) events++
  await server.close()
  tell(`printing-${session.run}`, toldIn(result))
  return events > 0 ? result : (undefined as never)
})

/** One of its tools is another agent, with tokens of its own. */
export const nesting = openaiAgents("nesting", { sources }, async (session) => {
  const server = await open(session)
  const model = scriptOf({ ...looks, calls: [look, call("ask", { input: "Is it warm?" })] }, ends)
  const clerk = new Agent({
    name: "clerk",
    model,
    mcpServers: [server],
    tools: [expert({ text: "Warm.", tokens: [50, 5] })]
  })
  const result = await run(clerk, session.prompt, { signal: session.signal }).finally(() => server.close())
  tell(`nesting-${session.run}`, toldIn(result))
  return result
})

/** Hands the task over to another agent, which makes the calls. */
export const handing = openaiAgents("handing", { sources }, async (session) => {
  const server = await open(session)
  const model = scriptOf({ calls: [call("transfer_to_clerk", {})], tokens: [11, 3] })
  const desk = new Agent({ name: "desk", model, handoffs: [clerkOf(script, server)] })
  const result = await run(desk, session.prompt, { signal: session.signal }).finally(() => server.close())
  tell(`handing-${session.run}`, toldIn(result))
  return result
})

export const running = asking("running", script)
export const limited = asking("limited", script, 2)
export const limitedStream = streaming("limited-stream", script, 2)
export const unmeasured = asking("unmeasured", [looks, { calls: [look] }, ends])
export const streamed = streaming("streaming", script)
export const failing = asking("failing", [looks, looksTwice, gone])
export const cutOff = streaming("cut off", [looks, looksTwice, gone])

export const hanging = openaiAgents("hanging", { sources }, async (session) => {
  const server = await open(session)
  return run(clerkOf([{ calls: [call("wait", {})], tokens: [1, 1] }], server), session.prompt, {
    signal: session.signal
  })
    .finally(() => server.close())
    .catch((error: unknown) => {
      tell(`hangs-${session.run}`, String(error))
      throw error
    })
})

export const forgetful = openaiAgents("forgetful", { sources }, async ({ call: callTool }) => {
  await callTool("get_weather", { city: "Sacramento" })
  return undefined as never
})
export const mistaken = openaiAgents("mistaken", { sources }, async () => ({ finalOutput: "Warm." }) as never)

interface Ended {
  readonly newItems: ReadonlyArray<RunItem>
  readonly rawResponses: ReadonlyArray<ModelResponse>
  readonly state: { readonly usage: Usage }
}

/** The SDK tells neither why a run ended nor whether a tool failed: the provider does the one, the error of the SDK the other. */
const toldIn = ({ newItems, rawResponses, state }: Ended, error?: AgentsError): Told => ({
  answers: rawResponses.map(({ output }) => ({
    text: output.map(textIn).join(""),
    calls: callsIn(output).map((item) => ({ name: item.name, args: JSON.parse(item.arguments) }))
  })),
  ownResults: newItems.flatMap(resultOf),
  usage: { input: state.usage.inputTokens, output: state.usage.outputTokens },
  stop: error instanceof MaxTurnsExceededError ? "max_turns" : stopIn(rawResponses.at(-1))
})

/** The SDK keeps no data of the provider of a stream. */
const stopIn = (response: ModelResponse | undefined): string => {
  const last = response?.output.at(-1)
  return String(
    response?.providerData?.["status"] ?? (last !== undefined && "status" in last ? last.status : undefined)
  )
}

const textIn = (item: ModelResponse["output"][number]): string =>
  item.type === "message" && typeof item.content !== "string"
    ? item.content.map((part) => (part.type === "output_text" ? part.text : "")).join("")
    : ""

const callsIn = (output: Ended["rawResponses"][number]["output"]) =>
  output.filter((item) => item.type === "function_call")

const resultOf = ({ rawItem }: RunItem): ReadonlyArray<ToldResult> => {
  if (rawItem?.type !== "function_call_result" || rawItem.name.startsWith("weather__")) return []
  const { name, output } = rawItem
  return [{ name, text: typeof output === "object" && "text" in output ? output.text : String(output), isError: false }]
}
