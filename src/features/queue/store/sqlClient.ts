/**
 * effect's SqlClient over `pg`, for effect's PersistedQueue. It replaces `@effect/sql-pg`, of which no 4.x loads beside effect 4.1.0
 * yet: replace it by that package's client once one does.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection } from "effect/sql/SqlConnection"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import type { Pool, PoolClient, QueryArrayResult, QueryResult } from "pg"
import type { Database } from "./database.ts"

export const sqlClient = ({ noted, pool }: Database): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(
    SqlClient.SqlClient,
    SqlClient.make({
      acquirer: Effect.succeed(connection(pool, noted)),
      transactionAcquirer: Effect.map(reserved(pool), (client) => connection(client, noted)),
      compiler,
      driver: "pg",
      spanAttributes: []
    })
  ).pipe(Layer.provide(Reactivity.layer))

const compiler = Statement.makeCompiler({
  dialect: "pg",
  placeholder: (index) => `$${index}`,
  onIdentifier: Statement.defaultEscape('"'),
  onRecordUpdate: () => ["", []],
  onCustom: () => ["", []]
})

/** Given back to the pool when the scope closes, and closed itself if it broke. */
const reserved = (pool: Pool) =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: (): Promise<PoolClient> => pool.connect(), catch: sqlError }).pipe(
      Effect.map((client: PoolClient) => {
        const state: { broken?: Error } = {}
        client.on("error", (error: Error) => void (state.broken = error))
        return { client, state }
      })
    ),
    ({ client, state }: { readonly client: PoolClient; readonly state: { broken?: Error } }) =>
      Effect.sync(() => {
        client.removeAllListeners("error")
        client.release(state.broken)
      })
  ).pipe(Effect.map(({ client }) => client))

const connection = (on: Pool | PoolClient, noted: Database["noted"]): Connection => {
  const run = <A>(query: () => Promise<A>) =>
    Effect.tryPromise({ try: query, catch: sqlError }).pipe(
      Effect.tap(() => Effect.sync(() => noted(true))),
      Effect.tapError(() => Effect.sync(() => noted(false)))
    )
  const raw = (sql: string, params: ReadonlyArray<unknown>) =>
    run((): Promise<QueryResult> => on.query(sql, [...params]))
  const values = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.map(
      run((): Promise<QueryArrayResult> => on.query({ text: sql, values: [...params], rowMode: "array" })),
      ({ rows }) => rows
    )
  const execute: Connection["execute"] = (sql, params, transform) =>
    Effect.map(raw(sql, params), ({ rows }) => (transform === undefined ? rows : transform(rows)))
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: raw,
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: (sql, params, transform) => Stream.fromIterableEffect(execute(sql, params, transform))
  }
}

const sqlError = (cause: unknown): SqlError =>
  new SqlError({ reason: new ConnectionError({ message: "The statement failed", operation: "execute", cause }) })
