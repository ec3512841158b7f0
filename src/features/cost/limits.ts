/**
 * What a command may spend, and what it knows of prices. Refuses a model without a price before anything is spent.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { amountOf } from "../../base/domain/recording/cost.ts"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import { userCell } from "../../base/domain/plan/userCell.ts"
import { tokenBudget } from "../../engine/layers/live/budget.ts"
import { usdBudget } from "../../engine/layers/live/usdBudget.ts"
import { Budget, type Spending, both, unlimited } from "../../engine/services/Budget.ts"
import { type LiveParts, isPaid } from "../../engine/services/LiveParts.ts"
import { type PriceOf, Prices, unknownPrices } from "../../engine/services/Prices.ts"
import type { FlagValues } from "../../app/flags/Flag.ts"
import type { costFlags } from "./costFlags.ts"
import { readPrices } from "./readPrices.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

/** For the cells that are selected. */
export const limits = Effect.fnUntraced(function* (
  { maxTokensTotal, maxUsd, prices }: FlagValues<typeof costFlags>,
  plans: ReadonlyArray<Plan>,
  parts: LiveParts
) {
  const priceOf = prices === undefined ? unknownPrices : yield* readPrices(prices)
  if (maxUsd !== undefined) yield* checkUsd(maxUsd, prices, priceOf, isPaid(parts) ? plans : [])
  const budgets: ReadonlyArray<Spending> = [
    ...(maxTokensTotal === undefined ? [] : [tokenBudget(maxTokensTotal)]),
    ...(maxUsd === undefined ? [] : [usdBudget(amountOf(maxUsd), priceOf)])
  ]
  return Layer.merge(Layer.succeed(Prices, priceOf), Layer.succeed(Budget, budgets.reduce(both, unlimited)))
})

/** The prices of the command alone decide: a layer of a suite cannot make its models cheaper. */
const checkUsd = Effect.fnUntraced(function* (
  maxUsd: number,
  prices: string | undefined,
  priceOf: PriceOf,
  plans: ReadonlyArray<Plan>
) {
  if (!(maxUsd >= 0 && maxUsd <= MOST)) {
    return yield* new UsageError({ what: `--max-usd is ${maxUsd}.`, hint: `Give it a number from 0 to ${MOST}.` })
  }
  const cells = plans.flatMap((plan) => plan.cells)
  const own = cells.find(({ behaviour }) => behaviour.driver !== undefined)
  if (own !== undefined) {
    return yield* new UsageError({
      what: `--max-usd cannot limit ${own.name}: an agent with a driver or a command asks its model itself.`,
      hint: "Leave --max-usd out, or select other cells."
    })
  }
  const asked = cells.flatMap((cell) => [cell, ...othersAsked(cell)])
  const unpriced = new Set(asked.filter((cell) => priceOf(cell) === undefined).map(({ behaviour }) => behaviour.model))
  if (unpriced.size > 0) {
    return yield* new UsageError({
      what: `--max-usd needs a price for every model, and there is none for ${[...unpriced].toSorted().join(", ")}.`,
      hint: prices === undefined ? "Name a price file: --prices prices.json." : `Add it to ${prices}.`
    })
  }
})

/** The models that are asked beside that of the agent, each as a cell of its own: its simulated user, and its judges. */
const othersAsked = (cell: Cell): ReadonlyArray<Cell> => {
  const { user } = cell.behaviour
  const jurors = cell.gates.flatMap(({ jury = [] }) => jury)
  return [
    ...(user === undefined ? [] : [userCell(cell, user)]),
    ...jurors.map(({ model, provider }) => ({ ...cell, model, provider, behaviour: { ...cell.behaviour, model } }))
  ]
}

/** Amounts up to this are exact. */
const MOST = 1000
