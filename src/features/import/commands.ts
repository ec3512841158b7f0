/**
 * `passhat import`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"
import type { FormatName } from "./formats/formats.ts"

/** A table, so that the compiler reports a format that is missing here. */
const table: { readonly [Name in FormatName]: true } = {
  "openai-chat": true,
  "openai-responses": true,
  anthropic: true,
  "ai-sdk": true,
  langchain: true,
  "tau-bench": true,
  tau2: true,
  mcpmark: true,
  otlp: true,
  jaeger: true,
  "claude-code": true,
  "passhat-trace": true
}

const importFormats = Object.keys(table) as ReadonlyArray<FormatName>

export const importRow = {
  description: "Make a suite and recordings of runs that another program recorded; all of them, or nothing is written",
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
      description: "The field with a run's verdict or reward, such as reward_info.reward (default: that of the format)"
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
} as const satisfies Command

export const importCommand = command(importRow, withFiles(lazily(() => import("./import.ts"), "importFiles")))
