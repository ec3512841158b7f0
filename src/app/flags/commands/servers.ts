/**
 * Commands about MCP servers, and the one that is a server itself.
 */
import type { Commands } from "../Flag.ts"
import { serverFlags } from "./sharedRows.ts"

export const serversCommands = {
  types: {
    description: "Write a typed catalogue of a server's tools to standard output",
    examples: [
      {
        command:
          'passhat types --server "npx -y @modelcontextprotocol/server-filesystem ." > suites/servers/filesystem.ts',
        description: "A catalogue of a server that is started for it"
      },
      {
        command: "passhat types --url https://mcp.example.com/mcp --name shop > suites/servers/shop.ts",
        description: "A catalogue of a server that is running somewhere"
      },
      {
        command: 'passhat types --url https://mcp.example.com/mcp --header "Authorization=Bearer SHOP_TOKEN"',
        description: "With the value of the variable SHOP_TOKEN in a header"
      },
      {
        command: 'passhat types --server "node server.js" --check suites/servers/server.ts',
        description: "In CI: whether the server still has the tools that suites are compiled against"
      }
    ],
    flags: {
      ...serverFlags,
      check: {
        kind: "string",
        metavar: "file",
        path: "file",
        description: "Print no catalogue; say how the server has changed since this one was written, with exit 1"
      }
    },
    arguments: {}
  },
  mock: {
    description: "Serve an MCP mock, healthy or faulty; only tools/call is broken, the rest stays responsive",
    examples: [
      { command: "passhat mock --tools-from tools.yml", description: "Healthy, over stdio" },
      { command: "passhat mock --tools-from tools.yml --fault hang", description: "No call is answered" },
      {
        command: "passhat mock --tools-from tools.yml --fault recover-after:2",
        description: "The first two calls hang, the third is answered"
      },
      {
        command: "passhat mock --tools-from tools.json --fault slow:4000 --http 0",
        description: "Every call takes four seconds, over HTTP; the address is printed on standard error"
      }
    ],
    flags: {
      toolsFrom: {
        kind: "string",
        metavar: "file",
        required: true,
        path: "file",
        description: "The tools and what they answer, in YAML or JSON"
      },
      fault: {
        kind: "string",
        metavar: "kind",
        default: "none",
        description:
          "How tools/call is broken: none (default), hang, wedged, slow:<ms>, recover-after:<n>, reply-after-cancel:<ms>, " +
          "error:<message>, rate-limited:<ms>, denied, disconnect, misleading:<text>, malformed, truncated, schema-drift"
      },
      http: {
        kind: "integer",
        metavar: "port",
        description: "Serve streamable HTTP on this port of 127.0.0.1 (0: any free one) instead of stdio"
      }
    },
    arguments: {}
  },
  mcp: {
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
  }
} as const satisfies Commands
