/**
 * What a run is before it begins: the selected cells, the parts of features in it, and what has to be there for live agents and servers.
 * Everything that can be refused is refused here.
 */
import * as Effect from "effect/Effect"
import { isReplay } from "../../engine/services/LiveParts.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import type { LoadedSuite } from "../suites/compileSuites.ts"
import { lazily } from "../kit/lazily.ts"
import { Features, type PlannedRun, type RunHooks } from "./Feature.ts"
import type { ModeName } from "./mode.ts"
import type { ReporterTarget } from "./reporterTargets.ts"
import { prepareLive, resolveRun } from "./resolveRun.ts"

export interface PreparedRun extends PlannedRun {
  readonly flags: RunFlags
  readonly hooks: ReadonlyArray<RunHooks>
}

export interface Asked {
  readonly flags: RunFlags
  readonly targets: ReadonlyArray<ReporterTarget>
  /** False in a program, which goes on after the run. */
  readonly ownsProcess: boolean
  /** The mode of a program, which has no flags. */
  readonly mode?: ModeName
}

export const prepareRun = Effect.fnUntraced(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  { flags, mode, ownsProcess, targets }: Asked
) {
  const setup = yield* resolveRun(loaded, flags, mode)
  const run: PlannedRun = { ...setup, targets }
  const hooks: Array<RunHooks> = []
  for (const { run: part } of yield* Features) {
    const one = yield* part?.hooks?.(flags, run) ?? Effect.succeed(undefined)
    if (one !== undefined) hooks.push(one)
    if (one?.instead !== undefined) break
  }
  const prepared: PreparedRun = { ...run, flags, hooks }
  if (insteadOf(prepared) === undefined && !isReplay(setup.parts)) {
    yield* prepareLive(setup, flags, ownsProcess)
    yield* probe(setup, flags)
  }
  return prepared
})

/** What a feature does in place of the run. */
export const insteadOf = ({ hooks }: PreparedRun): RunHooks["instead"] => hooks.at(-1)?.instead

/** Fails if no run could begin: a key is not there, or a server does not answer. */
const probe = lazily(() => import("./probe.ts"), "probe")
