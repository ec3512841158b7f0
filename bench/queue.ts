/**
 * Measures the queue over a real PostgreSQL that it starts itself, with fsync on: `npx bun run bench/queue.ts [enqueue|overhead|rate]`.
 */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { loadavg } from "node:os"
import { init } from "../src/features/queue/store/init.ts"
import * as Postgres from "../src/features/queue/store/postgres.ts"
import { type Queue, RunQueue } from "../src/engine/services/RunQueue.ts"
import { CELL, plan, resultOf, unitsOf } from "../test/features/queue/store/queues.ts"
import { startPostgres } from "../test/postgres/server.ts"

const UNITS = 100_000
const WORKERS = 8
const RATE = 600
const MINUTE = 60_000
const PLAN = plan.fingerprint

const server = await startPostgres({ settings: [] })
const open = async (url: string, worker: string) => {
  const runtime = ManagedRuntime.make(Postgres.layer({ url, worker }))
  return { queue: await runtime.runPromise(RunQueue.use(Effect.succeed)), close: () => runtime.dispose() }
}
const opened = async (name: string) => {
  const url = await server.database(name)
  await Effect.runPromise(init(url))
  return url
}

const enqueue = async () => {
  const { close, queue } = await open(await opened("enqueue"), "recorder")
  await Effect.runPromise(queue.publish(plan))
  const before = performance.now()
  await Effect.runPromise(queue.enqueue(PLAN, unitsOf(CELL, UNITS)))
  say(`${UNITS} units enqueued in ${seconds(performance.now() - before)} s`)
  const again = performance.now()
  await Effect.runPromise(queue.enqueue(PLAN, unitsOf(CELL, UNITS)))
  say(`all of them known in ${seconds(performance.now() - again)} s`)
  const counting = performance.now()
  await Effect.runPromise(queue.counts(PLAN))
  say(`counted in ${(performance.now() - counting).toFixed(1)} ms`)
  await drained(queue, 300, "with 100,000 units waiting")
  await close()
}

/** Work that does nothing: what is left is the queue. */
const drained = async (queue: Queue, units: number, when: string) => {
  const line = resultOf(1).line.padEnd(4_000, " ")
  const times: Array<number> = []
  for (let left = units; left > 0; left--) {
    const before = performance.now()
    await Effect.runPromise(queue.take([PLAN], (unit) => queue.keep(unit, { ...resultOf(unit.index), line })))
    times.push(performance.now() - before)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (units - 1))]!.toFixed(1)
  const mean = times.reduce((sum, one) => sum + one, 0) / units
  say(
    `take and keep ${when}: mean ${mean.toFixed(1)} ms, least ${at(0)}, median ${at(0.5)}, 95 of 100 under ${at(0.95)} (lines of 4 kB, ${units} runs)`
  )
}

const overhead = async () => {
  const { close, queue } = await open(await opened("overhead"), "worker")
  await Effect.runPromise(queue.publish(plan))
  await Effect.runPromise(queue.enqueue(PLAN, unitsOf(CELL, 1_000)))
  await drained(queue, 1_000, "one after the other")
  await close()
}

/** Every worker has its own connections and asks as often as it may. */
const rate = async () => {
  const url = await opened("rate")
  const workers = await Promise.all(Array.from({ length: WORKERS }, (_, at) => open(url, `worker ${at}`)))
  await Effect.runPromise(workers[0]!.queue.setRates([{ pattern: "claude-*", requestsPerMinute: RATE }]))
  const sent: Array<number> = []
  const until = performance.now() + 1.5 * MINUTE
  await Promise.all(
    workers.map(async ({ queue }) => {
      while (performance.now() < until) {
        await Effect.runPromise(queue.turn({ provider: "anthropic", model: "claude-x" }, 100))
        sent.push(performance.now())
      }
    })
  )
  const most = Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + MINUTE).length))
  const whole = sent.filter((at) => at >= sent[0]! && at < sent[0]! + MINUTE).length
  say(`${WORKERS} workers at ${RATE} a minute: ${whole} in the first minute, at most ${most} in any minute`)
  say(
    `that is ${((whole / RATE) * 100).toFixed(1)} % used, and ${(Math.max(0, most / RATE - 1) * 100).toFixed(1)} % over at most`
  )
  await Promise.all(workers.map(({ close }) => close()))
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2)
const say = (line: string): void => console.log(`${line}; load ${loadavg()[0]!.toFixed(1)}`)

const parts = { enqueue, overhead, rate }
const asked = process.argv.slice(2)
try {
  for (const [name, part] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await part()
} finally {
  await server.close()
}
