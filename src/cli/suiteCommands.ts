/**
 * `passhat run`, `plan` and `check`: what can be done with suite files.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import type { Finish } from "./commandLine.ts"
import { noFlags } from "./noFlags.ts"
import { runFlags, type RunFlags, selectionFlags } from "./runFlags.ts"
import type { SelectionFlags } from "./select/Choice.ts"

const files = Argument.String("files").pipe(
  Argument.withDescription("Suite files, folders or globs (default: suites/**/*.{ts,mts})"),
  Argument.variadic()
)

export const runCommand = (finish: Finish) =>
  Command.make("run", { ...runFlags, files }, ({ files: asked, ...flags }) => finish(run(asked, flags))).pipe(
    Command.withDescription("Run suites from their recordings and report on them together"),
    Command.withExamples([
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
      { command: "passhat run --reporter junit=report.xml", description: "For CI: a report in a file" }
    ])
  )

export const planCommand = (finish: Finish) =>
  Command.make("plan", { files, ...selectionFlags, runs: runFlags.runs }, ({ files: asked, ...flags }) =>
    finish(run(asked, { ...noFlags, ...flags, plan: true }))
  ).pipe(
    Command.withDescription("Print what would be run and what it may cost, and run nothing"),
    Command.withExamples([
      { command: "passhat plan", description: "The plan of every suite, as JSON" },
      {
        command: "passhat plan suites/weather.ts --runs 20",
        description: "How many model calls and tokens twenty runs of each cell may cost at most"
      }
    ])
  )

export const checkCommand = (finish: Finish) =>
  Command.make("check", { files, ...selectionFlags, cassettes: runFlags.cassettes }, ({ files: asked, ...flags }) =>
    finish(check(asked, flags))
  ).pipe(
    Command.withDescription("Check that suites compile and that their recordings are whole and fresh"),
    Command.withExamples([
      { command: "passhat check", description: "Every suite of the project" },
      { command: "passhat check suites/weather.ts", description: "One of them" }
    ])
  )

/** What loads and runs suites is loaded only when it is asked for. */
const run = Effect.fnUntraced(function* (asked: ReadonlyArray<string>, flags: RunFlags) {
  if (flags.watch) return yield* watchSuites(asked, flags)
  const [{ loadSuites }, { runSuites }] = yield* Effect.promise(() =>
    Promise.all([import("./suites/loadSuites.ts"), import("./run/runSuites.ts")])
  )
  return yield* runSuites(yield* loadSuites(asked), flags)
})

const watchSuites = Effect.fnUntraced(function* (asked: ReadonlyArray<string>, flags: RunFlags) {
  const [{ findSuites }, { watch }] = yield* Effect.promise(() =>
    Promise.all([import("./suites/loadSuites.ts"), import("./watch/watch.ts")])
  )
  return yield* watch(
    Effect.map(findSuites(asked), (found) => found.map(({ path }) => path)),
    flags
  )
})

const check = Effect.fnUntraced(function* (
  asked: ReadonlyArray<string>,
  flags: Pick<RunFlags, "cassettes"> & SelectionFlags
) {
  const [{ loadSuites }, { check: checkSuites }] = yield* Effect.promise(() =>
    Promise.all([import("./suites/loadSuites.ts"), import("./check.ts")])
  )
  return yield* checkSuites(yield* loadSuites(asked), flags)
})
