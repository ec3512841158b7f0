/**
 * `passhat init`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { serverFlags } from "../../app/flags/sharedRows.ts"

export const initRow = {
  description: "Write a first suite, scripts and a CI workflow into this project; overwrites nothing",
  examples: [
    { command: "passhat init", description: "A demo that is recorded already, to look at" },
    {
      command: 'passhat init --server "npx -y @modelcontextprotocol/server-everything"',
      description: "A suite for a server that is started by a command"
    },
    {
      command: "passhat init --url https://mcp.example.com/mcp --name shop --model gpt-5",
      description: "A suite for a server that is running somewhere, with another model"
    }
  ],
  flags: {
    ...serverFlags,
    model: {
      kind: "string",
      metavar: "name",
      description: "The model that the suite asks (default: claude-sonnet-4-5)"
    }
  },
  arguments: {}
} as const satisfies Command

export const init = command(initRow, withFiles(lazily(() => import("./init.ts"), "init")))
