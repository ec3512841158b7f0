/**
 * Waits for a place among the requests of all workers. The place is a time of the store; how long that is from now is waited here.
 */
import * as Effect from "effect/Effect"
import type { QueueError } from "../../../engine/services/RunQueue.ts"
import type { AskedModel, Turn } from "../../../engine/services/SharedLimits.ts"

export interface QueuePlace {
  readonly waitMs: number
  /** What the request is taken to need. */
  readonly tokens: number
  /** Of the rates that match, together: another one after a hold, which takes all places away. */
  readonly epoch: number
}

export interface Places {
  /** Takes the next place at every rate that matches. */
  readonly reserve: (asked: AskedModel, tokens: number) => Effect.Effect<QueuePlace, QueueError>
  readonly epoch: (asked: AskedModel) => Effect.Effect<number, QueueError>
  /** Corrects what a request was taken to need by so many tokens. */
  readonly correct: (asked: AskedModel, tokens: number) => Effect.Effect<void, QueueError>
}

export const takeTurn = Effect.fnUntraced(function* (
  { correct, epoch, reserve }: Places,
  asked: AskedModel,
  tokens: number
) {
  for (;;) {
    const place = yield* reserve(asked, tokens)
    if (place.waitMs > 0) {
      yield* Effect.sleep(place.waitMs)
      // A hold that came meanwhile: it would end for all who wait at once, so each takes a place behind it.
      if ((yield* epoch(asked)) !== place.epoch) {
        yield* correct(asked, -place.tokens)
        continue
      }
    }
    return { ...asked, tokens: place.tokens } satisfies Turn
  }
})
