/**
 * Every command of `passhat`, as data: argv is read, help is printed and shells complete by this table.
 */
import type { Arguments, Command, Flags, Values } from "./Flag.ts"
import { importFormats } from "./importFormats.ts"
import { runFlags, selectionFlags } from "./runFlags.ts"

const files = {
  files: {
    variadic: true,
    path: "either",
    description: "Suite files, folders or globs (default: suites/**/*.{ts,mts})"
  }
} as const satisfies Arguments

/** The server that is asked for its tools. */
const serverFlags = {
  server: {
    kind: "string",
    metavar: "command",
    description: "The command that starts the server, which speaks MCP over stdio; no shell is involved"
  },
  url: {
    kind: "string",
    metavar: "url",
    description: "The address of a server that speaks MCP over streamable HTTP"
  },
  name: {
    kind: "string",
    metavar: "name",
    description: "What suites call the server (default: a name like that of its package or host)"
  },
  header: {
    kind: "string",
    metavar: "name=variable",
    repeatable: true,
    description: 'With --url, a header whose value a variable of the environment has: "Authorization=Bearer MY_TOKEN"'
  },
  env: {
    kind: "string",
    metavar: "variable",
    repeatable: true,
    description: "With --server, a variable of the environment that its process needs"
  }
} as const satisfies Flags

const COMPARED = "A json report with traces, a baseline, a recording, or a folder of recordings"

const { baseline, color, quiet, reporter, verbose } = runFlags
const reportFlags = { reporter, color, quiet, verbose }

export const commands = {
  init: {
    description: "Write a first suite, scripts and a CI workflow into this project; overwrites nothing",
    examples: [
      { command: "passhat init", description: "A demo that is recorded already, to look at" },
      {
        command: 'passhat init --server "npx -y @modelcontextprotocol/server-everything"',
        description: "A suite for a server that is started by a command"
      },
      {
        command: "passhat init --url https://mcp.example.com/mcp --name shop --model gpt-5",
        description: "A suite for a server that is running somewhere, with another model"
      }
    ],
    flags: {
      ...serverFlags,
      model: {
        kind: "string",
        metavar: "name",
        description: "The model that the suite asks (default: claude-sonnet-4-5)"
      }
    },
    arguments: {}
  },
  run: {
    description: "Run suites from their recordings and report on them together",
    examples: [
      { command: "passhat run", description: "Judge every suite from its recordings, with no key and no network" },
      {
        command: "passhat run suites/weather.ts --verbose",
        description: "One suite, with every check and the traces of its red runs"
      },
      { command: "passhat run --record=missing", description: "Record what is missing or stale, then judge it all" },
      {
        command: "passhat run --live-tools",
        description: "Whether the servers still answer as recorded, with no model and no key"
      },
      {
        command: "passhat run --live-agent",
        description: "Whether the code of your own agents still does as recorded, with no model and no key"
      },
      {
        command: "passhat run --coverage-threshold 0.8",
        description: "Whether the cases reach 80 % of the tools, arguments and enum values of the servers"
      },
      { command: "passhat run --reporter junit=report.xml", description: "For CI: a report in a file" }
    ],
    flags: runFlags,
    arguments: files
  },
  plan: {
    description: "Print what would be run and what it may cost, and run nothing",
    examples: [
      { command: "passhat plan", description: "What every suite would run, as a table" },
      { command: "passhat plan --json", description: "The plans themselves, for programs" },
      {
        command: "passhat plan suites/weather.ts --runs 20",
        description: "How many model calls and tokens twenty runs of each cell may cost at most"
      }
    ],
    flags: {
      ...selectionFlags,
      runs: runFlags.runs,
      json: { kind: "boolean", default: false, description: "Print the plans as JSON" }
    },
    arguments: files
  },
  check: {
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
  },
  types: {
    description: "Write a typed catalogue of a server's tools to standard output",
    examples: [
      {
        command:
          'passhat types --server "npx -y @modelcontextprotocol/server-filesystem ." > suites/servers/filesystem.ts',
        description: "A catalogue of a server that is started for it"
      },
      {
        command: "passhat types --url https://mcp.example.com/mcp --name shop > suites/servers/shop.ts",
        description: "A catalogue of a server that is running somewhere"
      },
      {
        command: 'passhat types --url https://mcp.example.com/mcp --header "Authorization=Bearer SHOP_TOKEN"',
        description: "With the value of the variable SHOP_TOKEN in a header"
      },
      {
        command: 'passhat types --server "node server.js" --check suites/servers/server.ts',
        description: "In CI: whether the server still has the tools that suites are compiled against"
      }
    ],
    flags: {
      ...serverFlags,
      check: {
        kind: "string",
        metavar: "file",
        path: "file",
        description: "Print no catalogue; say how the server has changed since this one was written, with exit 1"
      }
    },
    arguments: {}
  },
  mock: {
    description: "Serve an MCP mock, healthy or faulty; only tools/call is broken, the rest stays responsive",
    examples: [
      { command: "passhat mock --tools-from tools.yml", description: "Healthy, over stdio" },
      { command: "passhat mock --tools-from tools.yml --fault hang", description: "No call is answered" },
      {
        command: "passhat mock --tools-from tools.yml --fault recover-after:2",
        description: "The first two calls hang, the third is answered"
      },
      {
        command: "passhat mock --tools-from tools.json --fault slow:4000 --http 0",
        description: "Every call takes four seconds, over HTTP; the address is printed on standard error"
      }
    ],
    flags: {
      toolsFrom: {
        kind: "string",
        metavar: "file",
        required: true,
        path: "file",
        description: "The tools and what they answer, in YAML or JSON"
      },
      fault: {
        kind: "string",
        metavar: "kind",
        default: "none",
        description:
          "How tools/call is broken: none (default), hang, wedged, slow:<ms>, recover-after:<n>, reply-after-cancel:<ms>, " +
          "error:<message>, rate-limited:<ms>, denied, disconnect, misleading:<text>, malformed, truncated, schema-drift"
      },
      http: {
        kind: "integer",
        metavar: "port",
        description: "Serve streamable HTTP on this port of 127.0.0.1 (0: any free one) instead of stdio"
      }
    },
    arguments: {}
  },
  mcp: {
    description: "Serve plan, run, explain, compare and show to a coding agent, as an MCP server over stdio",
    examples: [
      { command: "passhat mcp", description: "For a client that starts it in the folder of the project" },
      { command: "passhat mcp path/to/project", description: "For a client that starts it elsewhere" },
      {
        command: "passhat mcp --allow-live --max-tokens-total 100000",
        description: "With record, live_agent and live_tools as well; a call of record spends no more than this"
      }
    ],
    flags: {
      allowLive: {
        kind: "boolean",
        default: false,
        description: "Serve record, live_agent and live_tools too: they run agents and servers, and record asks models"
      },
      maxTokensTotal: {
        kind: "integer",
        metavar: "n",
        description: "With --allow-live, the tokens that one call of record may spend at most"
      },
      timeout: {
        kind: "integer",
        metavar: "seconds",
        default: 600,
        description: "How long a call may take before it is ended without a verdict (default 600)"
      }
    },
    arguments: {
      project: {
        path: "directory",
        description: "The folder of the project (default: the current one); nothing outside of it is served"
      }
    }
  },
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
        description: "1 minus the chance of a false regression over all cells together (default 0.95)"
      },
      behaviour: {
        kind: "boolean",
        default: true,
        description: "Compare the calls of runs too, where pass and fail say nothing (default)"
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
  },
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
  },
  score: {
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
  },
  calibrate: {
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
  },
  import: {
    description:
      "Make a suite and recordings of runs that another program recorded; all of them, or nothing is written",
    examples: [
      {
        command: "passhat import results/gpt-4o-airline.json --suite airline",
        description: "A file of tau-bench: a task is an agent, and its trials are its runs"
      },
      {
        command: "passhat import results/mcpmark --suite mcpmark --count-broken",
        description: "A folder of MCPMark, with runs that never began as failures, as its tables have them"
      },
      {
        command: "passhat import logs/chats.jsonl --format openai-chat --suite chats --group-by metadata.task",
        description: "Messages that do not name their task, by a field that does"
      }
    ],
    flags: {
      suite: {
        kind: "string",
        metavar: "name",
        required: true,
        description: "What the suite and its recordings are called"
      },
      format: {
        kind: "choice",
        metavar: "name",
        choices: ["auto", ...importFormats],
        description: "What the files are; auto (default) looks into them"
      },
      groupBy: {
        kind: "string",
        metavar: "fields",
        description:
          "The fields that make a task, with commas: task (default), agent, file, or paths such as metadata.task"
      },
      outcome: {
        kind: "string",
        metavar: "field",
        description:
          "The field with a run's verdict or reward, such as reward_info.reward (default: that of the format)"
      },
      inferErrors: {
        kind: "boolean",
        default: false,
        description: "Take results that only look like errors for errors; the summary counts them"
      },
      countBroken: {
        kind: "boolean",
        default: false,
        description: "Count runs that a broken environment ended as failures; without it they have no verdict"
      },
      overwrite: {
        kind: "boolean",
        default: false,
        description: "Replace a suite and recordings of that name"
      }
    },
    arguments: {
      files: {
        variadic: true,
        required: true,
        path: "either",
        description: "Files, or folders with .json and .jsonl files"
      }
    }
  },
  "recommend-runs": {
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
  }
} as const satisfies { readonly [name: string]: Command }

export type CommandName = keyof typeof commands

/** What the handler of a command receives. */
export type ValuesOf<Name extends CommandName> = Values<(typeof commands)[Name]>
