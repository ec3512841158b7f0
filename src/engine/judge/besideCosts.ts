/**
 * What was spent beside the agents: by models that play users, and by judges. It is never part of what runs cost.
 */
import { amountOf, picodollars, type Price, usdOf } from "../../base/domain/recording/cost.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import type { BesideCost } from "../../base/domain/verdict/Verdict.ts"
import { userCell } from "../../base/domain/plan/userCell.ts"
import { groupBy } from "../../base/std/groupBy.ts"

/** The price of the model of a cell; undefined if it is not known. */
export type KnownPrice = (cell: Cell) => Price | undefined

/** What the recorded answers of a run cost, each: of its simulated user, and of its judges. */
export const besideAgent = (cell: Cell, result: RunResult, priceOf: KnownPrice): ReadonlyArray<BesideCost> => {
  if (!("trace" in result)) return []
  const { exchanges = [], judgements = [] } = result
  const { user } = cell.behaviour
  const spoken = exchanges.flatMap((one) => (one.kind === "user" && one.answer !== undefined ? [one.answer] : []))
  return [
    ...(user === undefined
      ? []
      : spoken.map(({ usage }) => answerCost("user", user.model, usage, priceOf(userCell(cell, user))))),
    ...judgements.map(({ model, tokens }) => answerCost("judge", model, tokens, priceOf(askedOf(cell, model))))
  ]
}

const askedOf = (cell: Cell, model: string): Cell => ({ ...cell, model, behaviour: { ...cell.behaviour, model } })

type Used = Parameters<typeof picodollars>[1]

const answerCost = (
  part: BesideCost["part"],
  model: string,
  usage: Used | undefined,
  price: Price | undefined
): BesideCost =>
  usage === undefined || price === undefined
    ? { part, model, usd: 0, answers: 0, unpriced_answers: 1 }
    : { part, model, usd: usdOf(picodollars(price, usage)), answers: 1, unpriced_answers: 0 }

/** The same models together, users first. */
export const summedBeside = (costs: ReadonlyArray<BesideCost>): ReadonlyArray<BesideCost> =>
  [...groupBy(costs, ({ model, part }) => `${part} ${model}`).values()]
    .map((its): BesideCost => ({
      part: its[0]!.part,
      model: its[0]!.model,
      usd: usdOf(its.reduce((sum, { usd }) => sum + amountOf(usd), 0n)),
      answers: its.reduce((sum, { answers }) => sum + answers, 0),
      unpriced_answers: its.reduce((sum, { unpriced_answers }) => sum + unpriced_answers, 0)
    }))
    .toSorted((a, b) => (a.part === b.part ? (a.model < b.model ? -1 : 1) : a.part === "user" ? -1 : 1))
