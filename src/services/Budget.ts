/**
 * What may still be spent. It is asked before the model is, so that a budget is never overrun by more than one answer
 * per run that is going on.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Infrastructure } from "./Infrastructure.ts"

/** Unlimited by default. */
export const Budget = Context.Reference<{
  /** Sets tokens aside; fails when there are not enough left. */
  readonly reserve: (tokens: number) => Effect.Effect<void, Infrastructure>
  /** Gives back what was set aside, and takes what was spent. */
  readonly settle: (reserved: number, spent: number) => Effect.Effect<void>
}>("passhat/Budget", {
  defaultValue: () => ({ reserve: () => Effect.void, settle: () => Effect.void })
})
