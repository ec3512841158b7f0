/**
 * `passhat init`: a first suite, scripts and a workflow in an existing project.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { Finish } from "../commandLine.ts"
import { serverFlags } from "../types/command.ts"

const flags = {
  ...serverFlags,
  model: Flag.String("model").pipe(
    Flag.withMetavar("name"),
    Flag.optional,
    Flag.withDescription("The model that the suite asks (default: claude-sonnet-4-5)")
  )
}

/** Loaded only when it is asked for. */
export const initCommand = (finish: Finish) =>
  Command.make("init", flags, (asked) =>
    finish(
      Effect.flatMap(
        Effect.promise(() => import("./init.ts")),
        ({ init }) => init(asked)
      )
    )
  ).pipe(
    Command.withDescription("Write a first suite, scripts and a CI workflow into this project; overwrites nothing"),
    Command.withExamples([
      { command: "passhat init", description: "A demo that is recorded already, to look at" },
      {
        command: 'passhat init --server "npx -y @modelcontextprotocol/server-everything"',
        description: "A suite for a server that is started by a command"
      },
      {
        command: "passhat init --url https://mcp.example.com/mcp --name shop --model gpt-5",
        description: "A suite for a server that is running somewhere, with another model"
      }
    ])
  )
