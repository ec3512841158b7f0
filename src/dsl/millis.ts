/**
 * Durations as a suite writes them, in the milliseconds that a plan stores.
 */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

/** NaN for what is not a duration: the plan refuses it with a sentence, where a suite cannot. */
export const millis = (input: Duration.Input): number =>
  Option.match(Duration.fromInput(input), { onNone: () => Number.NaN, onSome: Duration.toMillis })
