/**
 * Every duration that effect can read, in milliseconds.
 */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"

/** NaN for what is not a duration. */
export const durationMillis = (input: Duration.Input): number =>
  Option.match(Duration.fromInput(input), { onNone: () => Number.NaN, onSome: Duration.toMillis })
