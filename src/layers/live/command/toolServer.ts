/**
 * The tools of a run as one MCP server: what an agent in another process lists and calls.
 */
import type { CallToolResult, Server } from "@modelcontextprotocol/server"
import type { ToolAnswer } from "../../../domain/Cassette.ts"
import type { JsonObject } from "../../../domain/Json.ts"
import type { OfferedTool } from "../../../domain/Tool.ts"

/** Loaded only when an agent runs in another process. */
export type Sdk = typeof import("@modelcontextprotocol/server")

/** Calls a tool by its address; the signal says that the agent no longer waits. */
export type Call = (address: string, args: JsonObject, signal: AbortSignal) => Promise<ToolAnswer>

/** A new server for each connection: they share nothing but the tools. */
export const toolServer = (sdk: Sdk, offered: ReadonlyArray<OfferedTool>, call: Call): (() => Server) => {
  const tools = byName(offered)
  const listed = [...tools].map(([name, { description, input_schema }]) => ({
    name,
    ...(description !== undefined && { description }),
    inputSchema: input_schema as { readonly type: "object" }
  }))
  return () => {
    const server = new sdk.Server({ name: "passhat", version: "1" }, { capabilities: { tools: {} } })
    server.setRequestHandler("tools/list", () => ({ tools: listed }))
    server.setRequestHandler("tools/call", async ({ params }, { http, mcpReq }) => {
      const tool = tools.get(params.name)
      const answer = await call(
        // What nobody offers is called all the same: that the agent asked for it is part of what is observed.
        tool === undefined ? params.name : `${tool.server}/${tool.name}`,
        (params.arguments ?? {}) as JsonObject,
        AbortSignal.any([mcpReq.signal, ...(http?.req === undefined ? [] : [http.req.signal])])
      )
      return server.projectCallToolResult(resultOf(sdk, answer), undefined)
    })
    return server
  }
}

/** `<server>__<tool>`, numbered where two pairs join to one name: `a` with `b__c`, and `a__b` with `c`. */
const byName = (offered: ReadonlyArray<OfferedTool>): ReadonlyMap<string, OfferedTool> => {
  const tools = new Map<string, OfferedTool>()
  for (const tool of offered) {
    const joined = `${tool.server}__${tool.name}`
    let name = joined
    for (let next = 2; tools.has(name); next++) name = `${joined}_${next}`
    tools.set(name, tool)
  }
  return tools
}

/** Content that MCP does not know, such as the digest of an image, is handed over as text. */
const resultOf = (sdk: Sdk, { content, is_error, structured }: ToolAnswer): CallToolResult => ({
  content: content.map((block) =>
    sdk.isSpecType.ContentBlock(block) ? block : { type: "text", text: JSON.stringify(block) }
  ),
  isError: is_error,
  ...(structured !== undefined && { structuredContent: structured })
})
