/**
 * What is to be run, and how: the selected cells of suites, the mode, how many runs at once, and the secrets to hide.
 */
import * as Effect from "effect/Effect"
import type { Shard } from "../../domain/Verdict.ts"
import { toRun } from "../../plan/compile.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { selectSuites } from "../select/selectSuites.ts"
import type { CompiledSuite, LoadedSuite, RefusedSuite } from "../suites/compileSuites.ts"
import { UsageError } from "../UsageError.ts"
import { cores } from "./cores.ts"
import { readEnvironment } from "./environment.ts"
import { type HideSecrets, hideSecrets } from "./hideSecrets.ts"
import { type Environment, type Mode, modeOf } from "./mode.ts"

export type Suites = ReadonlyArray<CompiledSuite | RefusedSuite>

export interface Choice {
  readonly suites: Suites
  readonly shard: Shard | undefined
  readonly environment: Environment
  readonly mode: Mode
  readonly concurrency: number
  readonly hide: HideSecrets
}

/** `asked` is the mode of a program, which has no flags. */
export const choose = Effect.fnUntraced(function* (loaded: ReadonlyArray<LoadedSuite>, flags: RunFlags, asked?: Mode) {
  const environment = yield* readEnvironment(loaded.map(({ project }) => project.root))
  const mode = yield* modeOf(flags, environment, asked)
  const concurrency = yield* concurrencyOf(flags, mode)
  const { shard, suites } = yield* selected(loaded, flags, environment)
  if (mode !== "replay") yield* refuseIdle(mode, suites)
  const hide = yield* hideSecrets(suites, environment)
  return { suites, shard, environment, mode, concurrency, hide } satisfies Choice
})

const concurrencyOf = Effect.fnUntraced(function* ({ concurrency }: RunFlags, mode: Mode) {
  const asked = concurrency ?? (mode === "replay" ? yield* Effect.promise(cores) : 4)
  if (asked >= 1) return asked
  return yield* new UsageError({ what: `--concurrency is ${asked}.`, hint: "Give it a whole number from 1." })
})

/** Compiled suites with their selected cells: all of them, or those of the part that --shard asks for. */
const selected = Effect.fnUntraced(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  flags: RunFlags,
  environment: Environment
) {
  const suites = yield* selectSuites(loaded, flags, environment)
  if (flags.shard === undefined) return { suites, shard: undefined }
  const { shardAsked } = yield* Effect.promise(() => import("../select/shard.ts"))
  return yield* shardAsked(suites, flags.shard)
})

/** Refuses a mode that would do nothing with what is selected. */
const refuseIdle = Effect.fnUntraced(function* (mode: Mode, suites: Suites) {
  const { idle } = yield* Effect.promise(() => import("./idle.ts"))
  const nothingToDo = idle(
    mode,
    suites.flatMap((one) => ("plan" in one ? toRun(one.plan).cells : []))
  )
  if (nothingToDo !== undefined) return yield* nothingToDo
})

/** Checks what has to be permitted before agents and servers run for real. */
export const prepareLive = Effect.fnUntraced(function* (
  { environment, mode, suites }: Choice,
  flags: RunFlags,
  ownsProcess: boolean
) {
  const { prepareLive: prepare } = yield* Effect.promise(() => import("./prepareLive.ts"))
  const projects = suites.map(({ project }) => project)
  yield* prepare(mode, projects, flags, { environment, ownsProcess })
})
