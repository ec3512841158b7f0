/**
 * A limit of money for all runs of one command together. Before the model is asked, the longest answer is set aside at its price.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Usage } from "../../../base/domain/recording/Cassette.ts"
import { picodollars, usdOf } from "../../../base/domain/recording/cost.ts"
import { issue } from "../../../base/domain/issues.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { Spending } from "../../services/Budget.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import type { PriceOf } from "../../services/Prices.ts"

/** What answers cost in picodollars; undefined for a cell without a price. */
export const costsBy = (priceOf: PriceOf) => {
  const costOf = (cell: Cell, usage: Usage): bigint | undefined => {
    const price = priceOf(cell)
    return price === undefined ? undefined : picodollars(price, usage)
  }
  /** The longest answer, if all of it is said or all of it is thought. */
  const mostOf = (cell: Cell, tokens: number): bigint | undefined => {
    const said = costOf(cell, { input: 0, output: tokens })
    const thought = costOf(cell, { input: 0, output: tokens, reasoning: tokens })
    return said === undefined || thought === undefined || said > thought ? said : thought
  }
  return { costOf, mostOf }
}

/** `limit` is in picodollars. A cell without a price is not run. */
export const usdBudget = (limit: bigint, priceOf: PriceOf): Spending => {
  let left = limit
  const { costOf, mostOf } = costsBy(priceOf)
  /** What is to be set aside, if it is left. */
  const afforded = (tokens: number, cell: Cell): Result.Result<bigint, Infrastructure> => {
    const most = mostOf(cell, tokens)
    if (most === undefined) return Result.fail(unpriced(cell))
    return most > left ? Result.fail(refused(limit, left, most)) : Result.succeed(most)
  }
  return {
    affords: (tokens, cell) => Effect.suspend(() => Effect.asVoid(Effect.fromResult(afforded(tokens, cell)))),
    reserve: (tokens, cell) =>
      Effect.suspend(() => {
        const most = afforded(tokens, cell)
        if (Result.isSuccess(most)) left -= most.success
        return Effect.asVoid(Effect.fromResult(most))
      }),
    settle: (reserved, spent, cell, usage) =>
      Effect.sync(() => {
        const most = mostOf(cell, reserved) ?? 0n
        const cost = usage === undefined ? undefined : costOf(cell, usage)
        left += most - (cost ?? (spent === 0 ? 0n : most))
      })
  }
}

const refused = (limit: bigint, left: bigint, most: bigint): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "BUDGET",
      `An answer may cost ${dollars(most)}, and ${dollars(left > 0n ? left : 0n)} of the ${dollars(limit)} allowed are left.`,
      "Raise --max-usd, or lower the agent's maxTokens."
    )
  })

export const unpriced = ({ behaviour, name }: Cell): Infrastructure =>
  new Infrastructure({
    issue: issue("BUDGET", `${name}: the model ${behaviour.model} has no price.`, "Add it to the file of --prices.")
  })

const dollars = (amount: bigint): string => `$${usdOf(amount)}`
