/**
 * What is to be run, and how: the selected cells of suites, the mode, how many runs at once, and the secrets to hide.
 */
import * as Effect from "effect/Effect"
import type { Shard } from "../../base/domain/verdict/Verdict.ts"
import { toRun } from "../../language/plan/compile.ts"
import { type LiveParts, isReplay } from "../../engine/services/LiveParts.ts"
import type { Environment } from "../../base/std/Environment.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { selectSuites } from "../select/selectSuites.ts"
import { type LoadedSuite, type Suites, compiledIn } from "../suites/compileSuites.ts"
import { UsageError } from "../kit/UsageError.ts"
import { readEnvironment } from "../kit/environment.ts"
import { type HideSecrets, hideSecrets } from "./hideSecrets.ts"
import { type ModeName, partsAsked } from "./mode.ts"
import { asAtStart } from "./modeAtStart.ts"
import { lazily } from "../kit/lazily.ts"

export interface RunSetup {
  readonly suites: Suites
  readonly shard: Shard | undefined
  readonly environment: Environment
  readonly parts: LiveParts
  readonly concurrency: number
  readonly hide: HideSecrets
}

/** `asked` is the mode of a program, which has no flags. It may set PASSHAT_MODE, and a suite that a command loads may not. */
export const resolveRun = Effect.fnUntraced(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  flags: RunFlags,
  asked?: ModeName
) {
  const environment = yield* readEnvironment(loaded.map(({ project }) => project.root))
  const parts = yield* partsAsked(flags, asked === undefined ? asAtStart(environment) : environment, asked)
  const concurrency = yield* concurrencyOf(flags, parts)
  const { shard, suites } = yield* selected(loaded, flags, environment)
  if (!isReplay(parts)) yield* refuseIdle(parts, suites)
  const hide = yield* hideSecrets(suites, environment)
  return { suites, shard, environment, parts, concurrency, hide } satisfies RunSetup
})

const concurrencyOf = Effect.fnUntraced(function* ({ concurrency }: RunFlags, parts: LiveParts) {
  const asked = concurrency ?? (isReplay(parts) ? yield* Effect.promise(cores) : 4)
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
  return yield* shardAsked(suites, flags.shard)
})

const shardAsked = lazily(() => import("../select/shard.ts"), "shardAsked")

/** Refuses a mode that would do nothing with what is selected. */
const refuseIdle = Effect.fnUntraced(function* (parts: LiveParts, suites: Suites) {
  const { idle } = yield* Effect.promise(() => import("./idle.ts"))
  const nothingToDo = idle(
    parts,
    compiledIn(suites).flatMap(({ plan }) => toRun(plan).cells)
  )
  if (nothingToDo !== undefined) return yield* nothingToDo
})

/** Checks what has to be permitted before agents and servers run for real. */
export const prepareLive = ({ environment, parts, suites }: RunSetup, flags: RunFlags, ownsProcess: boolean) =>
  prepare(
    parts,
    suites.map(({ project }) => project),
    flags,
    { environment, ownsProcess }
  )

const prepare = lazily(() => import("./prepareLive.ts"), "prepareLive")

/** Only Node before 21 has no navigator: all others need not load `node:os`. */
export const cores = async (): Promise<number> =>
  globalThis.navigator?.hardwareConcurrency ?? (await import("node:os")).availableParallelism()
