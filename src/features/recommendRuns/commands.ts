/**
 * `passhat recommend-runs`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"

export const recommendRunsRow = {
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
} as const satisfies Command

export const recommendRuns = command(
  recommendRunsRow,
  lazily(() => import("./recommendRuns.ts"), "recommendRuns")
)
