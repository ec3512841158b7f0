/**
 * The flags of a run, the same for a suite file and for `passhat run`.
 */
import { reporters } from "../run/reporters.ts"
import { defaultOf, type Flags, type FlagValues } from "./Flag.ts"

/** Which cells; every command on suites takes them. */
export const selectionFlags = {
  cell: {
    kind: "string",
    metavar: "id",
    repeatable: true,
    description: "Select exactly the cell with the id; repeatable"
  },
  filter: { kind: "string", metavar: "text", description: "Only the cells whose name contains the text" },
  tag: {
    kind: "string",
    metavar: "tag",
    repeatable: true,
    description: "Only the cells with the tag; repeatable, any of them will do"
  },
  model: {
    kind: "string",
    metavar: "name",
    repeatable: true,
    description: "Only the cells of the model; repeatable, any of them will do"
  },
  case: {
    kind: "string",
    metavar: "name",
    repeatable: true,
    description: 'Only the cells of the case, by its name or a pattern like "refund*"; repeatable, any of them will do'
  }
} as const satisfies Flags

export type SelectionFlags = FlagValues<typeof selectionFlags>

export const runFlags = {
  plan: {
    kind: "boolean",
    default: false,
    description: "Print what would be run and what it may cost, as JSON, and run nothing"
  },
  reporter: {
    kind: "string",
    metavar: "name[=file]",
    repeatable: true,
    description: `How to report, to a file if one is given; repeatable: ${reporters.map(({ name }) => name).join(", ")} (default: pretty)`
  },
  record: {
    kind: "choice",
    metavar: "choice",
    choices: ["all", "missing", "judges"],
    optionalValue: "all",
    description:
      "Run the agents for real and record them; =missing only what is missing or stale; =judges runs none, and asks the judges that have not judged what is recorded"
  },
  liveTools: {
    kind: "boolean",
    default: false,
    description: "Replay the recorded model against the servers as they are today; records nothing"
  },
  liveAgent: {
    kind: "boolean",
    default: false,
    description: "Run the code of your own agents again, against their recorded models and tools; records nothing"
  },
  maxTokensTotal: {
    kind: "integer",
    metavar: "n",
    description: "Spend no more tokens than this in all; 0 is none"
  },
  prices: {
    kind: "string",
    metavar: "file",
    path: "file",
    description: "A file of yours with the prices of models: reports then say what runs cost"
  },
  maxUsd: {
    kind: "number",
    metavar: "number",
    description: "Spend no more US dollars than this in all, by the prices of --prices; 0 is none"
  },
  ...selectionFlags,
  failed: {
    kind: "boolean",
    default: false,
    description: "Only the cells that were red when they were last judged"
  },
  bail: { kind: "boolean", default: false, description: "Stop at the first red cell" },
  watch: {
    kind: "boolean",
    default: false,
    description: "Judge again whenever a suite, what it imports or its recordings change"
  },
  shard: {
    kind: "string",
    metavar: "n/m",
    description: "Only the n-th of m parts of the cells; passhat merge puts their json reports together"
  },
  runs: {
    kind: "integer",
    metavar: "n",
    description: "The first n runs of each cell, instead of what the suite says"
  },
  concurrency: {
    kind: "integer",
    metavar: "n",
    description: "How many runs may go on at once (default: 4 when live, else one per core)"
  },
  cassettes: {
    kind: "string",
    metavar: "directory",
    path: "directory",
    description: "Where the recordings are (default: cassettes in the project)"
  },
  queue: {
    kind: "string",
    metavar: "url",
    description: "Judge what workers recorded on this queue (postgres://...), instead of files"
  },
  coverage: {
    kind: "boolean",
    default: false,
    description: "Report which tools, arguments and enum values of the servers the runs reach"
  },
  coverageThreshold: {
    kind: "number",
    metavar: "number",
    description: "Fail if they reach less than this share of them, above 0 and up to 1"
  },
  history: {
    kind: "string",
    metavar: "directory",
    path: "directory",
    description: "Add what the cells came to to the history in this folder, which passhat history shows"
  },
  color: {
    kind: "boolean",
    description: "Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)"
  },
  baseline: {
    kind: "string",
    metavar: "file",
    path: "file",
    description: "An earlier json report; html, markdown and github show what is different from it"
  },
  withTraces: {
    kind: "boolean",
    default: false,
    description: "Keep the traces in the json report, so that any other can be made of it later"
  },
  quiet: { kind: "boolean", default: false, description: "Only what is not green" },
  verbose: {
    kind: "boolean",
    default: false,
    description: "Every check, and the traces of the runs that are not green"
  }
} as const satisfies Flags

export type RunFlags = FlagValues<typeof runFlags>

/** A run for which no flag is given. */
export const defaultRunFlags = Object.fromEntries(
  Object.entries(runFlags).map(([property, flag]) => [property, defaultOf(flag)])
) as RunFlags
