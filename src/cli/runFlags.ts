/**
 * The flags of a run, the same for a suite file and for `passhat run`.
 */
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"
import { reporters } from "./output/reporters.ts"

/** Which cells; any command on suites takes them. */
export const selectionFlags = {
  filter: Flag.String("filter").pipe(
    Flag.withMetavar("text"),
    Flag.optional,
    Flag.withDescription("Only the cells whose name contains the text")
  ),
  tag: Flag.String("tag").pipe(
    Flag.withMetavar("tag"),
    Flag.atLeast(0),
    Flag.withDescription("Only the cells with the tag; repeatable, any of them will do")
  ),
  model: Flag.String("model").pipe(
    Flag.withMetavar("name"),
    Flag.atLeast(0),
    Flag.withDescription("Only the cells of the model; repeatable, any of them will do")
  )
}

export const runFlags = {
  plan: Flag.Boolean("plan").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Print what would be run and what it may cost, as JSON, and run nothing")
  ),
  reporter: Flag.String("reporter").pipe(
    Flag.withMetavar("name[=file]"),
    Flag.atLeast(0),
    Flag.withDescription(
      `How to report, to a file if one is given; repeatable: ${reporters.map(({ name }) => name).join(", ")} (default: pretty)`
    )
  ),
  record: Flag.Literals("record", ["all", "missing"]).pipe(
    Flag.withOptionalValue("all"),
    Flag.optional,
    Flag.withDescription("Run the agents for real and record them; =missing only what is missing or stale")
  ),
  liveTools: Flag.Boolean("live-tools").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Replay the recorded model against the servers as they are today; records nothing")
  ),
  maxTokensTotal: Flag.Int("max-tokens-total").pipe(
    Flag.withMetavar("n"),
    Flag.optional,
    Flag.withDescription("Spend no more tokens than this in all; 0 is none")
  ),
  ...selectionFlags,
  failed: Flag.Boolean("failed").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Only the cells that were red when they were last judged")
  ),
  bail: Flag.Boolean("bail").pipe(Flag.withDefault(false), Flag.withDescription("Stop at the first red cell")),
  watch: Flag.Boolean("watch").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Judge again whenever a suite, what it imports or its recordings change")
  ),
  shard: Flag.String("shard").pipe(
    Flag.withMetavar("n/m"),
    Flag.optional,
    Flag.withDescription("Only the n-th of m parts of the cells; passhat merge puts their json reports together")
  ),
  runs: Flag.Int("runs").pipe(
    Flag.withMetavar("n"),
    Flag.optional,
    Flag.withDescription("The first n runs of each cell, instead of what the suite says")
  ),
  concurrency: Flag.Int("concurrency").pipe(
    Flag.withMetavar("n"),
    Flag.optional,
    Flag.withDescription("How many runs may go on at once (default: 4 when live, else one per core)")
  ),
  workers: Flag.Int("workers").pipe(
    Flag.withMetavar("n"),
    Flag.optional,
    Flag.withDescription(
      "How many more threads replay large recordings (default: one for each further core, where that pays)"
    )
  ),
  cassettes: Flag.String("cassettes").pipe(
    Flag.withMetavar("directory"),
    Flag.optional,
    Flag.withDescription("Where the recordings are (default: cassettes in the project)")
  ),
  color: Flag.Boolean("color").pipe(
    Flag.optional,
    Flag.withDescription("Colour, or --no-color (default: on a terminal, unless NO_COLOR is set)")
  ),
  withTraces: Flag.Boolean("with-traces").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Keep the traces in the json report, so that any other can be made of it later")
  ),
  cache: Flag.Boolean("cache").pipe(
    Flag.withDefault(true),
    Flag.withDescription("Keep what gates need of large recordings outside the project, or --no-cache")
  ),
  quiet: Flag.Boolean("quiet").pipe(Flag.withDefault(false), Flag.withDescription("Only what is not green")),
  verbose: Flag.Boolean("verbose").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Every check, and the traces of the runs that are not green")
  )
}

export interface RunFlags {
  readonly plan: boolean
  readonly reporter: ReadonlyArray<string>
  readonly record: Option.Option<"all" | "missing">
  readonly liveTools: boolean
  readonly maxTokensTotal: Option.Option<number>
  readonly filter: Option.Option<string>
  readonly tag: ReadonlyArray<string>
  readonly model: ReadonlyArray<string>
  readonly failed: boolean
  readonly bail: boolean
  readonly watch: boolean
  readonly shard: Option.Option<string>
  readonly runs: Option.Option<number>
  readonly concurrency: Option.Option<number>
  readonly workers: Option.Option<number>
  readonly cassettes: Option.Option<string>
  readonly color: Option.Option<boolean>
  readonly withTraces: boolean
  readonly cache: boolean
  readonly quiet: boolean
  readonly verbose: boolean
}
