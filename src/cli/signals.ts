/**
 * Ctrl-C and its relatives: the first asks for a tidy end, the second leaves at once.
 */
import process from "node:process"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export type Signal = "SIGINT" | "SIGTERM"

export const exitCodes: { readonly [S in Signal]: number } = { SIGINT: 130, SIGTERM: 143 }

/** Completes with the first signal, and stays completed. */
export const signalled: Effect.Effect<Deferred.Deferred<Signal>, never, Scope.Scope> = Effect.gen(function* () {
  const first = yield* Deferred.make<Signal>()
  const onSignal = (signal: NodeJS.Signals): void => {
    const name: Signal = signal === "SIGTERM" ? "SIGTERM" : "SIGINT"
    if (!Deferred.doneUnsafe(first, Effect.succeed(name))) process.exit(exitCodes[name])
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      process.on("SIGINT", onSignal)
      process.on("SIGTERM", onSignal)
    }),
    () =>
      Effect.sync(() => {
        process.off("SIGINT", onSignal)
        process.off("SIGTERM", onSignal)
      })
  )
  return first
})
