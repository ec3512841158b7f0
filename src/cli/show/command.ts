/**
 * `passhat show`: a recording for a person, whole, one run of it, or two runs side by side.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type { Finish } from "../commandLine.ts"

const flags = {
  cassette: Argument.String("cassette").pipe(
    Argument.optional,
    Argument.withDescription("A recording, or a folder with one: cassettes/<suite>/<agent>/<model>.jsonl")
  ),
  /** A flag takes one value, so the other run of a comparison comes as a word of its own. */
  other: Argument.String("b").pipe(Argument.optional, Argument.withDescription("The second run of --diff")),
  run: Flag.Int("run").pipe(Flag.withMetavar("n"), Flag.optional, Flag.withDescription("Only this run, from 1")),
  diff: Flag.Int("diff").pipe(
    Flag.withMetavar("a b"),
    Flag.optional,
    Flag.withDescription("Two runs, call by call, and where they part")
  )
}

/** Loaded only when it is asked for. */
export const showCommand = (finish: Finish) =>
  Command.make("show", flags, (asked) =>
    finish(
      Effect.flatMap(
        Effect.promise(() => import("./show.ts")),
        ({ show }) => show(asked)
      )
    )
  ).pipe(
    Command.withDescription("Show a recording: turns, calls, results, faults, tokens and latencies"),
    Command.withExamples([
      { command: "passhat show cassettes/weather", description: "The recording of a suite that has one" },
      {
        command: "passhat show cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl --run 2",
        description: "What happened in the second run"
      },
      {
        command: "passhat show cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl --diff 1 3",
        description: "Where the third run left the way of the first"
      }
    ])
  )
