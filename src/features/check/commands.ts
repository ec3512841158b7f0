/**
 * `passhat check`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { runFlags, selectionFlags } from "../../app/flags/runFlags.ts"
import { files } from "../../app/flags/sharedRows.ts"

export const checkRow = {
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
} as const satisfies Command

export const check = command(
  checkRow,
  lazily(() => import("./check.ts"), "check")
)
