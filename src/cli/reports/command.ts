/**
 * `passhat report` and `passhat merge`: what can be done with json reports.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import type { Finish } from "../commandLine.ts"
import { runFlags } from "../runFlags.ts"
import type { ReportFlags } from "./present.ts"

const { color, quiet, reporter, verbose } = runFlags
const flags = { reporter, color, quiet, verbose }

const report = Argument.String("report").pipe(
  Argument.withDescription("A json report, made with --with-traces to show all")
)

const reports = Argument.String("reports").pipe(
  Argument.withDescription("The json reports of all shards, in any order"),
  Argument.atLeast(1)
)

export const reportCommand = (finish: Finish) =>
  Command.make("report", { ...flags, report }, ({ report: file, ...asked }) => finish(render(file, asked))).pipe(
    Command.withDescription("Make any other report of a json report; the exit code is that of its run"),
    Command.withExamples([
      { command: "passhat report run.json", description: "What the run printed" },
      { command: "passhat report run.json --reporter markdown=summary.md", description: "For a pull request" }
    ])
  )

export const mergeCommand = (finish: Finish) =>
  Command.make("merge", { ...flags, reports }, ({ reports: files, ...asked }) => finish(join(files, asked))).pipe(
    Command.withDescription("Put the json reports of all shards together: the report of a run that was not split"),
    Command.withExamples([
      { command: "passhat run --shard 1/2 --reporter json=1.json", description: "One of two parts of the cells" },
      { command: "passhat merge 1.json 2.json --reporter junit=report.xml", description: "Both as one report" }
    ])
  )

/** Loaded only when it is asked for. */
const render = Effect.fnUntraced(function* (file: string, asked: ReportFlags) {
  const [{ readReport }, { present }] = yield* Effect.promise(() =>
    Promise.all([import("./readReport.ts"), import("./present.ts")])
  )
  return yield* present(yield* readReport(file), asked)
})

const join = (files: ReadonlyArray<string>, asked: ReportFlags) =>
  Effect.flatMap(
    Effect.promise(() => import("./merge.ts")),
    ({ merge }) => merge(files, asked)
  )
