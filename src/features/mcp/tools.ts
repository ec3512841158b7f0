/**
 * The tools that `passhat mcp` serves, as data: each is a command, what a client may give it, and what its answer is made of.
 */
import { join } from "node:path"
import { runFlags, selectionFlags } from "../../app/flags/runFlags.ts"
import { files } from "../../app/flags/sharedRows.ts"
import { compareRow } from "../compare/commands.ts"
import { costFlags } from "../cost/costFlags.ts"
import { planRow } from "../plan/commands.ts"
import { showRow } from "../show/commands.ts"
import { type Answering, COMPARISON, ofComparison, ofExplanation, ofPlans, ofReport, ofText } from "./answers.ts"
import type { Input, Inputs } from "./inputs.ts"
import { REPORT } from "./outcome.ts"

export interface ServedTool extends Inputs {
  readonly name: string
  readonly commandName: string
  readonly description: string
  /** Whether agents and servers are run: such a tool is served only with --allow-live. */
  readonly isLive: boolean
  /** Arguments of the command that a client cannot choose. `into` is the folder of what it writes. */
  readonly fixed: (into: string) => ReadonlyArray<string>
  readonly answer: Answering
  /** How a client asks for less. */
  readonly less: string
}

const selection = ["files", ...Object.keys(selectionFlags)]
const FEWER = "Choose fewer cells with files, filter, model or case"

const reporting = (...more: ReadonlyArray<string>) => ({
  commandName: "run",
  command: { arguments: files, flags: { ...runFlags, ...costFlags } },
  fixed: (into: string) => [...more, "--quiet", "--reporter", `json=${join(into, REPORT)}`],
  answer: ofReport,
  less: `${FEWER}, or run passhat run --verbose by hand.`
})

export const tools: ReadonlyArray<ServedTool> = [
  {
    name: "plan",
    commandName: "plan",
    command: planRow,
    description:
      "What suites would run, and what recording it may cost at most. Loads the suites, performs no run and reads no recording.",
    isLive: false,
    names: [...selection, "runs"],
    fixed: () => ["--json"],
    answer: ofPlans,
    less: `${FEWER}, or write it to a file: passhat plan --json > plan.json.`
  },
  {
    ...reporting(),
    name: "run",
    description:
      "Judge suites from their recordings, with no key and no network: the verdict, and each cause of a failure once. A red verdict " +
      "is no error of the tool. Suites are loaded as they are now, so call it after every change.",
    isLive: false,
    names: [...selection, "runs", "failed", "bail", "cassettes"]
  },
  {
    ...reporting("--with-traces"),
    name: "explain",
    description:
      "Why cells are red: gates, evidence, the lines of the suite that expect otherwise, and the recorded trace around it. Judges " +
      "from recordings, like run; name one cell with filter to see all of it.",
    isLive: false,
    names: [...selection, "runs", "failed", "cassettes"],
    answer: ofExplanation
  },
  {
    name: "compare",
    commandName: "compare",
    command: compareRow,
    description: `${compareRow.description.replace(/; exit 1.*/, "")}. A regression is no error of the tool.`,
    isLive: false,
    names: ["baseline", "candidate", "confidence", "behaviour", "behaviourDecides", "allow"],
    fixed: (into) => ["--reporter", "table", "--reporter", `json=${join(into, COMPARISON)}`],
    answer: ofComparison,
    less: "Compare fewer recordings: name one in place of a folder."
  },
  {
    name: "show",
    commandName: "show",
    command: showRow,
    description: `${showRow.description}. Loads no suite.`,
    isLive: false,
    names: ["cassette", "run", "diff", "b", "other"],
    fixed: () => [],
    answer: ofText,
    less: "Choose one run with run, or two with diff and b."
  },
  {
    ...reporting(),
    name: "record",
    description:
      "Run agents for real and record them, then judge: asks models with the user's key, costs money and replaces recordings. By " +
      "default only what is missing or stale. Ask the user first.",
    isLive: true,
    names: [...selection, "record", "maxTokensTotal", "runs", "concurrency"],
    defaults: { record: "missing" } satisfies Input
  },
  {
    ...reporting("--live-agent"),
    name: "live_agent",
    description: `${runFlags.liveAgent.description}. Asks no model; runs the code of the agents.`,
    isLive: true,
    names: [...selection, "runs"]
  },
  {
    ...reporting("--live-tools"),
    name: "live_tools",
    description: `${runFlags.liveTools.description}. Asks no model; calls the real servers.`,
    isLive: true,
    names: [...selection, "runs"]
  }
]
