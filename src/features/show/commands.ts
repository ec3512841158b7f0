/**
 * `passhat show`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"

export const showRow = {
  description: "Show a recording: turns, calls, results, faults, tokens and latencies",
  examples: [
    { command: "passhat show cassettes/weather", description: "The recording of a suite that has one" },
    {
      command: "passhat show cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl --run 2",
      description: "What happened in the second run"
    },
    {
      command: "passhat show cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl --diff 1 3",
      description: "Where the third run left the way of the first"
    },
    {
      command: "passhat show before/weather --diff 1 3 after/weather",
      description: "The first run of one recording and the third of another"
    }
  ],
  flags: {
    run: { kind: "integer", metavar: "n", description: "Only this run, from 1" },
    diff: { kind: "integer", metavar: "a b", description: "Two runs, call by call, and where they part" }
  },
  arguments: {
    cassette: {
      path: "either",
      description: "A recording, or a folder with one: cassettes/<suite>/<agent>/<model>.jsonl"
    },
    /** A flag takes one value, so the second run of a comparison is a positional argument. */
    b: { description: "The second run of --diff" },
    other: { path: "either", description: "The recording of the second run of --diff, if it is another one" }
  }
} as const satisfies Command

export const show = command(showRow, withFiles(lazily(() => import("./show.ts"), "show")))
