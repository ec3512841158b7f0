/**
 * Everything that passhat writes for a reader. Soaks about output, secrets, determinism and hermetic replays go through this
 * list: what writes a new output adds a line.
 */
import { reporters } from "../../test/reporters.ts"

/** Paths from the folder of the project. */
export interface OutputPaths {
  readonly suite: string
  readonly cassette: string
  /** A json report with traces, for the commands that read one. */
  readonly report: string
}

export interface Output {
  readonly name: string
  /** The arguments of `passhat` that write it. */
  readonly args: (paths: OutputPaths) => ReadonlyArray<string>
  /** The file that it is written to; standard output where there is none. */
  readonly file?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The spans of `otlp` hold a time. */
const env = { SOURCE_DATE_EPOCH: "1700000000" }

const run = (name: string, ...flags: ReadonlyArray<string>): Output => ({
  name,
  args: ({ suite }) => ["run", suite, ...flags],
  env
})

export const outputs: ReadonlyArray<Output> = [
  ...reporters.map(({ name }) => run(name, "--reporter", name)),
  ...reporters.map(({ name }): Output => ({
    ...run(`${name} in a file`, "--reporter", `${name}=out/report`),
    file: "out/report"
  })),
  {
    ...run("html with a history", "--history", "out/history", "--reporter", "html=out/report"),
    file: "out/report"
  },
  run("json with traces", "--reporter", "json", "--with-traces"),
  run("verbose", "--verbose"),
  run("quiet", "--quiet"),
  run("colour", "--verbose", "--color"),
  run("plan of a run", "--plan"),
  {
    ...run("job summary", "--reporter", "github"),
    env: { ...env, GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: "summary.md" },
    file: "summary.md"
  },
  { name: "plan", args: ({ suite }) => ["plan", suite] },
  { name: "plan as JSON", args: ({ suite }) => ["plan", "--json", suite] },
  { name: "check", args: ({ suite }) => ["check", suite] },
  { name: "show", args: ({ cassette }) => ["show", cassette] },
  { name: "show of a run", args: ({ cassette }) => ["show", cassette, "--run", "1"] },
  { name: "show of a difference", args: ({ cassette }) => ["show", cassette, "--diff", "1", "2"] },
  ...reporters.map(({ name }): Output => ({
    name: `report as ${name}`,
    args: ({ report }) => ["report", report, "--reporter", name],
    env
  })),
  { name: "score", args: ({ cassette }) => ["score", cassette] },
  { name: "calibrate", args: ({ cassette }) => ["calibrate", cassette] },
  { name: "compare", args: ({ cassette }) => ["compare", cassette, cassette] },
  { name: "merge", args: ({ report }) => ["merge", report] }
]
