/**
 * Agents that are written with the Claude Agent SDK, at the stand-in of STANDIN_URL. Its process has a home of its own, CLAUDE_HOME.
 */
import {
  createSdkMcpServer,
  type Options,
  query,
  type SDKMessage,
  type SDKResultMessage,
  tool
} from "@anthropic-ai/claude-agent-sdk"
import { type AdapterSession, claudeAgentSdk } from "passhat/adapters/claude-agent-sdk"
import { z } from "zod"
import { tell, type Told, type ToldResult } from "../told.ts"

const { CLAUDE_HOME: home = "", PATH = "", STANDIN_URL: standin = "" } = process.env
const sources = ["agents.ts"]

const desk = () =>
  createSdkMcpServer({
    name: "desk",
    tools: [
      tool("note", "Writes a note.", { text: z.string() }, async ({ text }) => ({
        content: [{ type: "text", text: `Noted: ${text}` }]
      }))
    ]
  })

/** As users write it, but for the address of the model and the home of the process. */
const options = ({ mcp }: AdapterSession, more: Partial<Options> = {}): Options => ({
  mcpServers: { passhat: { type: "http", ...mcp }, desk: desk() },
  allowedTools: ["mcp__passhat", "mcp__desk", "Read", "Task"],
  strictMcpConfig: true,
  settingSources: [],
  includePartialMessages: true,
  model: "claude-sonnet-4-5",
  cwd: home,
  env: {
    PATH,
    HOME: home,
    CLAUDE_CONFIG_DIR: home,
    ANTHROPIC_BASE_URL: standin,
    ANTHROPIC_API_KEY: "placeholder",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1"
  },
  ...more
})

const asking = (name: string, more: Partial<Options> = {}) =>
  claudeAgentSdk(name, { sources }, (session) => {
    const asked = query({ prompt: session.prompt, options: options(session, more) })
    return { [Symbol.asyncIterator]: () => heard(name, session.run, asked), close: () => asked.close() }
  })

export const clerk = asking("clerk")
export const limited = asking("limited", { maxTurns: 2 })
export const delegating = asking("delegating", {
  agents: { scout: { description: "Looks.", prompt: "You are a scout.", model: "inherit" } }
})
export const forbidden = asking("forbidden", {
  allowedTools: [],
  canUseTool: async (_name, input) =>
    input["city"] === "Davis" ? { behavior: "deny", message: "Not Davis." } : { behavior: "allow", updatedInput: input }
})
export const failing = asking("failing")
/** The adapter closes the query, which ends its process. */
export const hanging = claudeAgentSdk("hanging", { sources }, (session) => {
  const asked = query({ prompt: session.prompt, options: options(session) })
  const close = () => {
    asked.close()
    tell(`hangs-${session.run}`, "closed because the run has ended")
  }
  return { [Symbol.asyncIterator]: () => asked[Symbol.asyncIterator](), close }
})
export const forgetful = claudeAgentSdk("forgetful", { sources }, async () => undefined as never)
export const mistaken = claudeAgentSdk("mistaken", { sources }, async function* () {
  yield "It is clear."
} as never)

/** Gives the messages on, and tells what the SDK streams of the main agent's answers; the adapter reads whole messages. */
async function* heard(name: string, run: number, messages: AsyncIterable<SDKMessage>) {
  const answers: Array<{ text: string; readonly calls: Array<{ readonly name: string; json: string }> }> = []
  const ownResults: Array<ToldResult> = []
  const names = new Map<string, string>()
  for await (const message of messages) {
    if (message.type === "stream_event" && message.parent_tool_use_id === null) {
      const { event } = message
      if (event.type === "message_start") answers.push({ text: "", calls: [] })
      const answer = answers.at(-1)
      if (event.type === "content_block_start" && event.content_block.type === "tool_use") {
        names.set(event.content_block.id, event.content_block.name)
        answer?.calls.push({ name: event.content_block.name, json: "" })
      }
      if (event.type === "content_block_delta" && answer !== undefined) {
        const { delta } = event
        const call = answer.calls.at(-1)
        if (delta.type === "text_delta") answer.text += delta.text
        if (delta.type === "input_json_delta" && call !== undefined) call.json += delta.partial_json
      }
    }
    if (message.type === "user" && Array.isArray(message.message.content)) {
      for (const block of message.message.content) {
        if (block.type !== "tool_result") continue
        const own = names.get(block.tool_use_id) ?? ""
        if (own === "" || own.startsWith("mcp__passhat__")) continue
        const text = typeof block.content === "string" ? block.content : textIn(block.content)
        ownResults.push({ name: own, text, isError: block.is_error === true })
      }
    }
    if (message.type === "result")
      tell(`${name}-${run}`, { ...toldIn(message), ownResults, answers: answers.map(whole) })
    yield message
  }
}

const textIn = (content: unknown): string =>
  (content as ReadonlyArray<{ readonly text?: string }>).map(({ text = "" }) => text).join("")

const whole = ({
  calls,
  text
}: {
  readonly text: string
  readonly calls: ReadonlyArray<{ name: string; json: string }>
}) => ({
  text,
  calls: calls.map(({ json, name }) => ({ name, args: JSON.parse(json) as unknown }))
})

/** As the SDK counts: all models of the query, and with what was cached. */
const toldIn = ({ modelUsage, stop_reason, subtype }: SDKResultMessage): Pick<Told, "stop" | "usage"> => {
  const models = Object.values(modelUsage)
  const sum = (counts: ReadonlyArray<number>) => counts.reduce((total, count) => total + count, 0)
  return {
    stop: subtype === "success" ? String(stop_reason) : subtype,
    usage: {
      input: sum(models.flatMap((one) => [one.inputTokens, one.cacheReadInputTokens, one.cacheCreationInputTokens])),
      output: sum(models.map(({ outputTokens }) => outputTokens))
    }
  }
}
