/**
 * An MCP server that speaks the protocol of 2026 and refuses what came before: `node newServer.js`.
 */
import { McpServer } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { z } from "zod"

serveStdio(
  () => {
    const server = new McpServer({ name: "new", version: "2026.7.28" })
    server.registerTool("list", { inputSchema: z.object({ upTo: z.int() }) }, ({ upTo }) => ({
      content: [],
      structuredContent: Array.from({ length: upTo }, (_, at) => at + 1)
    }))
    return server
  },
  { legacy: "reject" }
)
