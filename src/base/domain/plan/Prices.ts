/**
 * The price file of a user: what a million tokens of a model cost, from where, and as of when.
 */
import * as Schema from "effect/Schema"

/** Whole picodollars a token: see cost.ts. */
const isExact = (amount: number): boolean => Math.round(amount * 1_000_000) / 1_000_000 === amount

const Amount = Schema.Finite.check(
  Schema.makeFilter((amount) => amount >= 0 && amount <= 1_000_000 && isExact(amount), {
    expected: "US dollars for a million tokens: 0 to 1000000, with at most six decimals"
  })
)

const Text = Schema.String.check(
  Schema.makeFilter((text) => text.trim() !== "", { expected: "a text that is not empty" })
)

const Day = Schema.String.check(
  Schema.makeFilter((text) => /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text), {
    expected: "a day such as 2026-01-31"
  })
)

export const ModelPrice = Schema.Struct({
  /** A model as suites name it, or a pattern: `*` is any text, `?` one character. The first entry that fits is the one that counts. */
  model: Text,
  input: Amount,
  output: Amount,
  /** By default as much as `input`. */
  cache_read: Schema.optionalKey(Amount),
  cache_write: Schema.optionalKey(Amount),
  /** By default as much as `output`. */
  reasoning: Schema.optionalKey(Amount),
  /** Where the price was found: an address, or a contract. */
  source: Text,
  /** When it was looked up. */
  date: Day
})
export interface ModelPrice extends Schema.Schema.Type<typeof ModelPrice> {}

export const PriceFile = Schema.Struct({
  format: Schema.Literal("passhat-prices"),
  version: Schema.Literal(1),
  currency: Schema.Literal("USD"),
  prices: Schema.Array(ModelPrice)
})
export interface PriceFile extends Schema.Schema.Type<typeof PriceFile> {}
