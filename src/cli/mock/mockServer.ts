/**
 * The mock as an MCP server: everything but tools/call answers at once.
 */
import type { CallToolResult, Server } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import type { AskedCall, ToolAnswer } from "../../domain/Cassette.ts"
import type { JsonObject } from "../../domain/Json.ts"
import type { Sdk } from "../../layers/live/command/toolServer.ts"
import { version } from "../version.ts"
import type { MockTool, ToolsFile } from "./ToolsFile.ts"

/** Makes a server for each connection. What it is given loses every connection, and never comes back. */
export type Servers = (disconnect: Effect.Effect<never>) => () => Server

/** A new server for each connection. A cancelled call gets no reply, unless cancellations are ignored on purpose. */
export const mockServer =
  (
    sdk: Sdk,
    { resources = [], tools }: ToolsFile,
    call: (asked: AskedCall) => Effect.Effect<ToolAnswer, Error>,
    { ignoresCancellation }: { readonly ignoresCancellation: boolean }
  ) =>
  (): Server => {
    const server = new sdk.Server({ name: "passhat-mock", version }, { capabilities: { tools: {}, resources: {} } })
    server.setRequestHandler("tools/list", () => ({ tools: tools.map(listed) }))
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const asked = {
        id: String(mcpReq.id),
        server: "",
        name: params.name,
        args: (params.arguments ?? {}) as JsonObject
      }
      const answer = await Effect.runPromise(call(asked), { signal: mcpReq.signal })
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
