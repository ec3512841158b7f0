/**
 * Shares among all runs what a provider allows. After a refusal for too many requests no run asks before the provider wants it, and
 * half as many may ask at once; answers let more ask again, one by one.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { waitingFor } from "../../../engine/services/Waits.ts"
import { type Failure, isCrowded } from "./Failure.ts"
import { boundedWait } from "./retry.ts"

export interface Limiter {
  readonly limited: <A>(ask: Effect.Effect<A, Failure>) => Effect.Effect<A, Failure>
  /** How many requests were answered. */
  readonly answered: () => number
}

/** Requests at once. Never one alone, which would hold up all others if its answer did not come. */
const LEAST = 2
const MOST = 1_000

/** One for all requests to a provider. */
export const makeLimiter = (): Limiter => {
  const slots = Semaphore.makeUnsafe(MOST)
  let most = MOST
  let held = 0
  let asking = 0
  let answered = 0
  let notBefore = 0

  const resize = (next: number) => {
    most = Math.min(MOST, Math.max(LEAST, next))
    return slots.resize(Math.floor(most))
  }

  /** In a loop, since another refusal may come while it waits. */
  const untilWanted = Effect.gen(function* () {
    for (;;) {
      const wait = notBefore - (yield* Clock.currentTimeMillis)
      if (wait <= 0) return
      yield* waitingFor("back-off")(Effect.sleep(wait))
    }
  })

  const refused = Effect.fnUntraced(function* (failure: Failure) {
    const now = yield* Clock.currentTimeMillis
    notBefore = Math.max(notBefore, now + (boundedWait(failure, now) ?? 0))
    yield* resize(Math.min(most, asking) / 2)
  })

  /** Held until the scope closes. */
  const place = Effect.suspend(() => {
    const taken = slots.takeScoped(1)
    return held < Math.floor(most) ? taken : waitingFor("back-off")(taken)
  }).pipe(
    Effect.andThen(
      Effect.acquireRelease(
        Effect.sync(() => held++),
        () => Effect.sync(() => held--)
      )
    )
  )

  const limited: Limiter["limited"] = (ask) =>
    Effect.gen(function* () {
      yield* place
      yield* untilWanted
      asking++
      const answer = yield* Effect.result(ask).pipe(Effect.ensuring(Effect.sync(() => asking--)))
      if (Result.isSuccess(answer)) {
        answered++
        if (most < MOST) yield* resize(most + 1 / most)
        return answer.success
      }
      if (isCrowded(answer.failure)) yield* refused(answer.failure)
      return yield* Effect.fail(answer.failure)
    }).pipe(Effect.scoped)

  return { limited, answered: () => answered }
}
