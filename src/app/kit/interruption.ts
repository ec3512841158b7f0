/**
 * Ctrl-C and SIGTERM: the first signal asks for an orderly end, and one that comes later ends the process at once.
 */
import process from "node:process"
import { setImmediate, setTimeout } from "node:timers"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { exitNow } from "./exitGuard.ts"

export type Signal = "SIGINT" | "SIGTERM"

export const exitCodes: { readonly [S in Signal]: number } = { SIGINT: 130, SIGTERM: 143 }

/**
 * Signals this soon after the first are the same: npm and pnpm pass on what the terminal has sent to the suite as well. The event loop counts
 * them, and not the clock: one that it hears of late may have been sent in time.
 */
const DOUBLED_MS = 400

/**
 * Listens until the scope closes, and after a signal until the process ends: what npm passes on may come later than the end of the
 * work. The effect that it returns completes with the first signal.
 */
export const firstSignal: Effect.Effect<Effect.Effect<Signal>, never, Scope.Scope> = Effect.gen(function* () {
  let first: Signal | undefined
  let isNextAnother = false
  const waiting = new Set<(signal: Signal) => void>()
  const onSignal = (name: NodeJS.Signals): void => {
    const signal: Signal = name === "SIGTERM" ? "SIGTERM" : "SIGINT"
    if (first !== undefined) return isNextAnother ? exitNow(exitCodes[signal]) : undefined
    first = signal
    setTimeout(() => setImmediate(() => (isNextAnother = true)), DOUBLED_MS).unref()
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
    () => new Promise((resolve) => (first === undefined ? waiting.add(resolve) : resolve(first)))
  )
})
