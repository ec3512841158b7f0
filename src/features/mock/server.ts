/**
 * The mock as an MCP server: tools/call gives canned answers, broken by the faults; everything else answers at once.
 */
import type { CallToolResult, Server } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type { AskedCall, ToolAnswer } from "../../base/domain/recording/Cassette.ts"
import type { FaultKind } from "../../base/domain/plan/Fault.ts"
import type { JsonObject } from "../../base/domain/Json.ts"
import type { Sdk } from "../../engine/layers/live/command/toolServer.ts"
import { match } from "../../language/metrics/match.ts"
import { type Breakable, type FaultCounts, faultFor } from "../../engine/agentLoop/faults.ts"
import { version } from "../../app/kit/version.ts"
import type { MockTool, Response, ToolsFile } from "./ToolsFile.ts"

/** Called once per connection. */
export type MakeServer = () => Server

/** A cancelled call gets no reply, unless a fault says that cancellations are ignored. */
export const mockServer = (
  sdk: Sdk,
  { resources = [], tools }: ToolsFile,
  faults: ReadonlyArray<FaultKind>,
  disconnect: Effect.Effect<never>
): MakeServer => {
  const withFaults = injectFaults(faults, disconnect)
  const ignoresCancellation = faults.some(({ kind }) => kind === "reply_after_cancel")
  return () => {
    const server = new sdk.Server({ name: "passhat-mock", version }, { capabilities: { tools: {}, resources: {} } })
    server.setRequestHandler("tools/list", () => ({ tools: tools.map(listed) }))
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const asked = {
        id: String(mcpReq.id),
        server: "",
        name: params.name,
        args: (params.arguments ?? {}) as JsonObject
      }
      const answer = await Effect.runPromise(withFaults(asked, answerTo(sdk, tools, asked)), { signal: mcpReq.signal })
      return server.projectCallToolResult(resultOf(answer), undefined)
    })
    server.setRequestHandler("resources/list", () => ({ resources: resources.map(({ name, uri }) => ({ uri, name })) }))
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }))
    server.setRequestHandler("resources/read", ({ params: { uri } }) => {
      const found = resources.find((one) => one.uri === uri)
      return found === undefined
        ? Promise.reject(new sdk.ResourceNotFoundError(uri))
        : { contents: [{ uri, text: found.text }] }
    })
    if (ignoresCancellation) server.setNotificationHandler("notifications/cancelled", () => {})
    return server
  }
}

/** The first response whose `when` is part of the arguments, else the tool's own. */
const answerTo = (sdk: Sdk, tools: ReadonlyArray<MockTool>, { args, name }: AskedCall) =>
  Effect.suspend(() => {
    const tool = tools.find((one) => one.name === name)
    if (tool === undefined) {
      return Effect.fail(new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`))
    }
    const fitting = tool.responses?.find(({ when }) => match({ op: "contains", value: when }, args).passed)
    return Effect.succeed(answerOf((fitting ?? tool).response ?? "ok"))
  })

const answerOf = (response: Response): ToolAnswer => {
  if (typeof response === "string") return answerOf({ content: response })
  const { content, isError = false, structuredContent } = response
  return {
    is_error: isError,
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    ...(structuredContent !== undefined && { structured: structuredContent }),
    timed_out: false
  }
}

/** Breaks answers as faults in a run do. Counts the calls of all connections together. */
const injectFaults = (kinds: ReadonlyArray<FaultKind>, disconnect: Effect.Effect<never>) => {
  const behaviour = withoutTimeout(kinds)
  let counts: FaultCounts = new Map()
  return <E>(call: AskedCall, answer: Effect.Effect<ToolAnswer, E>): Effect.Effect<ToolAnswer, E> =>
    Effect.suspend(() => {
      const next = faultFor(behaviour, counts, call)
      counts = next.counts
      if (next.faulted === undefined) return answer
      const { answer: instead, damage = identity, fault, takes_ms, timed_out } = next.faulted
      if (fault.kind.kind === "disconnect") return disconnect
      if (timed_out) return Effect.never
      return Effect.delay(instead === undefined ? Effect.map(answer, damage) : Effect.succeed(instead), takes_ms)
    })
}

/** The client has the timeout: here a call that would time out hangs. */
const withoutTimeout = (kinds: ReadonlyArray<FaultKind>): Breakable => ({
  options: { call_timeout_ms: Infinity },
  faults: kinds.map((kind) => ({ name: kind.kind, kind }))
})

const listed = ({ description, inputSchema, name }: MockTool) => ({
  name,
  ...(description !== undefined && { description }),
  inputSchema: { ...inputSchema, type: "object" as const }
})

const resultOf = ({ content, is_error, structured }: ToolAnswer): CallToolResult => ({
  content: content as CallToolResult["content"],
  isError: is_error,
  ...(structured !== undefined && { structuredContent: structured })
})
