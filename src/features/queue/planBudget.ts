/**
 * The budget of a plan as it is published by now: a command that limits what is spent does so also for workers that are at work.
 */
import * as Effect from "effect/Effect"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { type Spending, unlimited } from "../../engine/services/Budget.ts"
import { unknownPrices } from "../../engine/services/Prices.ts"
import type { PublishedPlan, Queue, QueueError } from "../../engine/services/RunQueue.ts"
import { pricesBy } from "../cost/readPrices.ts"
import { queueBudget } from "./queueLimits.ts"

export interface PlanBudget {
  readonly spending: Spending
  /** Reads the plan again, if it was published since. */
  readonly refresh: (edition: string) => Effect.Effect<void, QueueError>
}

export const planBudget = (queue: Queue, plan: PublishedPlan): PlanBudget => {
  let read: string | undefined
  let budget = budgetOf(queue, plan)
  return {
    spending: settledAsReserved(() => budget),
    refresh: Effect.fnUntraced(function* (edition) {
      if (edition === read) return
      const found = (yield* queue.plans).find(({ fingerprint }) => fingerprint === plan.fingerprint)
      if (found !== undefined) [read, budget] = [edition, budgetOf(queue, found)]
    })
  }
}

const budgetOf = (queue: Queue, { budget, prices }: PublishedPlan): Spending =>
  budget === undefined ? unlimited : queueBudget(queue, budget, prices === undefined ? unknownPrices : pricesBy(prices))

/** What was set aside is given back to the budget that it came from, at the price that it had there. */
const settledAsReserved = (now: () => Spending): Spending => {
  const open = new Map<string, ReadonlyArray<Spending>>()
  const keyOf = (tokens: number, { id }: Cell): string => `${tokens} ${id}`
  return {
    reserve: (tokens, cell) =>
      Effect.suspend(() => {
        const budget = now()
        const key = keyOf(tokens, cell)
        return Effect.tap(budget.reserve(tokens, cell), () =>
          Effect.sync(() => open.set(key, [...(open.get(key) ?? []), budget]))
        )
      }),
    settle: (reserved, spent, cell, usage) =>
      Effect.suspend(() => {
        const key = keyOf(reserved, cell)
        const [first, ...others] = open.get(key) ?? []
        if (others.length === 0) open.delete(key)
        else open.set(key, others)
        return first === undefined ? Effect.void : first.settle(reserved, spent, cell, usage)
      })
  }
}
