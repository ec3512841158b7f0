// layers/sqlite.ts
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Layers } from "passhat/effect"

/** What Bun's database and that of Node 22.5 and Deno have in common. */
interface Database {
  readonly exec: (sql: string) => unknown
  readonly prepare: (sql: string) => {
    readonly run: (...values: ReadonlyArray<string>) => unknown
    readonly get: (...values: ReadonlyArray<string>) => unknown
    readonly all: () => ReadonlyArray<unknown>
  }
  readonly close: () => void
}

const open = async (file: string): Promise<Database> => {
  const [module, name] = "Bun" in globalThis ? ["bun:sqlite", "Database"] : ["node:sqlite", "DatabaseSync"]
  const made: unknown = Reflect.construct((await import(module))[name], [file])
  return made as Database
}

/** Recordings in a table of SQLite. The database is closed when the suite is done. */
export const inSqlite = (file: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const db = yield* Effect.acquireRelease(
        Effect.tryPromise(() => open(file)),
        (opened) => Effect.sync(() => opened.close())
      )
      db.exec("CREATE TABLE IF NOT EXISTS cassettes (name TEXT PRIMARY KEY, text TEXT NOT NULL)")
      const rows = () => db.prepare("SELECT name FROM cassettes ORDER BY name").all() as ReadonlyArray<{ name: string }>
      return Layers.cassettes({
        name: file,
        read: (name) =>
          Effect.try(() => {
            const row = db.prepare("SELECT text FROM cassettes WHERE name = ?").get(name) as
              | { text: string }
              | undefined
            return row?.text
          }),
        write: (name, text) =>
          Effect.try(() => void db.prepare("INSERT OR REPLACE INTO cassettes VALUES (?, ?)").run(name, text)),
        names: Effect.try(() => rows().map((row) => row.name))
      })
    })
  )
