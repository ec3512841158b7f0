import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import * as fc from "fast-check"
import { external, inVirtualTime } from "../../../src/engine/run/virtualClock.ts"
import { aWhile, timersOf } from "./eventLoop.ts"

const HOUR = 3_600_000

const run = <A, E>(self: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(inVirtualTime(self))

/** What a program wrote down, each line with the time on its clock. */
const logOf = (program: (log: (line: string) => Effect.Effect<void>) => Effect.Effect<unknown, unknown>) => {
  const lines: Array<string> = []
  const log = (line: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      lines.push(`${now} ${line}`)
    })
  return run(Effect.as(program(log), lines))
}

describe("virtual time", () => {
  test("begins at 0 and passes by the time of each sleep, in every reading of the clock", async () => {
    const faces = Effect.all([Clock.currentTimeMillis, Clock.currentTimeNanos, Clock.monotonicTimeNanos])
    assert.deepEqual(await run(faces), [0, 0n, 0n])
    assert.deepEqual(await run(Effect.andThen(Effect.sleep("1.5 millis"), faces)), [1.5, 1_500_000n, 1_500_000n])
  })

  test("measures timeouts and schedules to the millisecond", async () => {
    const lines = await logOf((log) =>
      Effect.gen(function* () {
        const late = yield* Effect.exit(Effect.timeout(Effect.sleep("1 hour"), "3 seconds"))
        assert.ok(Exit.isFailure(late) && Cause.isTimeoutError(Cause.squash(late.cause)))
        yield* log("timed out")
        const tries = Schedule.upTo(Schedule.exponential("100 millis"), { times: 3 })
        yield* Effect.exit(Effect.retry(Effect.andThen(log("try"), Effect.fail("no")), tries))
        yield* log("gave up")
      })
    )
    assert.deepEqual(lines, ["3000 timed out", "3000 try", "3100 try", "3300 try", "3700 try", "3700 gave up"])
  })

  test("does not pass for a sleep that was interrupted or that is infinite", async () => {
    const program = Effect.gen(function* () {
      yield* Effect.forkChild(Effect.sleep(Infinity))
      yield* Effect.raceFirst(Effect.sleep("1 hour"), Effect.sleep("1 second"))
      yield* Effect.promise(() => aWhile())
      return yield* Clock.currentTimeMillis
    })
    assert.equal(await run(program), 1_000)
  })

  test("does not pass for sleeps of zero or less", async () => {
    const program = Effect.all([Effect.sleep(0), Effect.sleep(-5), Clock.currentTimeMillis])
    assert.equal((await run(program))[2], 0)
  })

  test("ends each sleep at its time, and sleeps with equal times in the order in which they began", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 }), async (sleeps) => {
        const woken = await logOf((log) =>
          Effect.forEach(sleeps, (millis, at) => Effect.andThen(Effect.sleep(millis), log(`#${at}`)), {
            concurrency: "unbounded"
          })
        )
        const expected = sleeps.map((millis, at) => ({ millis, at })).toSorted((a, b) => a.millis - b.millis)
        assert.deepEqual(
          woken,
          expected.map(({ at, millis }) => `${millis} #${at}`)
        )
      }),
      { numRuns: 50 }
    ))

  test("does not pass while chains of promises settle, also between two sleeps", async () => {
    const settle = (steps: number): Promise<void> =>
      Promise.resolve().then(() => (steps === 0 ? undefined : settle(steps - 1)))
    const chain = Effect.promise(() => settle(1_000))
    const lines = await logOf((log) =>
      Effect.forEach([1, 2, 3], (at) => Effect.sleep(at).pipe(Effect.andThen(chain), Effect.andThen(log("settled"))), {
        concurrency: "unbounded"
      })
    )
    assert.deepEqual(lines, ["1 settled", "2 settled", "3 settled"])
  })

  test("does not pass during a long computation that yields", async () => {
    const long = Effect.forEach(Array.from({ length: 20_000 }), () => Effect.void, { discard: true })
    assert.equal(await run(Effect.andThen(Effect.timeout(long, "1 milli"), Clock.currentTimeMillis)), 0)
  })

  test("is separate for each program", async () => {
    const sleeping = (millis: number) => inVirtualTime(Effect.andThen(Effect.sleep(millis), Clock.currentTimeMillis))
    const times = await Effect.runPromise(Effect.forEach([3 * HOUR, 1, HOUR], sleeping, { concurrency: "unbounded" }))
    assert.deepEqual(times, [3 * HOUR, 1, HOUR])
  })
})

describe("a thousand jobs over virtual hours", () => {
  const takes = (job: number): number => ((job * 7_919) % 60) * 60_000 + 1
  const jobs = Array.from({ length: 1_000 }, (_, job) => job)
  const WORKERS = 50

  const worked = () =>
    logOf((log) =>
      Effect.gen(function* () {
        const queue = yield* Queue.unbounded<number>()
        const done = yield* Deferred.make<void>()
        yield* Queue.offerAll(queue, jobs)
        let left = jobs.length
        const worker = Effect.gen(function* () {
          const job = yield* Queue.take(queue)
          yield* Effect.sleep(takes(job))
          yield* log(`job ${job}`)
          left -= 1
          if (left === 0) yield* Deferred.succeed(done, undefined)
        })
        yield* Effect.forEach(Array.from({ length: WORKERS }), () => Effect.forkChild(Effect.forever(worker)))
        yield* Deferred.await(done)
      })
    )

  /** Each job goes to the worker that is free first. */
  const simulated = (): number => {
    const free = Array.from({ length: WORKERS }, () => 0)
    for (const job of jobs) {
      const first = free.indexOf(Math.min(...free))
      free[first] = (free[first] ?? 0) + takes(job)
    }
    return Math.max(...free)
  }

  test("arm no timer, and end at the time that a plain simulation computes", async () => {
    const { armed, result: lines } = await timersOf(worked)
    assert.deepEqual(armed, [])
    assert.equal(lines.length, jobs.length)
    assert.equal(lines.at(-1)?.split(" ")[0], String(simulated()))
    assert.ok(simulated() > 5 * HOUR)
  })

  test("end in the same order each time", async () => {
    assert.deepEqual(await worked(), await worked())
  })
})

describe("external work", () => {
  const withServer = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
    const server = createServer((_, response) => setImmediate(() => setImmediate(() => response.end("hello"))))
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const result = await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.close()
    return result
  }
  const get = (url: string) => Effect.promise(async () => (await fetch(url)).text())

  test("takes no virtual time, even if other fibers sleep meanwhile", () =>
    withServer(async (url) => {
      const lines = await logOf((log) =>
        Effect.all(
          [
            Effect.andThen(external(get(url)), log("answered")),
            Effect.andThen(Effect.sleep(1), log("slept")),
            Effect.andThen(Effect.timeout(external(get(url)), 1), log("in time"))
          ],
          { concurrency: "unbounded" }
        )
      )
      assert.deepEqual(lines.toSorted(), ["0 answered", "0 in time", "1 slept"])
    }))

  test("that is not marked as external times out in virtual time", () =>
    withServer(async (url) => {
      assert.ok(Exit.isFailure(await run(Effect.exit(Effect.timeout(get(url), "1 hour")))))
    }))

  test("has the real clock", async () => {
    const real = await Effect.runPromise(Clock.Clock)
    const seen = await run(Effect.all([external(Clock.Clock), Clock.Clock]))
    assert.equal(seen[0].sleep, real.sleep)
    assert.notEqual(seen[1].sleep, real.sleep)
  })

  test("that is interrupted or fails does not stop virtual time", async () => {
    const lines = await logOf((log) =>
      Effect.gen(function* () {
        const stuck = yield* Effect.forkChild(external(Effect.never))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(stuck)
        yield* Effect.exit(external(Effect.fail("no")))
        yield* Effect.sleep("1 second")
        yield* log("on it goes")
      })
    )
    assert.deepEqual(lines, ["1000 on it goes"])
  })

  test("runs unchanged outside virtual time", async () => {
    assert.equal(await Effect.runPromise(external(Effect.succeed(1))), 1)
  })
})

describe("an interrupted program", () => {
  test("ends at once, and runs its finalizers in virtual time", async () => {
    const lines: Array<string> = []
    const note = (line: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        lines.push(`${now} ${line}`)
      })
    const cleaning = (who: string) => Effect.andThen(Effect.sleep("1 minute"), note(`${who} cleaned up`))
    const program = Effect.gen(function* () {
      yield* Effect.forkChild(Effect.ensuring(Effect.never, cleaning("child")))
      yield* Effect.ensuring(external(Effect.never), cleaning("program"))
    })
    const { armed } = await timersOf(async () => {
      const fiber = Effect.runFork(inVirtualTime(program))
      await aWhile()
      await Effect.runPromise(Fiber.interrupt(fiber))
    })
    assert.deepEqual(lines, ["60000 program cleaned up", "120000 child cleaned up"])
    assert.deepEqual(armed, [])
  })

  test("leaves no detached fiber that virtual time still wakes", async () => {
    let turns = 0
    const spinning = Effect.forever(
      Effect.andThen(
        Effect.sleep(1),
        Effect.sync(() => (turns += 1))
      )
    )
    await run(Effect.andThen(Effect.forkDetach(spinning), Effect.sleep(3)))
    const after = turns
    await aWhile()
    assert.equal(turns, after)
  })
})
