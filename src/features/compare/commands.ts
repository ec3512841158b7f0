/**
 * `passhat compare` and `passhat bless`: what help and argv know of them, and the functions that carry them out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command, withFiles } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"

const COMPARED = "A json report with traces, a baseline, a recording, or a folder of recordings"

export const compareRow = {
  description: "Say whether a candidate is worse than a baseline, and how sure that is; exit 1 if it regressed",
  examples: [
    {
      command: "passhat compare baselines/main.json run.json",
      description: "A json report with traces, and a blessed one"
    },
    {
      command: "passhat compare before/cassettes cassettes --no-behaviour",
      description: "Two folders of recordings, by pass and fail alone"
    },
    {
      command: "passhat compare old.json new.json --allow prompt",
      description: "Two reports, to see what a change of the prompt did"
    }
  ],
  flags: {
    confidence: {
      kind: "number",
      metavar: "number",
      default: 0.95,
      description: "Set 1 minus the chance of a false regression over all cells (default 0.95)"
    },
    behaviour: {
      kind: "boolean",
      default: true,
      description: "Compare calls too, and note cells that behave differently (default)"
    },
    behaviourDecides: {
      kind: "boolean",
      default: false,
      description: "Call cells regressed that behave differently, with an error rate of its own"
    },
    allow: {
      kind: "string",
      metavar: "what",
      repeatable: true,
      description: "What may differ between the two: prompt, tools, faults, gates or runs; may be repeated"
    },
    reporter: {
      kind: "string",
      metavar: "name",
      repeatable: true,
      description: "table (default) or json, with =<file> into a file; may be repeated"
    }
  },
  arguments: {
    baseline: { required: true, path: "either", description: COMPARED },
    candidate: { required: true, path: "either", description: "The same, of what is compared with it" }
  }
} as const satisfies Command

export const blessRow = {
  description: "Write a baseline that candidates are compared with; nothing else ever changes one",
  examples: [
    {
      command: "passhat bless run.json --to baselines/main.json",
      description: "Of a json report, made with --with-traces"
    }
  ],
  flags: {
    to: { kind: "string", metavar: "file", required: true, path: "file", description: "The file to write" }
  },
  arguments: {
    source: { required: true, path: "either", description: COMPARED }
  }
} as const satisfies Command

export const compare = command(compareRow, withFiles(lazily(() => import("./compare.ts"), "compare")))

export const bless = command(blessRow, withFiles(lazily(() => import("./bless.ts"), "bless")))
