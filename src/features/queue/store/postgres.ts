/**
 * A queue in PostgreSQL, for any number of machines. Its tables are made before, by `passhat queue init`.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as References from "effect/References"
import { LEASE_MS, type QueueError, RunQueue } from "../../../engine/services/RunQueue.ts"
import { openDatabase } from "./database.ts"
import { checkVersion } from "./init.ts"
import { limitTable } from "./limitTable.ts"
import { queueError } from "./queueError.ts"
import { runStore, type Warn } from "./runStore.ts"
import { sqlClient } from "./sqlClient.ts"
import { statusTable } from "./statusTable.ts"
import { takeFrom } from "./take.ts"

export interface PostgresOptions {
  readonly url: string
  /** The name of the worker, as others see it. */
  readonly worker: string
  /** For how long a database that does not answer is asked again. */
  readonly patienceMs?: number
  readonly warn?: Warn
}

/** How often a worker that waits looks for units. */
const POLL_MS = 500

export const layer = ({
  patienceMs,
  url,
  warn = () => Effect.void,
  worker
}: PostgresOptions): Layer.Layer<RunQueue, QueueError> =>
  Layer.effect(
    RunQueue,
    Effect.gen(function* () {
      const database = yield* openDatabase(url, `passhat ${worker}`.slice(0, 60), patienceMs)
      yield* checkVersion(database)
      const store = PersistedQueue.makeStoreSql({
        tableName: "queue",
        pollInterval: POLL_MS,
        lockExpiration: LEASE_MS,
        lockRefreshInterval: LEASE_MS / 3
      })
      const factory = yield* Effect.flatMap(store, (made) =>
        Effect.provideService(PersistedQueue.makeFactory, PersistedQueue.PersistedQueueStore, made)
      ).pipe(
        Effect.provide(sqlClient(database)),
        // It dies of what its migrations fail with.
        Effect.catchCause((cause) => Effect.fail(queueError(database, rootOf(Cause.squash(cause)))))
      )
      const { begin, next, ...table } = runStore(database, worker, warn)
      const probe = Effect.suspend(() =>
        database.isSilent() ? Effect.asVoid(database.query("SELECT 1")) : Effect.void
      )
      const take = takeFrom(factory, { begin, next, probe })
      return RunQueue.of({
        ...table,
        ...limitTable(database),
        ...statusTable(database, table.plans),
        name: database.shown,
        take: (plans, work) =>
          Effect.flatMap(References.MinimumLogLevel, (level) =>
            quietly(
              take(plans, (unit, edition) =>
                Effect.provideService(work(unit, edition), References.MinimumLogLevel, level)
              )
            )
          )
      })
    }).pipe(quietly)
  )

/** The queue logs what it tries again; what matters of it is reported as an error. */
const quietly = Effect.provideService(References.MinimumLogLevel, "None")

/** What the driver failed with, inside of what others made of it. */
const rootOf = (error: unknown): unknown => {
  if (typeof error !== "object" || error === null) return error
  if ("reason" in error) return rootOf(error.reason)
  return "cause" in error && error.cause !== undefined && !("code" in error) ? rootOf(error.cause) : error
}
