// layers/clock.ts
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** A clock that stands at one time, so that recordings have the same bytes whenever they are made. It sleeps for real. */
export const clockAt = (date: string) =>
  Layer.effect(
    Clock.Clock,
    Effect.map(Clock.Clock, (real): Clock.Clock => {
      const millis = Date.parse(date)
      const nanos = BigInt(millis) * 1_000_000n
      return {
        currentTimeMillisUnsafe: () => millis,
        currentTimeMillis: Effect.succeed(millis),
        currentTimeNanosUnsafe: () => nanos,
        currentTimeNanos: Effect.succeed(nanos),
        monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: real.monotonicTimeNanos,
        sleep: (duration) => real.sleep(duration)
      }
    })
  )
