/**
 * The limits of a queue as the interpreter knows limits: a budget, and a permission for each request.
 *
 * If the database is lost, runs under way are finished: requests go on within what their provider accepts. Nothing is spent of a budget
 * that cannot be asked.
 */
import * as Effect from "effect/Effect"
import { usdOf } from "../../base/domain/recording/cost.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { costsBy, unpriced } from "../../engine/layers/live/usdBudget.ts"
import type { Spending } from "../../engine/services/Budget.ts"
import { Infrastructure } from "../../engine/services/Infrastructure.ts"
import type { PriceOf } from "../../engine/services/Prices.ts"
import type { RequestLimit } from "../../engine/services/RequestLimits.ts"
import type { Queue, QueueError } from "../../engine/services/RunQueue.ts"
import type { BudgetState, Spent } from "../../engine/services/SharedLimits.ts"

export const requestLimit = (queue: Queue, spending: Spending): RequestLimit => ({
  spending,
  allow: ({ tokens, ...asked }) =>
    queue.turn(asked, tokens).pipe(
      Effect.map((turn) => ({
        used: (needed: number) => Effect.ignore(queue.used(turn, needed)),
        refused: (ms: number) => Effect.ignore(queue.hold(asked, ms))
      })),
      Effect.orElseSucceed(() => unlimited)
    )
})

const unlimited = { used: () => Effect.void, refused: () => Effect.void }

export const queueBudget = (queue: Queue, name: string, priceOf: PriceOf): Spending => {
  const { costOf, mostOf } = costsBy(priceOf)
  const most = (tokens: number, cell: Cell): Spent => amountOf(tokens, mostOf(cell, tokens))
  return {
    reserve: (tokens, cell) =>
      Effect.gen(function* () {
        const needed = most(tokens, cell)
        if (yield* queue.reserve(name, needed)) return
        const state = yield* queue.budget(name)
        const isUnpriced = state?.allowed.picodollars !== undefined && needed.picodollars === undefined
        return yield* isUnpriced ? unpriced(cell) : spent(needed, state)
      }).pipe(Effect.catchTag("QueueError", unknown)),
    settle: (reserved, tokens, cell, usage) => {
      const cost = usage === undefined ? undefined : costOf(cell, usage)
      const paid = cost ?? (tokens === 0 ? 0n : most(reserved, cell).picodollars)
      return Effect.ignore(queue.settle(name, most(reserved, cell), amountOf(tokens, paid)))
    }
  }
}

const amountOf = (tokens: number, picodollars: bigint | undefined): Spent => ({
  tokens,
  ...(picodollars !== undefined && { picodollars })
})

const unknown = (error: QueueError) => Effect.fail(new Infrastructure({ issue: error.issue }))

const spent = ({ picodollars = 0n, tokens }: Spent, state: BudgetState | undefined): Infrastructure => {
  const lefts =
    state === undefined
      ? []
      : [
          ...(state.allowed.tokens === undefined ? [] : [`${state.allowed.tokens - state.spent.tokens} tokens`]),
          ...(state.allowed.picodollars === undefined
            ? []
            : [`$${usdOf(state.allowed.picodollars - state.spent.picodollars)}`])
        ]
  const left = lefts.length === 0 ? "it is not known" : `${lefts.join(" and ")} are left`
  const price = picodollars > 0n ? ` and $${usdOf(picodollars)}` : ""
  return new Infrastructure({
    issue: issue(
      "BUDGET",
      `An answer may take ${tokens} tokens${price}, and of the budget of the queue ${left}.`,
      "Raise it with passhat record --max-tokens-total or --max-usd, then passhat queue retry."
    )
  })
}
