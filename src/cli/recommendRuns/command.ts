/**
 * `passhat recommend-runs`: how many runs a claim about a pass rate takes.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { Finish } from "../commandLine.ts"

const flags = {
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

/** Loaded only when it is asked for. */
export const recommendRunsCommand = (finish: Finish) =>
  Command.make("recommend-runs", flags, (asked) =>
    finish(
      Effect.flatMap(
        Effect.promise(() => import("./recommendRuns.ts")),
        ({ recommendRuns }) => recommendRuns(asked)
      )
    )
  ).pipe(
    Command.withDescription("How many runs a claim about a pass rate takes"),
    Command.withExamples([
      { command: "passhat recommend-runs --half-width 0.05", description: "To know the rate to within 5 %" },
      { command: "passhat recommend-runs --floor 0.9", description: "To show at least 90 % if all runs pass" }
    ])
  )
