/**
 * Makes the tables of a queue, and tells whether a database has those of this passhat.
 */
import * as Effect from "effect/Effect"
import { QueueError } from "../../../engine/services/RunQueue.ts"
import { type Database, openDatabase, SCHEMA } from "./database.ts"
import { migration, SCHEMA_VERSION } from "./ddl.ts"
import { INIT } from "./queueError.ts"

/** Makes the tables, or brings those of an earlier version up to this one. `current`: nothing was to do. */
export const init = (url: string): Effect.Effect<"made" | "migrated" | "current", QueueError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const database = yield* openDatabase(url, "passhat init")
      const version = yield* versionOf(database)
      if (version > SCHEMA_VERSION) return yield* newer(database, version)
      if (version === SCHEMA_VERSION) return "current" as const
      const made = yield* Effect.result(database.query(migration(version), [], { once: true }))
      // Another one may have been faster: what counts is what is there now.
      if ((yield* versionOf(database)) !== SCHEMA_VERSION) yield* Effect.fromResult(made)
      return version === 0 ? ("made" as const) : ("migrated" as const)
    })
  )

/** Fails unless the database has the tables of this version. */
export const checkVersion = Effect.fnUntraced(function* (database: Database) {
  const version = yield* versionOf(database)
  if (version > SCHEMA_VERSION) return yield* newer(database, version)
  if (version < SCHEMA_VERSION) {
    return yield* new QueueError({
      reason: "Schema",
      sentence:
        version === 0
          ? `The database ${database.shown} has no tables of passhat.`
          : `The tables of passhat in ${database.shown} are of version ${version}, and this passhat needs version ${SCHEMA_VERSION}.`,
      hint: INIT
    })
  }
})

/** 0 if there are no tables. */
const versionOf = Effect.fnUntraced(function* ({ query }: Database) {
  const [there] = yield* query<{ readonly there: boolean }>(
    `SELECT to_regclass('${SCHEMA}.version') IS NOT NULL AS there`
  )
  if (there?.there !== true) return 0
  const [row] = yield* query<{ readonly version: number }>(`SELECT version FROM ${SCHEMA}.version`)
  return row?.version ?? 0
})

const newer = ({ shown }: Database, version: number) =>
  Effect.fail(
    new QueueError({
      reason: "Schema",
      sentence: `The tables of passhat in ${shown} are of version ${version}, and this passhat knows versions up to ${SCHEMA_VERSION}.`,
      hint: "Use the newer passhat that made them."
    })
  )
