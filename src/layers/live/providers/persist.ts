/**
 * Asks again while that may help: a few times, after longer and longer waits, or when the server says.
 *
 * The SDKs' own retries are switched off, so that attempts and waits are the same on every clock.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import type { Failure } from "./Failure.ts"
import { retryAfter } from "./retryAfter.ts"

const ATTEMPTS = 5
/** All waits of one answer together. */
const PATIENCE_MS = 120_000
const FIRST_WAIT_MS = 500
/** Whatever the server says: never at once, and never for an hour. */
const SHORTEST_WAIT_MS = 100
const LONGEST_WAIT_MS = 60_000
/** Runs that were turned away together come back apart. */
const JITTER = 0.25

export interface GaveUp {
  readonly failure: Failure
  readonly attempts: number
}

export const persist = <A>(ask: Effect.Effect<A, Failure>): Effect.Effect<A, GaveUp> =>
  Effect.gen(function* () {
    let waited = 0
    for (let attempts = 1; ; attempts++) {
      const answer = yield* Effect.result(ask)
      if (Result.isSuccess(answer)) return answer.success
      const { failure } = answer
      const wait = yield* waitAfter(attempts, failure)
      if (!failure.retryable || attempts === ATTEMPTS || waited + wait > PATIENCE_MS) {
        return yield* Effect.fail({ failure, attempts })
      }
      waited += wait
      yield* Effect.sleep(wait)
    }
  })

const waitAfter = Effect.fnUntraced(function* (attempts: number, failure: Failure) {
  const wanted = retryAfter(failure, yield* Clock.currentTimeMillis) ?? FIRST_WAIT_MS * 2 ** (attempts - 1)
  const stretched = Math.max(SHORTEST_WAIT_MS, wanted) * (1 + JITTER * (yield* Random.next))
  return Math.round(Math.min(LONGEST_WAIT_MS, stretched))
})
