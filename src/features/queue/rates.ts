/**
 * `--rate claude-*=50/min,400000tok/min`: what all workers of a queue together may ask of models.
 */
import * as Effect from "effect/Effect"
import type { AskedModel, Rate } from "../../engine/services/SharedLimits.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

/** Every rate whose pattern fits a model holds for it. */
export const readRates = Effect.fnUntraced(function* (flags: ReadonlyArray<string>) {
  const rates = yield* Effect.forEach(flags, readRate)
  const repeated = rates.find(({ pattern }, at) => rates.findIndex((one) => one.pattern === pattern) < at)
  if (repeated !== undefined) {
    return yield* new UsageError({
      what: `--rate names ${repeated.pattern} twice.`,
      hint: `Give both limits at once: --rate ${repeated.pattern}=50/min,400000tok/min.`
    })
  }
  return rates
})

const readRate = Effect.fnUntraced(function* (flag: string) {
  const at = flag.indexOf("=")
  const limits =
    at < 1
      ? []
      : flag
          .slice(at + 1)
          .split(",")
          .map(limitOf)
  const requests = limits.flatMap((one) => (one?.unit === "" ? [one.perMinute] : []))
  const tokens = limits.flatMap((one) => (one?.unit === "tok" ? [one.perMinute] : []))
  if (limits.length === 0 || limits.includes(undefined) || requests.length > 1 || tokens.length > 1) {
    return yield* new UsageError({
      what: `--rate is "${flag}".`,
      hint: "Say how many requests and tokens of which models: --rate claude-*=50/min,400000tok/min."
    })
  }
  return {
    pattern: flag.slice(0, at),
    ...(requests[0] !== undefined && { requestsPerMinute: requests[0] }),
    ...(tokens[0] !== undefined && { tokensPerMinute: tokens[0] })
  } satisfies Rate
})

interface Limit {
  readonly unit: string
  readonly perMinute: number
}

const limitOf = (text: string): Limit | undefined => {
  const [, count, unit, per] = /^([1-9]\d{0,11})(tok|)\/(s|min|h)$/.exec(text.trim()) ?? []
  if (count === undefined || unit === undefined) return undefined
  const perMinute = per === "s" ? Number(count) * 60 : per === "h" ? Number(count) / 60 : Number(count)
  return { unit, perMinute }
}

/** Of what is allowed. The rest is for requests that are sent a little late, just before others that are on time. */
const USED = 0.99

/** How long one of so many a minute takes of the minute. */
export const msEach = (perMinute: number): number => 60_000 / (perMinute * USED)

/** Weight of the newest request in the mean of tokens. */
export const NEWEST = 0.1

/** The names that a pattern may match. */
export const namesOf = ({ model, provider }: AskedModel): readonly [string, string] => [model, `${provider}/${model}`]

/** A pattern that is a name: what `hold` needs of a model that has no rate. */
export const literal = ({ model, provider }: AskedModel): Rate => ({ pattern: `${provider}/${model}` })
