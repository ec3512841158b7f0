/**
 * `passhat plan`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { runFlags, selectionFlags } from "../../app/flags/runFlags.ts"
import { files } from "../../app/flags/sharedRows.ts"

export const planRow = {
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
} as const satisfies Command

export const plan = command(
  planRow,
  lazily(() => import("./plan.ts"), "plan")
)
