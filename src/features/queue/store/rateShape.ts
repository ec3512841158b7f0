/**
 * The arithmetic of rates, as far as it is not a statement of the store.
 *
 * Requests are spread evenly: each takes the next place in time, so that no minute has more than its share, wherever it begins.
 */
import type { AskedModel, Rate } from "../../../engine/services/SharedLimits.ts"

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
