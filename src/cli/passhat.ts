#!/usr/bin/env node
/**
 * The `passhat` command: what a suite file can do, for many files.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { check } from "./check.ts"
import { commandLine } from "./commandLine.ts"
import { loadSuites } from "./loadSuites.ts"
import { mockCommand } from "./mock/command.ts"
import { recommendRuns } from "./recommendRuns.ts"
import { noFlags, runFlags } from "./runFlags.ts"
import { runSuites } from "./runSuites.ts"
import { showCommand } from "./show/command.ts"
import { typesCommand } from "./types/command.ts"

const files = Argument.String("files").pipe(
  Argument.withDescription("Suite files, folders or globs (default: suites/**/*.ts)"),
  Argument.variadic()
)

const runCounts = {
  halfWidth: Flag.Finite("half-width").pipe(
    Flag.optional,
    Flag.withDescription("How far the estimated rate may be off, from 0 to 1")
  ),
  floor: Flag.Finite("floor").pipe(Flag.optional, Flag.withDescription("The rate to show, from 0 to 1")),
  confidence: Flag.Finite("confidence").pipe(
    Flag.withDefault(0.95),
    Flag.withDescription("How sure to be (default 0.95)")
  )
}

await commandLine((finish) =>
  Command.make("passhat").pipe(
    Command.withDescription("A typed eval language for AI agents that use MCP tools."),
    Command.withSubcommands([
      Command.make("run", { ...runFlags, files }, ({ files: asked, ...flags }) =>
        finish(Effect.flatMap(loadSuites(asked), (loaded) => runSuites(loaded, flags)))
      ).pipe(Command.withDescription("Run suites from their recordings and report on them together")),
      Command.make("plan", { files, filter: runFlags.filter, runs: runFlags.runs }, ({ files: asked, ...flags }) =>
        finish(Effect.flatMap(loadSuites(asked), (loaded) => runSuites(loaded, { ...noFlags, ...flags, plan: true })))
      ).pipe(Command.withDescription("Print what would be run and what it may cost, and run nothing")),
      Command.make(
        "check",
        { files, filter: runFlags.filter, cassettes: runFlags.cassettes },
        ({ files: asked, ...flags }) => finish(Effect.flatMap(loadSuites(asked), (loaded) => check(loaded, flags)))
      ).pipe(Command.withDescription("Check that suites compile and that their recordings are whole and fresh")),
      Command.make("recommend-runs", runCounts, (asked) => finish(recommendRuns(asked))).pipe(
        Command.withDescription("How many runs a claim about a pass rate takes"),
        Command.withExamples([
          { command: "passhat recommend-runs --half-width 0.05", description: "To know the rate to within 5 %" },
          { command: "passhat recommend-runs --floor 0.9", description: "To show at least 90 % if all runs pass" }
        ])
      ),
      showCommand(finish),
      typesCommand(finish),
      mockCommand(finish)
    ])
  )
)
