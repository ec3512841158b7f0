/**
 * Commands on suites: to begin with, to run, and to look at before anything runs.
 */
import type { Commands } from "../Flag.ts"
import { runFlags, selectionFlags } from "../runFlags.ts"
import { files, serverFlags } from "./sharedRows.ts"

export const suitesCommands = {
  init: {
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
  },
  run: {
    description: "Run suites from their recordings and report on them together",
    examples: [
      { command: "passhat run", description: "Judge every suite from its recordings, with no key and no network" },
      {
        command: "passhat run suites/weather.ts --verbose",
        description: "One suite, with every check and the traces of its red runs"
      },
      { command: "passhat run --record=missing", description: "Record what is missing or stale, then judge it all" },
      {
        command: "passhat run --live-tools",
        description: "Whether the servers still answer as recorded, with no model and no key"
      },
      {
        command: "passhat run --live-agent",
        description: "Whether the code of your own agents still does as recorded, with no model and no key"
      },
      {
        command: "passhat run --coverage-threshold 0.8",
        description: "Whether the cases reach 80 % of the tools, arguments and enum values of the servers"
      },
      { command: "passhat run --reporter junit=report.xml", description: "For CI: a report in a file" }
    ],
    flags: runFlags,
    arguments: files
  },
  plan: {
    description: "Print what would be run and what it may cost, and run nothing",
    examples: [
      { command: "passhat plan", description: "What every suite would run, as a table" },
      { command: "passhat plan --json", description: "The plans themselves, for programs" },
      {
        command: "passhat plan suites/weather.ts --runs 20",
        description: "How many model calls and tokens twenty runs of each cell may cost at most"
      }
    ],
    flags: {
      ...selectionFlags,
      runs: runFlags.runs,
      json: { kind: "boolean", default: false, description: "Print the plans as JSON" }
    },
    arguments: files
  },
  check: {
    description: "Check that suites compile and that their recordings are whole and fresh",
    examples: [
      { command: "passhat check", description: "Every suite of the project" },
      { command: "passhat check suites/weather.ts", description: "One of them" },
      { command: "passhat check --max-age 30d", description: "Whether no recording is older than 30 days, too" }
    ],
    flags: {
      ...selectionFlags,
      cassettes: runFlags.cassettes,
      maxAge: {
        kind: "string",
        metavar: "age",
        description: "Name recordings that are older, or whose date is not known, with exit 2: 30d, 12h or 2w"
      }
    },
    arguments: files
  }
} as const satisfies Commands
