/**
 * A limit of tokens for all runs of one command together. 0 allows none.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { issue } from "../../../base/domain/issues.ts"
import { Budget, type Spending } from "../../services/Budget.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"

export const layer = (limit: number): Layer.Layer<never> => Layer.sync(Budget, () => tokenBudget(limit))

export const tokenBudget = (limit: number): Spending => {
  let left = limit
  const affords = (tokens: number) =>
    Effect.suspend(() => (tokens > left ? Effect.fail(refused(limit, left, tokens)) : Effect.void))
  return {
    affords,
    reserve: (tokens) =>
      Effect.suspend(() => {
        if (tokens > left) return affords(tokens)
        left -= tokens
        return Effect.void
      }),
    settle: (reserved, spent) =>
      Effect.sync(() => {
        left += reserved - spent
      })
  }
}

const refused = (limit: number, left: number, tokens: number): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "BUDGET",
      `An answer may take ${tokens} tokens, and ${Math.max(0, left)} of the ${limit} allowed are left.`,
      "Raise --max-tokens-total, or lower the agent's maxTokens."
    )
  })
