/**
 * The tools of passhat for coding agents, as an MCP server.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const mcp: Feature = {
  commands: { mcp: async () => (await import("./commands.ts")).mcp }
}
