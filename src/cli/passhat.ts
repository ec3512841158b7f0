#!/usr/bin/env node
/**
 * The `passhat` command: what a suite file can do, for many files.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { commandLine } from "./commandLine.ts"
import { loadSuites } from "./loadSuites.ts"
import { mockCommand } from "./mock/command.ts"
import { runFlags } from "./runFlags.ts"
import { runSuites } from "./runSuites.ts"

const files = Argument.String("files").pipe(
  Argument.withDescription("Suite files, folders or globs (default: suites/**/*.ts)"),
  Argument.variadic()
)

await commandLine((finish) =>
  Command.make("passhat").pipe(
    Command.withDescription("A typed eval language for AI agents that use MCP tools."),
    Command.withSubcommands([
      Command.make("run", { ...runFlags, files }, ({ files: asked, ...flags }) =>
        finish(Effect.flatMap(loadSuites(asked), (loaded) => runSuites(loaded, flags)))
      ).pipe(Command.withDescription("Run suites from their recordings and report on them together")),
      mockCommand(finish)
    ])
  )
)
