/**
 * Serves MCP over HTTP, to clients that open a session and to clients that do not.
 *
 * Sessions are kept apart because a client cancels a call by its id, and two clients may use the same ids.
 */
import type { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server"
import * as Result from "effect/Result"
import { randomUUID } from "node:crypto"
import type { RequestHandler } from "../../platform/respond.ts"
import type { Sdk } from "./toolServer.ts"

export const mcpOverHttp = (sdk: Sdk, makeServer: () => Server): RequestHandler => {
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
    return (await initializes(sdk, request.clone()))
      ? (await open()).handleRequest(request)
      : sessionless.fetch(request)
  }
}

const initializes = async (sdk: Sdk, request: Request): Promise<boolean> => {
  const body = await sdk.readRequestBody(request)
  const message = Result.try((): unknown => (body.tooLarge ? undefined : JSON.parse(body.text)))
  return Result.isSuccess(message) && sdk.isInitializeRequest(message.success)
}
