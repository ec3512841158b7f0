/**
 * The connections of a process to the database of a queue. What a statement fails with becomes one sentence; while the database does not
 * answer it is asked again, with growing pauses and for a bounded time.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Pool } from "pg"
import { PATIENCE_MS, QueueError } from "../../../engine/services/RunQueue.ts"
import { once } from "../../../base/std/once.ts"
import { type QueueAddress, readAddress } from "./address.ts"
import { isUnreached, queueError } from "./queueError.ts"

/** The folder of all tables in the database: they get into no other program's way. */
export const SCHEMA = "passhat"

/** Of a process. Statements are short, and a server may have a thousand workers: connections cost it more than they bring. */
const CONNECTIONS = 3

/** A statement that takes longer is given up, so that a dead network is noticed. */
const STATEMENT_MS = 30_000
const CONNECT_MS = 10_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 2_000]

export interface Database {
  /** For messages. */
  readonly shown: string
  readonly pool: Pool
  /**
   * Executes a statement, more than once if its answer is lost. With `once` it is not repeated after it may have been executed.
   */
  readonly query: <Row>(
    text: string,
    values?: ReadonlyArray<unknown>,
    options?: { readonly once?: true }
  ) => Effect.Effect<ReadonlyArray<Row>, QueueError>
  /** Told of every statement that others execute on the pool, and whether it was answered. */
  readonly noted: (isAnswered: boolean) => void
  /** Whether the last statement got no answer. */
  readonly isSilent: () => boolean
}

/** Open until the scope closes. Fails if it cannot be reached now: the first time it is asked once. */
export const openDatabase = Effect.fnUntraced(function* (url: string, application: string, patienceMs = PATIENCE_MS) {
  const address = yield* readAddress(url)
  const { Pool: PgPool } = yield* driver
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => new PgPool(poolOptions(address, application))),
    (open) => Effect.promise(() => open.end().catch(() => undefined))
  )
  // Of a connection that nothing uses: the next statement opens another.
  pool.on("error", () => undefined)
  const database = databaseOver(pool, address, patienceMs)
  yield* database.first
  return database
})

const driver: Effect.Effect<typeof import("pg"), QueueError> = Effect.tryPromise({
  try: once(() => import("pg")),
  catch: () =>
    new QueueError({
      reason: "Driver",
      sentence: "A queue needs the package pg, which is not installed.",
      hint: "Install it: npm install pg."
    })
})

const poolOptions = ({ shown: _, ...address }: QueueAddress, application: string) => ({
  ...address,
  max: CONNECTIONS,
  application_name: application,
  // Every session has the same time zone: the queue's table has times without one.
  options: `-c search_path=${SCHEMA} -c TimeZone=UTC`,
  connectionTimeoutMillis: CONNECT_MS,
  query_timeout: STATEMENT_MS,
  statement_timeout: STATEMENT_MS,
  keepAlive: true
})

const databaseOver = (
  pool: Pool,
  address: QueueAddress,
  patienceMs: number
): Database & { readonly first: Effect.Effect<void, QueueError> } => {
  let isSilent = false
  const noted = (isAnswered: boolean): void => void (isSilent = !isAnswered)
  const attempt = <Row>(text: string, values: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<Row>, Failed> =>
    Effect.tryPromise({
      try: async () => (await pool.query(text, [...values])).rows as ReadonlyArray<Row>,
      catch: (cause): Failed => ({ error: queueError(address, cause), isUnsent: isUnreached(cause) })
    }).pipe(
      Effect.tap(() => Effect.sync(() => noted(true))),
      Effect.tapError(({ error }) => Effect.sync(() => noted(error.reason !== "Lost")))
    )
  const query = <Row>(text: string, values: ReadonlyArray<unknown> = [], { once: isOnce = false } = {}) =>
    Effect.gen(function* () {
      const until = (yield* Clock.currentTimeMillis) + patienceMs
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
        const answer = yield* Effect.result(attempt<Row>(text, values))
        if (Result.isSuccess(answer)) return answer.success
        const { error, isUnsent } = answer.failure
        const maySucceed = error.reason === "Lost" && (isUnsent || !isOnce)
        if (!maySucceed || (yield* Clock.currentTimeMillis) + pause > until) return yield* error
        yield* Effect.sleep(pause)
      }
    })
  const first = Effect.mapError(Effect.asVoid(attempt("SELECT 1", [])), ({ error }) => error)
  return { shown: address.shown, pool, query, noted, isSilent: () => isSilent, first }
}

interface Failed {
  readonly error: QueueError
  /** Whether no connection was there yet, so that nothing was executed. */
  readonly isUnsent: boolean
}
