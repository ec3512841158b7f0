/**
 * `passhat score`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { reportFlags } from "../../app/flags/sharedRows.ts"

export const scoreRow = {
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
} as const satisfies Command

export const score = command(scoreRow, withFiles(lazily(() => import("./score.ts"), "score")))
