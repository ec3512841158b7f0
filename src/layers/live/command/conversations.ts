/**
 * Answers MCP over HTTP for clients of every age: with a session, with a session they ignore, or with none.
 *
 * A client that opens a session may cancel a call by its id; ids of two clients never meet, since each has its own session.
 */
import { randomUUID } from "node:crypto"
import type { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server"
import type { Sdk } from "./toolServer.ts"

export type Answer = (request: Request) => Promise<Response>

export const conversations = (sdk: Sdk, makeServer: () => Server): Answer => {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const sessionless = sdk.createMcpHandler(makeServer)
  const open = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport)
    })
    await makeServer().connect(transport)
    return transport
  }
  return async (request) => {
    const session = sessions.get(request.headers.get("mcp-session-id") ?? "")
    if (session !== undefined) return session.handleRequest(request)
    return (await initializes(sdk, request.clone())) ? (await open()).handleRequest(request) : sessionless.fetch(request)
  }
}

const initializes = async (sdk: Sdk, request: Request): Promise<boolean> => {
  const body: unknown = await request.json().catch(() => undefined)
  return sdk.isInitializeRequest(body)
}
