/**
 * The budget of a plan as it is published by now: a command that limits what is spent does so also for workers that are at work.
 */
import * as Effect from "effect/Effect"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import { type Spending, unlimited } from "../../engine/services/Budget.ts"
import { unknownPrices } from "../../engine/services/Prices.ts"
import type { PublishedPlan, Queue, QueueError } from "../../engine/services/RunQueue.ts"
import { pricesBy, readPriceList } from "../cost/readPrices.ts"
import { queueBudget } from "./queueLimits.ts"
import { amountOf } from "../../base/domain/recording/cost.ts"
import { planFingerprint } from "../../base/domain/plan/fingerprint.ts"
import { toRun } from "../../language/plan/compile.ts"
import type { recordRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { limits } from "../cost/limits.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import type { Spends } from "./publish.ts"
import { readRates } from "./rates.ts"
import { modes } from "../../app/run/mode.ts"

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

/** What the command does not speak of is left out, and stays as it was published. */
export const shareLimits = Effect.fnUntraced(function* (
  queue: Queue,
  { maxTokensTotal, maxUsd, prices, rate }: Values<typeof recordRow>,
  suites: ReadonlyArray<CompiledSuite>
) {
  const rates = yield* readRates(rate)
  const list = prices === undefined ? undefined : yield* readPriceList(prices)
  const plans = suites.map(({ plan }) => toRun(plan))
  // Refuses what could not be limited, before anything is enqueued.
  yield* limits({ maxTokensTotal, maxUsd, prices }, plans, modes["record=missing"])
  if (rates.length > 0) yield* queue.setRates(rates)
  const given: Spends = list === undefined ? {} : { prices: list }
  if (maxTokensTotal === undefined && maxUsd === undefined) return given
  // Sorted, since the order of files is no reason to begin at zero.
  const budget = suites
    .map(({ suite }) => suite.name)
    .toSorted()
    .join(", ")
  yield* queue.allow(budget, {
    ...(maxTokensTotal !== undefined && { tokens: maxTokensTotal }),
    ...(maxUsd !== undefined && { picodollars: amountOf(maxUsd) })
  })
  return { ...given, budget }
})

/**
 * What runs of a plan spend by now: what the command says, else what was published. A suite that has changed is another plan with the
 * budget that it had before.
 */
export const spendsNow = (given: Spends, plan: Plan, plans: ReadonlyArray<PublishedPlan>): Spends => {
  const named = plans.filter(({ suite }) => suite === plan.suite)
  const limited = named.filter(({ budget }) => budget !== undefined)
  const isSame = ({ fingerprint }: PublishedPlan): boolean => fingerprint === planFingerprint(plan)
  const { budget = undefined, prices = undefined } = limited.find(isSame) ?? limited.at(-1) ?? named.find(isSame) ?? {}
  return { ...(budget !== undefined && { budget }), ...(prices !== undefined && { prices }), ...given }
}
