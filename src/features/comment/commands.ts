/**
 * `passhat comment`: what help and argv know of it, and the functions that carry it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { baselineFlag } from "../compare/baselineFlag.ts"
import { lazily } from "../../app/kit/lazily.ts"

export const commentRow = {
  description: "Put a json report on its pull request, as one comment that the next report replaces",
  examples: [
    { command: "passhat comment run.json", description: "In a job of GitHub Actions, with GITHUB_TOKEN" },
    { command: "passhat comment run.json --name nightly", description: "Beside the comment of another job" }
  ],
  flags: {
    baseline: {
      ...baselineFlag,
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
} as const satisfies Command

export const comment = command(commentRow, withFiles(lazily(() => import("./comment.ts"), "comment")))
