/**
 * Virtual time: a program sleeps, times out and backs off for exactly as long as it says, without waiting for real.
 *
 * The clock jumps to the next sleeper once nothing else can run. It sees all that Effect waits for, and what promises
 * alone settle. Sockets, timers and processes it cannot see: unless marked as `external`, time overtakes them.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Scheduler from "effect/Scheduler"

/** Runs a program on a clock of its own, from 0. What it forked ends with it, in virtual time as well. */
export const inVirtualTime = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const scheduler = yield* Scheduler.Scheduler
    const time = timeline(scheduler.makeDispatcher())
    const program = self.pipe(
      Effect.provideService(External, outside(time, clock, scheduler)),
      Effect.provideService(HasOvertaken, time.hasOvertaken),
      Effect.provideService(Clock.Clock, clockOf(time)),
      Effect.provideService(Scheduler.Scheduler, schedulerOf(time, scheduler))
    )
    return yield* Effect.acquireUseRelease(Effect.forkChild(program, { startImmediately: true }), Fiber.join, (fiber) =>
      Effect.andThen(Fiber.interrupt(fiber), Effect.sync(time.end))
    )
  })

/**
 * Marks work of an Effect driver that virtual time cannot see, like a request: the virtual clock stops until it has settled.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 *
 * const mine = driver("mine", "1", () =>
 *   external(Effect.promise(() => fetch("http://127.0.0.1:3000/ask").then((answer) => answer.text())))
 * )
 * ```
 */
export const external = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(External, (mark) => mark(self))

type Mark = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Outside virtual time there is nothing to mark. */
const External = Context.Reference<Mark>("passhat/External", { defaultValue: () => identity })

/**
 * Whether a timeout that has just fired overtook what it waited for. A timeout that cuts off a call or a sleep takes its
 * sleeper away; one that takes none away waited for what the clock does not see.
 */
export const HasOvertaken = Context.Reference<() => boolean>("passhat/HasOvertaken", {
  defaultValue: () => () => false
})

const outside =
  (time: Timeline, clock: Clock.Clock, scheduler: Scheduler.Scheduler): Mark =>
  (self) =>
    Effect.acquireUseRelease(
      Effect.sync(time.hold),
      () => self.pipe(Effect.provideService(Clock.Clock, clock), Effect.provideService(Scheduler.Scheduler, scheduler)),
      () => Effect.sync(time.release)
    )

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

type Timeline = ReturnType<typeof timeline>

/** Who sleeps until when, and what has to settle before the next of them may wake. */
const timeline = (dispatcher: Scheduler.SchedulerDispatcher) => {
  const sleepers: Array<Sleeper> = []
  let now = 0
  let held = 0
  /** When a sleeper was last taken away before its time. */
  let cutOff = -1
  let isArmed = false
  let hasEnded = false

  /** By the time a dispatched task runs, every promise that could settle has. */
  const arm = () => {
    if (isArmed) return
    isArmed = true
    dispatcher.scheduleTask(jump, 0)
  }
  /** One at a time: who is woken may send the next ones away. */
  const jump = () => {
    isArmed = false
    if (held > 0 || hasEnded) return
    const next = sleepers.shift()
    if (next === undefined) return
    now = next.at
    next.wake()
    arm()
  }
  return {
    now: () => now,
    hold: () => {
      held += 1
    },
    release: () => {
      held -= 1
      arm()
    },
    /** Equal times wake in the order in which they were asked for. */
    add: (millis: number, wake: () => void): Sleeper => {
      const sleeper = { at: now + millis, wake }
      const after = sleepers.findLastIndex(({ at }) => at <= sleeper.at)
      sleepers.splice(after + 1, 0, sleeper)
      arm()
      return sleeper
    },
    remove: (sleeper: Sleeper) => {
      const at = sleepers.indexOf(sleeper)
      if (at < 0) return
      sleepers.splice(at, 1)
      cutOff = now
    },
    hasOvertaken: () => cutOff !== now,
    end: () => {
      hasEnded = true
    }
  }
}

const clockOf = (time: Timeline): Clock.Clock => {
  const nanos = () => BigInt(Math.round(time.now() * 1e6))
  return {
    currentTimeMillisUnsafe: time.now,
    currentTimeMillis: Effect.sync(time.now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => {
      const millis = Duration.toMillis(duration)
      if (millis <= 0) return Effect.yieldNow
      if (!Number.isFinite(millis)) return Effect.never
      return Effect.callback<void>((resume) => {
        const sleeper = time.add(millis, () => resume(Effect.void))
        return Effect.sync(() => time.remove(sleeper))
      })
    }
  }
}

/** As the real one, except that time stands still while a task is due. */
const schedulerOf = (time: Timeline, real: Scheduler.Scheduler): Scheduler.Scheduler => ({
  executionMode: real.executionMode,
  shouldYield: (fiber) => real.shouldYield(fiber),
  makeDispatcher: () => {
    const dispatcher = real.makeDispatcher()
    return {
      scheduleTask: (task, priority) => {
        time.hold()
        dispatcher.scheduleTask(() => {
          time.release()
          task()
        }, priority)
      },
      flush: () => dispatcher.flush()
    }
  }
})
