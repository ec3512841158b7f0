/**
 * Reads a price file, or says everything that is wrong with it, each with its path.
 */
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { findFlaw } from "../../base/std/findFlaw.ts"
import type { Price } from "../../base/domain/recording/cost.ts"
import { type ModelPrice, PriceFile } from "../../base/domain/plan/Prices.ts"
import type { PriceOf } from "../../engine/services/Prices.ts"
import { readWhole } from "../../engine/layers/platform/writeWhole.ts"
import { jsonErrorAt } from "../../base/std/jsonPlace.ts"
import { jsonPath } from "../../base/std/jsonPath.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { matchesWildcards } from "../../base/std/wildcards.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

const decode = Schema.decodeUnknownResult(PriceFile)
const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

export const readPrices = (file: string): Effect.Effect<PriceOf, UsageError> =>
  Effect.map(readPriceList(file), pricesBy)

/** What a list of prices says of cells: the first entry that fits a model counts. */
export const pricesBy =
  (prices: ReadonlyArray<ModelPrice>): PriceOf =>
  ({ behaviour }) =>
    priceOf(prices, behaviour.model)

export const readPriceList = (file: string): Effect.Effect<ReadonlyArray<ModelPrice>, UsageError> =>
  Effect.suspend(() => {
    const bytes = readWhole(resolve(file))
    if (typeof bytes === "string") return refused([`${file} cannot be read (${bytes})`])
    const text = tryCatch(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes))
    if (text === undefined) return refused([`${file} is not UTF-8 text`])
    const json: unknown = tryCatch(() => JSON.parse(text))
    if (json === undefined) {
      const { column, line } = jsonErrorAt(text)
      return refused([`${file}:${line}:${column}: it is not JSON`])
    }
    const flaw = findFlaw(text)
    if (flaw !== undefined) return refused([`${file}, ${jsonPath(flaw.path ?? [])}: ${flaw.reason}`])
    const decoded = decode(json, { errors: "all", onExcessProperty: "error" })
    if (Result.isFailure(decoded)) return refused(flawsOf(decoded.failure.issue).map((one) => `${file}, ${one}`))
    const { prices } = decoded.success
    const wrong = prices.length === 0 ? [`${file} has no prices`] : repeated(prices).map((one) => `${file}, ${one}`)
    return wrong.length > 0 ? refused(wrong) : Effect.succeed(prices)
  })

const refused = (flaws: ReadonlyArray<string>): Effect.Effect<never, UsageError> =>
  Effect.fail(new UsageError({ what: `${flaws.join(".\n")}.`, hint: "See docs/cost.md for the form of a price file." }))

const flawsOf = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  formatIssue(issue).issues.map(({ message, path = [] }) => {
    const place = jsonPath(path.map((segment) => (typeof segment === "object" ? segment.key : segment)))
    return `${place === "" ? "" : `${place}: `}${message.charAt(0).toLowerCase()}${message.slice(1)}`
  })

/** The first entry that fits counts, so a second one of the same name would never do. */
const repeated = (prices: ReadonlyArray<ModelPrice>): ReadonlyArray<string> =>
  prices.flatMap(({ model }, at) => {
    const first = prices.findIndex((one) => one.model === model)
    return first === at ? [] : [`prices[${at}].model: prices[${first}] has the same`]
  })

const priceOf = (prices: ReadonlyArray<ModelPrice>, model: string): Price | undefined => {
  const found = prices.find((one) => matchesWildcards(one.model, model))
  if (found === undefined) return undefined
  const { cache_read, cache_write, date, input, output, reasoning, source } = found
  return {
    input,
    output,
    ...(cache_read !== undefined && { cacheRead: cache_read }),
    ...(cache_write !== undefined && { cacheWrite: cache_write }),
    ...(reasoning !== undefined && { reasoning }),
    source,
    date
  }
}
