import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { workLoop } from "../../../src/features/queue/workLoop.ts"
import { type Queue, QueueError, RunQueue } from "../../../src/engine/services/RunQueue.ts"
import * as Memory from "../../../src/features/queue/store/memory.ts"

const away = new QueueError({ reason: "Lost", sentence: "The queue cannot be reached.", hint: "Wait." })

/** What a worker ends with that finds this queue, and has nothing in its spool. */
const ended = (change: (queue: Queue) => Queue): Promise<number> =>
  Effect.gen(function* () {
    const queue = change(yield* RunQueue)
    const spool = {
      directory: "spool",
      add: () => Effect.void,
      files: Effect.succeed([]),
      read: () => Effect.succeed("nothing is read"),
      remove: () => Effect.void
    }
    const rest = { staged: [], name: "worker", concurrency: 1, drain: true, grace: 0, signal: Effect.never }
    return yield* workLoop({ queue, spool, ...rest })
  }).pipe(Effect.scoped, Effect.provide(Memory.layer({ worker: "worker" })), Effect.runPromise)

test("a worker whose database does not come back ends with exit code 2, also with nothing in its spool", async () => {
  const lost = (queue: Queue): Queue => ({ ...queue, plans: Effect.fail(away), take: () => Effect.fail(away) })
  expect(await ended(lost)).toBe(2)
})

test("a worker whose database comes back goes on, however often it was away", async () => {
  let times = 0
  const flaky = (queue: Queue): Queue => ({
    ...queue,
    take: (plans, work) => (++times <= 5 ? Effect.fail(away) : queue.take(plans, work))
  })
  expect(await ended(flaky)).toBe(0)
  expect(times).toBeGreaterThan(5)
})
