/**
 * Ctrl-C and SIGTERM: the first signal asks for an orderly end, the second ends the process at once.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { exitNow } from "../exitGuard.ts"

export type Signal = "SIGINT" | "SIGTERM"

export const exitCodes: { readonly [S in Signal]: number } = { SIGINT: 130, SIGTERM: 143 }

/** Listens until the scope closes. The effect that it returns completes with the first signal. */
export const firstSignal: Effect.Effect<Effect.Effect<Signal>, never, Scope.Scope> = Effect.gen(function* () {
  let first: Signal | undefined
  const waiting = new Set<(signal: Signal) => void>()
  const onSignal = (name: NodeJS.Signals): void => {
    const signal: Signal = name === "SIGTERM" ? "SIGTERM" : "SIGINT"
    if (first !== undefined) exitNow(exitCodes[signal])
    first = signal
    for (const resolve of waiting) resolve(signal)
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
  return Effect.promise<Signal>(
    () => new Promise((resolve) => (first === undefined ? waiting.add(resolve) : resolve(first)))
  )
})
