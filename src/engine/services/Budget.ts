/**
 * What may still be spent. It is asked before the model is, so that a budget is never overrun by more than one answer
 * per run that is going on.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Usage } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Infrastructure } from "./Infrastructure.ts"

export interface Spending {
  /** Fails when that many tokens are not left: no server is started then. Absent: a run finds out when it reserves them. */
  readonly affords?: (tokens: number, cell: Cell) => Effect.Effect<void, Infrastructure>
  /** Sets tokens aside; fails when there are not enough left. */
  readonly reserve: (tokens: number, cell: Cell) => Effect.Effect<void, Infrastructure>
  /** Gives back what was set aside, and takes what was spent. `usage` is left out if no answer came, or if it does not tell. */
  readonly settle: (reserved: number, spent: number, cell: Cell, usage?: Usage) => Effect.Effect<void>
}

export const unlimited: Spending = { reserve: () => Effect.void, settle: () => Effect.void }

/**
 * Unlimited by default. What must hold of a layer: whatever `reserve` sets aside, `settle` gives back once. A budget of a suite is
 * asked beside the limit of the command, and cannot raise it.
 */
export const Budget = Context.Reference<Spending>("passhat/Budget", { defaultValue: () => unlimited })

/** Two limits at once: what is spent has to be within each of them. */
export const both = (one: Spending, other: Spending): Spending => ({
  affords: (tokens, cell) =>
    Effect.andThen(one.affords?.(tokens, cell) ?? Effect.void, other.affords?.(tokens, cell) ?? Effect.void),
  reserve: (tokens, cell) =>
    Effect.andThen(
      one.reserve(tokens, cell),
      Effect.onError(other.reserve(tokens, cell), () => one.settle(tokens, 0, cell))
    ),
  settle: (reserved, spent, cell, usage) =>
    Effect.andThen(one.settle(reserved, spent, cell, usage), other.settle(reserved, spent, cell, usage))
})
