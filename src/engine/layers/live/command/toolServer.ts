/**
 * An MCP server with the tools of a run, for an agent in another process.
 */
import type { CallToolResult, Server } from "@modelcontextprotocol/server"
import type { ToolAnswer } from "../../../../base/domain/recording/Cassette.ts"
import type { JsonObject } from "../../../../base/domain/Json.ts"
import { servedNames } from "../../../../edges/providers/wire/wireNames.ts"
import type { Session } from "../../../services/Driver.ts"

/** Loaded only when an agent runs in another process. */
export type Sdk = typeof import("@modelcontextprotocol/server")

/** Calls a tool by its address; the signal aborts when the agent stops waiting. `traceparent` names the span that calls, if any. */
export type CallAtAddress = (
  address: string,
  args: JsonObject,
  signal: AbortSignal,
  traceparent?: string | undefined
) => Promise<ToolAnswer>

/** Makes a new server for each connection. The tools have the names that a model would see. */
export const toolServer = (
  sdk: Sdk,
  { instructions, tools }: Pick<Session, "instructions" | "tools">,
  call: CallAtAddress
): (() => Server) => {
  const names = servedNames(tools)
  const listed = names.offered.map(([name, { description, input_schema }]) => ({
    name,
    ...(description !== undefined && { description }),
    inputSchema: input_schema as { readonly type: "object" }
  }))
  return () => {
    const server = new sdk.Server(
      { name: "passhat", version: "1" },
      { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) }
    )
    server.setRequestHandler("tools/list", () => ({ tools: listed }))
    server.setRequestHandler("tools/call", async ({ params }, { http, mcpReq }) => {
      const tool = names.back(params.name)
      const answer = await call(
        // A call of an unknown tool is passed on too, so that it is recorded.
        tool.server === "" ? tool.name : `${tool.server}/${tool.name}`,
        (params.arguments ?? {}) as JsonObject,
        AbortSignal.any([mcpReq.signal, ...(http?.req === undefined ? [] : [http.req.signal])]),
        traceparentIn(params._meta)
      )
      return server.projectCallToolResult(resultOf(sdk, answer), undefined)
    })
    return server
  }
}

/** Content that MCP does not know becomes text. */
const resultOf = (sdk: Sdk, { content, is_error, structured }: ToolAnswer): CallToolResult => ({
  content: content.map((block) =>
    sdk.isSpecType.ContentBlock(block) ? block : { type: "text", text: JSON.stringify(block) }
  ),
  isError: is_error,
  ...(structured !== undefined && { structuredContent: structured })
})

const traceparentIn = (meta: object | undefined): string | undefined => {
  const given: unknown = meta === undefined ? undefined : Reflect.get(meta, "traceparent")
  return typeof given === "string" ? given : undefined
}
