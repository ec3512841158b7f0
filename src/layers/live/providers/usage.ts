/**
 * Tokens as a provider counts them. A count that is missing or makes no sense leaves the answer without usage: unrecorded
 * is not zero.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ModelAnswer } from "../../../domain/Cassette.ts"

/** What was read from a cache, or written to it, was read all the same: it is given where `input` leaves it out. */
export const usageOf = (input: unknown, output: unknown, cached: ReadonlyArray<unknown> = []): Counted =>
  Option.match(counts([output, input, ...cached.map((count) => count ?? 0)]), {
    onNone: () => ({}),
    onSome: ([said = 0, ...read]) => ({ usage: { input: read.reduce((sum, count) => sum + count, 0), output: said } })
  })

type Counted = Pick<ModelAnswer, "usage">

const counts = Schema.decodeUnknownOption(Schema.Array(Schema.Natural))
