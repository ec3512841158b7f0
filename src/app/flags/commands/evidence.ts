/**
 * Commands that measure runs, bring in those of other programs, and say how many are needed.
 */
import type { Commands } from "../Flag.ts"
import { importFormats } from "../../../features/import/importFormats.ts"
import { reportFlags } from "./sharedRows.ts"

export const evidenceCommands = {
  score: {
    description: "Every score of recordings that needs no suite; it judges nothing",
    examples: [
      { command: "passhat score", description: "All recordings of the project, as a table" },
      {
        command: "passhat score cassettes/weather --reporter html=scores.html",
        description: "As a page for a browser"
      },
      { command: "passhat score trace.json", description: "A trace, or a list of traces, in plain JSON" }
    ],
    flags: reportFlags,
    arguments: {
      recordings: {
        variadic: true,
        path: "either",
        description: "Recordings, folders of them, or JSON files with traces (default: cassettes)"
      }
    }
  },
  calibrate: {
    description: "Floors and caps for gates from recorded runs, and how far they can be trusted",
    examples: [
      { command: "passhat calibrate", description: "From all recordings of the project, which are taken to be good" },
      {
        command: "passhat calibrate cassettes/airline --good observations.outcome.structured.passed=true",
        description: "From the runs that passed, and whether a value tells them from those that did not"
      }
    ],
    flags: {
      good: {
        kind: "string",
        metavar: "path=value",
        description: "Which runs are good: those whose trace has the value at the path (default: all)"
      },
      labels: {
        kind: "string",
        metavar: "file",
        path: "file",
        description: "Which runs are good or bad: those that a person labelled so with passhat view --actions"
      },
      share: {
        kind: "number",
        metavar: "number",
        default: 0.95,
        description: "The share of good runs that clear a floor (default 0.95)"
      },
      confidence: {
        kind: "number",
        metavar: "number",
        default: 0.95,
        description: "The confidence of intervals (default 0.95)"
      },
      json: { kind: "boolean", default: false, description: "Print JSON" }
    },
    arguments: {
      cassettes: { variadic: true, path: "either", description: "Recordings, or folders of them (default: cassettes)" }
    }
  },
  import: {
    description:
      "Make a suite and recordings of runs that another program recorded; all of them, or nothing is written",
    examples: [
      {
        command: "passhat import results/gpt-4o-airline.json --suite airline",
        description: "A file of tau-bench: a task is an agent, and its trials are its runs"
      },
      {
        command: "passhat import results/mcpmark --suite mcpmark --count-broken",
        description: "A folder of MCPMark, with runs that never began as failures, as its tables have them"
      },
      {
        command: "passhat import logs/chats.jsonl --format openai-chat --suite chats --group-by metadata.task",
        description: "Messages that do not name their task, by a field that does"
      }
    ],
    flags: {
      suite: {
        kind: "string",
        metavar: "name",
        required: true,
        description: "What the suite and its recordings are called"
      },
      format: {
        kind: "choice",
        metavar: "name",
        choices: ["auto", ...importFormats],
        description: "What the files are; auto (default) looks into them"
      },
      groupBy: {
        kind: "string",
        metavar: "fields",
        description:
          "The fields that make a task, with commas: task (default), agent, file, or paths such as metadata.task"
      },
      outcome: {
        kind: "string",
        metavar: "field",
        description:
          "The field with a run's verdict or reward, such as reward_info.reward (default: that of the format)"
      },
      inferErrors: {
        kind: "boolean",
        default: false,
        description: "Take results that only look like errors for errors; the summary counts them"
      },
      countBroken: {
        kind: "boolean",
        default: false,
        description: "Count runs that a broken environment ended as failures; without it they have no verdict"
      },
      overwrite: {
        kind: "boolean",
        default: false,
        description: "Replace a suite and recordings of that name"
      }
    },
    arguments: {
      files: {
        variadic: true,
        required: true,
        path: "either",
        description: "Files, or folders with .json and .jsonl files"
      }
    }
  },
  "recommend-runs": {
    description: "How many runs a claim about a pass rate takes",
    examples: [
      { command: "passhat recommend-runs --half-width 0.05", description: "To know the rate to within 5 %" },
      { command: "passhat recommend-runs --floor 0.9", description: "To show at least 90 % if all runs pass" }
    ],
    flags: {
      halfWidth: {
        kind: "number",
        metavar: "number",
        description: "How far the estimated rate may be off, from 0 to 1"
      },
      floor: { kind: "number", metavar: "number", description: "The rate to show, from 0 to 1" },
      confidence: {
        kind: "number",
        metavar: "number",
        default: 0.95,
        description: "How sure to be (default 0.95)"
      }
    },
    arguments: {}
  }
} as const satisfies Commands
