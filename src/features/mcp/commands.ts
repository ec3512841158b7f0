/**
 * `passhat mcp`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"

export const mcpRow = {
  description: "Serve plan, run, explain, compare and show to a coding agent, as an MCP server over stdio",
  examples: [
    { command: "passhat mcp", description: "For a client that starts it in the folder of the project" },
    { command: "passhat mcp path/to/project", description: "For a client that starts it elsewhere" },
    {
      command: "passhat mcp --allow-live --max-tokens-total 100000",
      description: "With record, live_agent and live_tools as well; a call of record spends no more than this"
    }
  ],
  flags: {
    allowLive: {
      kind: "boolean",
      default: false,
      description: "Serve record, live_agent and live_tools too: they run agents and servers, and record asks models"
    },
    maxTokensTotal: {
      kind: "integer",
      metavar: "n",
      description: "With --allow-live, the tokens that one call of record may spend at most"
    },
    timeout: {
      kind: "integer",
      metavar: "seconds",
      default: 600,
      description: "How long a call may take before it is ended without a verdict (default 600)"
    }
  },
  arguments: {
    project: {
      path: "directory",
      description: "The folder of the project (default: the current one); nothing outside of it is served"
    }
  }
} as const satisfies Command

export const mcp = command(mcpRow, withFiles(lazily(() => import("./mcp.ts"), "mcp")))
