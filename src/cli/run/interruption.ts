/**
 * Ctrl-C and SIGTERM: the first signal asks for an orderly end, and one that comes later ends the process at once.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { exitNow } from "../exitGuard.ts"

export type Signal = "SIGINT" | "SIGTERM"

export const exitCodes: { readonly [S in Signal]: number } = { SIGINT: 130, SIGTERM: 143 }

/** Signals this soon after the first are the same: npm and pnpm pass on what the terminal has sent to the suite as well. */
const DOUBLED_MS = 400

/**
 * Listens until the scope closes, and after a signal until the process ends: what npm passes on may come later than the end of the
 * work. The effect that it returns completes with the first signal.
 */
export const firstSignal: Effect.Effect<Effect.Effect<Signal>, never, Scope.Scope> = Effect.gen(function* () {
  let first: { readonly signal: Signal; readonly at: number } | undefined
  const waiting = new Set<(signal: Signal) => void>()
  const onSignal = (name: NodeJS.Signals): void => {
    const signal: Signal = name === "SIGTERM" ? "SIGTERM" : "SIGINT"
    const at = performance.now()
    if (first !== undefined) return at - first.at < DOUBLED_MS ? undefined : exitNow(exitCodes[signal])
    first = { signal, at }
    for (const resolve of waiting) resolve(signal)
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      process.on("SIGINT", onSignal)
      process.on("SIGTERM", onSignal)
    }),
    () =>
      Effect.sync(() => {
        if (first !== undefined) return
        process.off("SIGINT", onSignal)
        process.off("SIGTERM", onSignal)
      })
  )
  return Effect.promise<Signal>(
    () => new Promise((resolve) => (first === undefined ? waiting.add(resolve) : resolve(first.signal)))
  )
})
