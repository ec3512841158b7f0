/**
 * The clock of a run: virtual where every wait can be seen, and the wall clock where it cannot.
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { HasOvertaken } from "./virtualClock.ts"

/** The clock of a run, whichever fiber or promise a call is made from. */
export interface RunClock {
  readonly kind: "virtual" | "wall"
  readonly context: Context.Context<never>
  /** Milliseconds since the run began. */
  readonly now: () => number
  /** For a timeout that has just fired: whether it cut off work that the clock does not see. */
  readonly hasOvertaken: () => boolean
}

/** The clock of the fiber that asks: the time of its run begins now. */
export const beginTime = Effect.fnUntraced(function* (kind: RunClock["kind"]) {
  const context = yield* Effect.context<never>()
  const clock = yield* Clock.Clock
  const origin = clock.monotonicTimeNanosUnsafe()
  const elapsed = () => Number(clock.monotonicTimeNanosUnsafe() - origin) / 1e6
  return {
    kind,
    context,
    now: kind === "wall" ? () => Math.round(elapsed()) : elapsed,
    hasOvertaken: yield* HasOvertaken
  } satisfies RunClock
})
