/**
 * The limits of a command as those of the queue from now on: rates of all its plans, and a budget of the plans that are recorded.
 */
import * as Effect from "effect/Effect"
import { amountOf } from "../../base/domain/recording/cost.ts"
import type { Plan } from "../../base/domain/plan/Plan.ts"
import { planFingerprint } from "../../base/domain/plan/planFingerprint.ts"
import { toRun } from "../../language/plan/compile.ts"
import type { PublishedPlan, Queue } from "../../engine/services/RunQueue.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { defaultRunFlags } from "../../app/flags/runFlags.ts"
import { readPriceList } from "../cost/readPrices.ts"
import { limits } from "../cost/limits.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import type { Spends } from "./publish.ts"
import { readRates } from "./rates.ts"
import { modes } from "../../app/run/mode.ts"

/** What the command does not speak of is left out, and stays as it was published. */
export const shareLimits = Effect.fnUntraced(function* (
  queue: Queue,
  { maxTokensTotal, maxUsd, prices, rate }: ValuesOf<"record">,
  suites: ReadonlyArray<CompiledSuite>
) {
  const rates = yield* readRates(rate)
  const list = prices === undefined ? undefined : yield* readPriceList(prices)
  const plans = suites.map(({ plan }) => toRun(plan))
  // Refuses what could not be limited, before anything is enqueued.
  yield* limits({ ...defaultRunFlags, maxTokensTotal, maxUsd, prices }, plans, modes["record=missing"])
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
