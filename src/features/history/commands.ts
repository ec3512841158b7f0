/**
 * `passhat history`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"

export const historyRow = {
  description: "Show how cells have done over time, and since when one is worse; exit 1 if one is",
  examples: [
    { command: "passhat history", description: "Every cell of the history in the folder history" },
    { command: "passhat history --filter refund --json", description: "Some of them, for machines" },
    { command: "passhat history add run.json", description: "Add a json report, made with --with-traces" }
  ],
  flags: {
    history: {
      kind: "string",
      metavar: "directory",
      default: "history",
      path: "directory",
      description: "The folder of the history (default: history)"
    },
    filter: { kind: "string", metavar: "text", description: "Only the cells whose suite and name contain the text" },
    confidence: {
      kind: "number",
      metavar: "number",
      default: 0.99,
      description: "1 minus the chance that a cell that never changes is ever called worse (default 0.99)"
    },
    json: { kind: "boolean", default: false, description: "Print JSON" }
  },
  arguments: {
    action: { description: "add, to add reports; without it the history is shown" },
    reports: { variadic: true, path: "file", description: "The json reports to add" }
  }
} as const satisfies Command

export const history = command(historyRow, withFiles(lazily(() => import("./history.ts"), "history")))
