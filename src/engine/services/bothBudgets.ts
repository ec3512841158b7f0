/**
 * Two limits at once: what is spent has to be within each of them.
 */
import * as Effect from "effect/Effect"
import type { Spending } from "./Budget.ts"

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
