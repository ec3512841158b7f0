/**
 * Threads that help with the large recordings of a suite, where that pays. They start with the first of them, and stay for
 * the others.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import type { Crew } from "../../layers/replay/Crew.ts"
import type { CompiledSuite } from "../compileSuites.ts"
import { cores } from "../cores.ts"
import type { RunFlags } from "../runFlags.ts"
import type { Helper } from "./helper.ts"

/** A thread loads the suite once more before it does anything: what it takes over has to be worth more than that. */
const WORTH_IT = 16 * 1024 * 1024
/** Each needs some memory. */
const MOST = 7

/** Nothing where a suite cannot be loaded again, or nobody is to help. */
export const crewOf = ({ url }: CompiledSuite, flags: RunFlags): Crew | undefined => {
  if (url === undefined || Option.contains(flags.workers, 0)) return undefined
  const runs = Option.getOrUndefined(flags.runs)
  const oneByOne = Semaphore.makeUnsafe(1)
  let helpers: ReadonlyArray<Helper> | undefined
  const called = Effect.fnUntraced(function* () {
    const count = Option.isSome(flags.workers) ? flags.workers.value : Math.min(MOST, (yield* cores) - 1)
    if (count < 1) return []
    const { helper } = yield* Effect.promise(() => import("./helper.ts"))
    return Array.from({ length: count }, () => helper({ url, runs }))
  })
  return {
    smallest: Option.isSome(flags.workers) ? 0 : WORTH_IT,
    replay: (cell, recording, replaying) =>
      oneByOne.withPermits(1)(
        Effect.gen(function* () {
          helpers ??= yield* called()
          if (helpers.length === 0) return undefined
          const { replayTogether } = yield* Effect.promise(() => import("./replayTogether.ts"))
          const task = { cell, recording, replaying }
          return yield* Effect.promise((signal) => replayTogether(helpers ?? [], task, signal))
        })
      ),
    dismiss: Effect.sync(() => helpers?.forEach(({ dismiss }) => dismiss()))
  }
}
