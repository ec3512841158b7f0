/**
 * What an answer says of itself: its token counts, the model that gave it, and the id of the request.
 */
import type { ModelAnswer, Usage } from "../../../base/domain/recording/Cassette.ts"
import { natural } from "../../../base/std/checks.ts"

/** Token counts as a provider sends them, which may be anything. */
export interface SentUsage {
  readonly input: unknown
  readonly output: unknown
  /** Parts of the input. */
  readonly cacheRead?: unknown
  readonly cacheWrite?: unknown
  /** A part of the output. */
  readonly reasoning?: unknown
  /** Whether `input` leaves out what was read from the cache and written to it. */
  readonly excludesCache?: boolean
}

/** A count that is missing or not a natural number leaves the answer without usage: unrecorded is not zero. */
export const usageOf = (counted: SentUsage): Pick<ModelAnswer, "usage"> => {
  const [cache_read, cache_write] = [natural(counted.cacheRead), natural(counted.cacheWrite)]
  const [output, reasoning] = [natural(counted.output), natural(counted.reasoning)]
  const input = inputOf(counted)
  if (input === undefined || output === undefined) return {}
  const usage: Usage = {
    input,
    output,
    ...(cache_read !== undefined && { cache_read }),
    ...(cache_write !== undefined && { cache_write }),
    ...(reasoning !== undefined && { reasoning })
  }
  return { usage }
}

const inputOf = ({ cacheRead, cacheWrite, excludesCache, input }: SentUsage): number | undefined => {
  const counts = excludesCache === true ? [input, cacheRead ?? 0, cacheWrite ?? 0] : [input]
  const total = counts.reduce<number>((sum, count) => sum + (natural(count) ?? Number.NaN), 0)
  return natural(total)
}

/** Which model answered, and the id of the request, where the provider tells them. */
export const originOf = (model: unknown, requestId: unknown): Pick<ModelAnswer, "model" | "request_id"> => ({
  ...(isNamed(model) && { model }),
  ...(isNamed(requestId) && { request_id: requestId })
})

const isNamed = (value: unknown): value is string => typeof value === "string" && value !== ""
