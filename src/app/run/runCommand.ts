/**
 * `passhat run`: its row, with the flags of features, and what it does.
 */
import * as Effect from "effect/Effect"
import type { RunFlags } from "../flags/runFlags.ts"
import type { RunnableCommand } from "../flags/runnable.ts"
import { files as fileArguments } from "../flags/sharedRows.ts"
import { armExitGuard } from "../kit/exitGuard.ts"
import { lazily } from "../kit/lazily.ts"
import { showLoading } from "../kit/output/statusLines.ts"
import { findSuites } from "../suites/findSuites.ts"
import { loadSuites } from "../suites/loadSuites.ts"
import { type Feature, Features, flagsWith, insteadOfRun } from "./Feature.ts"
import { runSuites } from "./runSuites.ts"

export const runCommand = (features: ReadonlyArray<Feature>): RunnableCommand => ({
  row: {
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
    flags: flagsWith(features),
    arguments: fileArguments
  },
  handle: ({ files, ...flags }: RunFlags & { readonly files: ReadonlyArray<string> }) => run(files, flags)
})

const run = Effect.fnUntraced(function* (files: ReadonlyArray<string>, flags: RunFlags) {
  armExitGuard()
  if (!flags.quiet) showLoading()
  const found = Effect.map(findSuites(files), (suites) => suites.map(({ path }) => path))
  const instead = insteadOfRun(yield* Features, flags, found)
  if (instead !== undefined) return yield* instead
  return yield* runSuites(yield* withVanished(yield* loadSuites(files), files, flags.cassettes), flags)
})

/** What is to be judged is loaded first: a program that loads nothing more does not wait for this. */
const withVanished = lazily(() => import("../suites/vanished.ts"), "withVanished")
