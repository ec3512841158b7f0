/**
 * `passhat calibrate`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"

export const calibrateRow = {
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
} as const satisfies Command

export const calibrate = command(calibrateRow, withFiles(lazily(() => import("./calibrate.ts"), "calibrate")))
