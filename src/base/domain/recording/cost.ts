/**
 * What tokens cost. Money is counted in whole picodollars, a millionth of a millionth of a dollar: prices of up to six decimals for a million
 * tokens are whole numbers of them for each token, so that nothing is rounded and sums do not depend on their order.
 */
import type { Exchange, Usage } from "./Cassette.ts"
import type { Trace } from "../trace/Trace.ts"

/** US dollars for a million tokens. What is read from or written to a cache costs as much as other input by default. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  /** Of tokens that the model thought and did not say; by default they cost as much as other output. */
  readonly reasoning?: number
  /** Where the price was found, and when it was looked up: 2026-01-31. */
  readonly source?: string
  readonly date?: string
}

const MILLION = 1_000_000

/** The price, unless an amount in it is no amount of money: code of a suite may give anything. */
export const soundPrice = (price: Price | undefined): Price | undefined => {
  if (price === undefined) return undefined
  const { cacheRead = 0, cacheWrite = 0, input, output, reasoning = 0 } = price
  const isSound = [input, output, cacheRead, cacheWrite, reasoning].every((one) => one >= 0 && one <= MILLION)
  return isSound ? price : undefined
}

/** What so many tokens cost. */
export const picodollars = (
  price: Price,
  { cache_read = 0, cache_write = 0, input, output, reasoning = 0 }: Usage
): bigint => {
  const said = Math.max(0, output - reasoning)
  const fresh = Math.max(0, input - cache_read - cache_write)
  return (
    times(fresh, price.input) +
    times(cache_read, price.cacheRead ?? price.input) +
    times(cache_write, price.cacheWrite ?? price.input) +
    times(said, price.output) +
    times(output - said, price.reasoning ?? price.output)
  )
}

/** More decimals than six are rounded. */
const times = (tokens: number, price: number): bigint => BigInt(tokens) * BigInt(Math.round(price * MILLION))

/** The dollars of an amount, as the nearest number. */
export const usdOf = (amount: bigint): number => {
  const digits = String(amount).padStart(13, "0")
  return Number(`${digits.slice(0, -12)}.${digits.slice(-12)}`)
}

/** The amount that `usdOf` wrote as a number: exact up to two thousand dollars. */
export const amountOf = (usd: number): bigint => BigInt(Math.round(usd * MILLION * MILLION))

/** What a run used, with the details that its provider told; undefined if it is not known of every answer. */
export const usageOf = ({ conversation }: Trace, exchanges: ReadonlyArray<Exchange> = []): Usage | undefined => {
  const answers = exchanges.flatMap((one) => (one.kind === "model" ? [one.answer.usage] : []))
  if (answers.length === 0) return conversation.tokens
  return answers.reduce((sum, usage) => (sum === undefined || usage === undefined ? undefined : together(sum, usage)))
}

const together = (one: Usage, other: Usage): Usage => ({
  input: one.input + other.input,
  output: one.output + other.output,
  cache_read: (one.cache_read ?? 0) + (other.cache_read ?? 0),
  cache_write: (one.cache_write ?? 0) + (other.cache_write ?? 0),
  reasoning: (one.reasoning ?? 0) + (other.reasoning ?? 0)
})
