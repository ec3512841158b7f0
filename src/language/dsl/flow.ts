/**
 * Joins functions from left to right, so that facts and gates can be one value.
 */
import { flow as effectFlow } from "effect/Function"

/**
 * Joins facts and gates into one step of a pipe, from left to right: `all` joins gates only.
 *
 * ```ts
 * const steady = flow(runs(5), stability())
 *
 * asks.pipe(steady)
 * ```
 */
export const flow: typeof effectFlow = effectFlow
