/**
 * Every command of `passhat`, with its flags: what a suite file can do, for many files, and more.
 */
import * as Command from "effect/cli/Command"
import { commandLine } from "./commandLine.ts"
import { completions } from "./completions.ts"
import { initCommand } from "./init/command.ts"
import { mockCommand } from "./mock/command.ts"
import { recommendRunsCommand } from "./recommendRuns/command.ts"
import { mergeCommand, reportCommand } from "./reports/command.ts"
import { showCommand } from "./show/command.ts"
import { checkCommand, planCommand, runCommand } from "./suiteCommands.ts"
import { typesCommand } from "./types/command.ts"

await commandLine((finish) =>
  Command.make("passhat").pipe(
    Command.withDescription("A typed eval language for AI agents that use MCP tools."),
    Command.withExamples([
      { command: "passhat init", description: "Set this project up, with a demo or for your own MCP server" },
      { command: "passhat run", description: "Judge every suite from its recordings" },
      { command: "passhat run --record=missing", description: "Record what is missing or stale first, with a key" },
      { command: "source <(passhat --completions bash)", description: "Complete commands and flags in this shell" }
    ]),
    Command.withSubcommands([
      initCommand(finish),
      runCommand(finish),
      planCommand(finish),
      checkCommand(finish),
      typesCommand(finish),
      mockCommand(finish),
      showCommand(finish),
      reportCommand(finish),
      mergeCommand(finish),
      recommendRunsCommand(finish)
    ]),
    Command.withGlobalFlags([completions(finish)])
  )
)
