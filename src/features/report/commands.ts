/**
 * `passhat report` and `passhat merge`: what help and argv know of them, and the functions that carry them out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { baselineFlag } from "../compare/baselineFlag.ts"
import { thresholdFlag } from "../coverage/thresholdFlag.ts"
import { reportFlags } from "../../app/flags/sharedRows.ts"

export const reportRow = {
  description: "Make any other report of a json report; the exit code is that of its run",
  examples: [
    { command: "passhat report run.json", description: "What the run printed" },
    { command: "passhat report run.json --reporter markdown=summary.md", description: "For a pull request" },
    {
      command: "passhat report run.json --baseline main.json --reporter html=report.html",
      description: "A page with what is different from an earlier report"
    },
    {
      command: "passhat report run.json --history history --reporter html=report.html",
      description: "A page that draws how each cell did over time"
    }
  ],
  flags: {
    ...reportFlags,
    baseline: baselineFlag,
    history: {
      kind: "string",
      metavar: "directory",
      path: "directory",
      description: "The folder of a history: html draws the trend of each cell; nothing is added to it"
    }
  },
  arguments: {
    report: { required: true, path: "file", description: "A json report, made with --with-traces to show all" }
  }
} as const satisfies Command

export const mergeRow = {
  description: "Put the json reports of all shards together: the report of a run that was not split",
  examples: [
    { command: "passhat run --shard 1/2 --reporter json=1.json", description: "One of two parts of the cells" },
    { command: "passhat merge 1.json 2.json --reporter junit=report.xml", description: "Both as one report" }
  ],
  flags: { ...reportFlags, baseline: baselineFlag, coverageThreshold: thresholdFlag },
  arguments: {
    reports: {
      variadic: true,
      required: true,
      path: "file",
      description: "The json reports of all shards, in any order"
    }
  }
} as const satisfies Command

export const report = command(reportRow, withFiles(lazily(() => import("./report.ts"), "report")))

export const merge = command(mergeRow, withFiles(lazily(() => import("./merge.ts"), "merge")))
