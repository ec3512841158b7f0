/**
 * What tokens cost, where the command or the suite knows it: passhat ships no prices. It changes no verdict.
 */
import * as Context from "effect/Context"
import type { Price } from "../../base/domain/recording/cost.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"

export type { Price } from "../../base/domain/recording/cost.ts"

/** Undefined for a cell whose model has no known price. */
export type PriceOf = (cell: Cell) => Price | undefined

/** No price is known by default. */
export const unknownPrices: PriceOf = () => undefined

/** No money is shown of a cell without a price. A layer of the suite replaces what `--prices` names. */
export const Prices = Context.Reference<PriceOf>("passhat/Prices", { defaultValue: () => unknownPrices })
