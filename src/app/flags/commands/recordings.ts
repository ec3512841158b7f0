/**
 * Commands that show recordings and reports, and what is different between two of them.
 */
import type { Commands } from "../Flag.ts"

const COMPARED = "A json report with traces, a baseline, a recording, or a folder of recordings"

export const recordingsCommands = {
  show: {
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
  },
  compare: {
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
  },
  bless: {
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
  },
  history: {
    description: "Show how cells have done over time, and since when one is worse; exit 1 if one is",
    examples: [
      { command: "passhat history", description: "Every cell of the history in the folder history" },
      { command: "passhat history --filter refund --json", description: "Some of them, for machines" },
      { command: "passhat history add run.json", description: "Add a json report, made with --with-traces" }
    ],
    flags: {
      history: {
        kind: "string",
        metavar: "directory",
        default: "history",
        path: "directory",
        description: "The folder of the history (default: history)"
      },
      filter: { kind: "string", metavar: "text", description: "Only the cells whose suite and name contain the text" },
      confidence: {
        kind: "number",
        metavar: "number",
        default: 0.99,
        description: "1 minus the chance that a cell that never changes is ever called worse (default 0.99)"
      },
      json: { kind: "boolean", default: false, description: "Print JSON" }
    },
    arguments: {
      action: { description: "add, to add reports; without it the history is shown" },
      reports: { variadic: true, path: "file", description: "The json reports to add" }
    }
  },
  view: {
    description:
      "Show the reports, recordings and history of a project on a local page, and recordings in progress live",
    examples: [
      { command: "passhat view", description: "This project; open the address that it prints" },
      { command: "passhat view path/to/project --port 4747", description: "Another one, always on the same port" },
      { command: "passhat view --actions", description: "With buttons to record a cell again, bless, and label runs" }
    ],
    flags: {
      port: {
        kind: "integer",
        metavar: "port",
        default: 0,
        description: "The port of 127.0.0.1 to listen on (default: any free one)"
      },
      actions: {
        kind: "boolean",
        default: false,
        description:
          "Let the page record cells again, bless baselines and label runs; recording asks models and costs money"
      }
    },
    arguments: {
      folder: { path: "directory", description: "The folder of the project (default: the current one)" }
    }
  }
} as const satisfies Commands
