/**
 * What tokens cost, where the suite knows it: passhat ships no prices. It changes no verdict.
 */
import * as Context from "effect/Context"
import type { Usage } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"

/** US dollars for a million tokens. What is read from or written to a cache costs as much as other input by default. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

/** Undefined for a cell whose model has no known price: no money is shown then. None is known by default. */
export const Prices = Context.Reference<(cell: Cell) => Price | undefined>("passhat/Prices", {
  defaultValue: () => () => undefined
})

export const usdOf = (price: Price, { cache_read = 0, cache_write = 0, input, output }: Usage): number => {
  const { cacheRead = price.input, cacheWrite = price.input } = price
  const fresh = Math.max(0, input - cache_read - cache_write)
  return (fresh * price.input + cache_read * cacheRead + cache_write * cacheWrite + output * price.output) / 1e6
}
