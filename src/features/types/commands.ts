/**
 * `passhat types`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { serverFlags } from "../../app/flags/sharedRows.ts"

export const typesRow = {
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
} as const satisfies Command

export const types = command(typesRow, withFiles(lazily(() => import("./catalogue.ts"), "catalogue")))
