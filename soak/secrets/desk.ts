/**
 * An MCP server over HTTP that tells the header that it was asked with, and all it knows. Below `/shut` it answers with an error, and tells
 * the same.
 */
import type { Server } from "bun"

/** Stopped by the caller. */
export const startDesk = (told: string): Server<undefined> =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const known = `${request.headers.get("authorization")} ${request.headers.get("x-code")} ${told}`
      if (new URL(request.url).pathname === "/shut") return new Response(known, { status: 500 })
      if (request.method !== "POST") return new Response(null, { status: 405 })
      const { id, method, params } = (await request.json()) as Asked
      if (id === undefined) return new Response(null, { status: 202 })
      const results: Readonly<Record<string, unknown>> = {
        initialize: {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "desk", version: "1.0.0" }
        },
        "tools/list": { tools: [{ name: "tell", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: known }] }
      }
      return Response.json({ jsonrpc: "2.0", id, result: results[method] })
    }
  })

interface Asked {
  readonly id?: number
  readonly method: string
  readonly params?: { readonly protocolVersion?: string }
}
