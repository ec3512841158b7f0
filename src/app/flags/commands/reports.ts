/**
 * Commands on json reports.
 */
import type { Commands } from "../Flag.ts"
import { runFlags } from "../runFlags.ts"
import { reportFlags } from "./sharedRows.ts"

const { baseline } = runFlags

export const reportsCommands = {
  report: {
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
      baseline,
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
  },
  comment: {
    description: "Put a json report on its pull request, as one comment that the next report replaces",
    examples: [
      { command: "passhat comment run.json", description: "In a job of GitHub Actions, with GITHUB_TOKEN" },
      { command: "passhat comment run.json --name nightly", description: "Beside the comment of another job" }
    ],
    flags: {
      baseline: {
        ...baseline,
        description: "An earlier json report, made with --with-traces: what is different from it comes first"
      },
      name: {
        kind: "string",
        metavar: "name",
        default: "evals",
        description: "Which comment it is: each name has one on a pull request"
      },
      pullRequest: {
        kind: "integer",
        metavar: "number",
        description: "The pull request (default: the one that the job is for)"
      }
    },
    arguments: {
      report: { required: true, path: "file", description: "A json report" }
    }
  },
  merge: {
    description: "Put the json reports of all shards together: the report of a run that was not split",
    examples: [
      { command: "passhat run --shard 1/2 --reporter json=1.json", description: "One of two parts of the cells" },
      { command: "passhat merge 1.json 2.json --reporter junit=report.xml", description: "Both as one report" }
    ],
    flags: { ...reportFlags, baseline, coverageThreshold: runFlags.coverageThreshold },
    arguments: {
      reports: {
        variadic: true,
        required: true,
        path: "file",
        description: "The json reports of all shards, in any order"
      }
    }
  }
} as const satisfies Commands
