/**
 * The first signal that asks for a tidy end, as an effect.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { onInterruption, type Signal } from "./interruption.ts"

/** Completes with the first signal, and stays completed. */
export const signalled: Effect.Effect<Deferred.Deferred<Signal>, never, Scope.Scope> = Effect.gen(function* () {
  const first = yield* Deferred.make<Signal>()
  yield* Effect.acquireRelease(
    Effect.sync(() => onInterruption((signal) => void Deferred.doneUnsafe(first, Effect.succeed(signal)))),
    (forget) => Effect.sync(forget)
  )
  return first
})
