/**
 * Queues for tests: each gives two handles on one empty queue, as two workers would have them.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Header } from "../../../../src/base/domain/recording/Cassette.ts"
import { init } from "../../../../src/features/queue/store/init.ts"
import * as Memory from "../../../../src/features/queue/store/memory.ts"
import * as Postgres from "../../../../src/features/queue/store/postgres.ts"
import {
  PATIENCE_MS,
  type PublishedPlan,
  type Queue,
  type QueueError,
  RunQueue,
  type UnitResult
} from "../../../../src/engine/services/RunQueue.ts"
import { type PostgresServer, startPostgres } from "../../../postgres/server.ts"
import { header } from "../../../engine/layers/recordings.ts"

export interface Handles {
  readonly one: Queue
  readonly other: Queue
}

export interface Store {
  readonly handles: () => Promise<Handles>
  readonly close: () => Promise<void>
}

export const memoryStore = (): Store => {
  const { close, open } = opener()
  return {
    handles: async () => {
      const one = await open(Memory.layer({ worker: "one" }))
      return { one, other: one }
    },
    close
  }
}

export interface PostgresStore extends Store {
  readonly server: PostgresServer
  /** The url of a database with the tables of a queue. */
  readonly url: () => Promise<string>
  readonly open: (url: string, worker?: string, patienceMs?: number) => Promise<Queue>
}

export const postgresStore = async (): Promise<PostgresStore> => {
  const server = await startPostgres()
  const { close, open } = opener()
  let count = 0
  const url = async (): Promise<string> => {
    const made = await server.database(`queue_${++count}`)
    await Effect.runPromise(init(made))
    return made
  }
  const openAt = (at: string, worker = "one", patienceMs = PATIENCE_MS): Promise<Queue> =>
    open(Postgres.layer({ url: at, worker, patienceMs }))
  return {
    server,
    url,
    open: openAt,
    handles: async () => {
      const at = await url()
      return { one: await openAt(at, "one"), other: await openAt(at, "other") }
    },
    close: async () => {
      await close()
      await server.close()
    }
  }
}

const opener = () => {
  const closing: Array<() => Promise<void>> = []
  return {
    open: (layer: Layer.Layer<RunQueue, QueueError>): Promise<Queue> => {
      const runtime = ManagedRuntime.make(layer)
      closing.push(() => runtime.dispose())
      return runtime.runPromise(RunQueue.use(Effect.succeed))
    },
    close: async () => {
      await Promise.all(closing.map((one) => one()))
    }
  }
}

const parts = header.fingerprint.parts

export const plan: PublishedPlan = {
  fingerprint: "f".repeat(64),
  suite: "weather",
  passhat: "0.1.0",
  cells: ["weather/b/model", "weather/a/model"].map((id) => ({ id, name: id, fingerprint: "0", parts }))
}

export const [CELL, OTHER_CELL] = ["weather/b/model", "weather/a/model"] as const

export const unitsOf = (cell: string, runs: number) =>
  Array.from({ length: runs }, (_, at) => ({ cell, index: at + 1 }))

export const resultOf = (index: number, changes: Partial<Header> = {}): UnitResult => ({
  header: { ...header, ...changes },
  line: JSON.stringify({ exchanges: [], index, outcome: { status: "completed" } })
})
