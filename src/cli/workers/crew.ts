/**
 * Threads that help with the large recordings of a suite, where that pays. They start with the first of them, and stay for
 * the others.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Crew } from "../../layers/replay/Crew.ts"
import type { CompiledSuite } from "../compileSuites.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import type { Helper } from "./helperThread.ts"
import { helpersWorth, startHelpers } from "./callHelpers.ts"
import { replayTogether } from "./replayTogether.ts"

/** Nothing where a suite cannot be loaded again, or nobody is to help. */
export const crewOf = ({ url }: CompiledSuite, flags: RunFlags): Crew | undefined => {
  if (url === undefined || flags.workers === 0) return undefined
  const asked = flags.workers
  const setting = { url, runs: flags.runs }
  const oneByOne = Semaphore.makeUnsafe(1)
  let helpers: ReadonlyArray<Helper> = []
  return {
    replay: (cell, recording, replaying) =>
      oneByOne.withPermits(1)(
        Effect.promise(async (signal) => {
          if (helpers.length === 0) {
            helpers = await startHelpers(setting, asked ?? (await helpersWorth(recording.size)))
          }
          return replayTogether(helpers, { cell, recording, replaying }, signal)
        })
      ),
    dismiss: Effect.sync(() => helpers.map(({ dismiss }) => dismiss()))
  }
}
