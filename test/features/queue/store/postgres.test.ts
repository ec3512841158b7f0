/**
 * What must hold of a queue in PostgreSQL beside the contract: tables, rights, addresses, and a database that goes away.
 */
import { afterAll, beforeAll, describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isHeader } from "../../../../src/engine/cassette/predicates.ts"
import { openDatabase } from "../../../../src/features/queue/store/database.ts"
import { ddl, recorderGrants, SCHEMA_VERSION, workerGrants } from "../../../../src/features/queue/store/ddl.ts"
import { init } from "../../../../src/features/queue/store/init.ts"
import * as Postgres from "../../../../src/features/queue/store/postgres.ts"
import { sqlClient } from "../../../../src/features/queue/store/sqlClient.ts"
import { LEASE_MS, MOST_ATTEMPTS, type QueueError, RunQueue } from "../../../../src/engine/services/RunQueue.ts"
import { noPostgres, PASSWORD, startPostgres } from "../../../postgres/server.ts"
import { CELL, plan, type PostgresStore, postgresStore, resultOf, unitsOf } from "./queues.ts"

const PLAN = plan.fingerprint
const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromise(effect)

/** What opening a queue fails with. */
const refusal = (url: string): Promise<QueueError> =>
  run(Effect.flip(Effect.scoped(Effect.provide(RunQueue, Postgres.layer({ url, worker: "w" })))))

const isSafe = ({ message }: QueueError): void => {
  assert.ok(!message.includes(PASSWORD), message)
  assert.ok(!message.includes("passhat:"), message)
}

describe.skipIf(noPostgres !== undefined)("a queue in PostgreSQL", () => {
  let store: PostgresStore
  beforeAll(async () => {
    store = await postgresStore()
  }, 120_000)
  afterAll(() => store.close(), 60_000)

  test("the tables of its queue are those that effect makes, and its index for taking has one column more", async () => {
    const ours = await store.url()
    const theirs = await store.server.database("theirs")
    await store.server.query(theirs, "CREATE SCHEMA passhat")
    const made = Effect.gen(function* () {
      const database = yield* openDatabase(theirs, "test")
      yield* Effect.provide(PersistedQueue.makeStoreSql({ tableName: "queue" }), sqlClient(database))
    })
    await run(Effect.scoped(made))
    const columns = `SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default
      FROM information_schema.columns WHERE table_schema = 'passhat' AND table_name LIKE 'queue%' ORDER BY 1, 2`
    assert.deepEqual(await store.server.query(ours, columns), await store.server.query(theirs, columns))
    const done = "SELECT migration_id, name FROM passhat.queue_migrations ORDER BY 1"
    assert.deepEqual(await store.server.query(ours, done), await store.server.query(theirs, done))
    const indexes =
      "SELECT indexdef FROM pg_indexes WHERE schemaname = 'passhat' AND tablename LIKE 'queue%' ORDER BY 1"
    const shown = async (url: string) =>
      (await store.server.query(url, indexes)).map(({ indexdef }) => String(indexdef))
    assert.deepEqual(
      (await shown(ours)).map((text) => text.replace("visible_at, sequence)", "visible_at)")),
      await shown(theirs)
    )
  })

  test("what is printed makes the same tables as init, and init leaves them alone", async () => {
    const printed = await store.server.database("printed")
    await store.server.query(printed, ddl)
    assert.equal(await run(init(printed)), "current")
    const empty = await store.server.database("empty")
    assert.equal(await run(init(empty)), "made")
    assert.equal(await run(init(empty)), "current")
  })

  test("several that make the tables at once all find them made", async () => {
    const url = await store.server.database("at_once")
    const made = await run(Effect.all([init(url), init(url), init(url)], { concurrency: 3 }))
    assert.ok(made.every((one) => one === "made" || one === "current"))
  })

  test("tables of no version, and of a later one, are refused with a way out", async () => {
    const none = await refusal(await store.server.database("none"))
    assert.equal(none.reason, "Schema")
    assert.match(none.message, /has no tables of passhat\. Make its tables with: passhat queue init\./)
    const later = await store.url()
    await store.server.query(later, `UPDATE passhat.version SET version = ${SCHEMA_VERSION + 1}`)
    const newer = await refusal(later)
    assert.equal(newer.reason, "Schema")
    assert.match(newer.message, /knows versions up to/)
    assert.match((await run(Effect.flip(init(later)))).message, /Use the newer passhat/)
    isSafe(none)
    isSafe(newer)
  })

  test("a unit is complete with its result, and is not performed even if the queue gives it out again", async () => {
    const url = await store.url()
    const queue = await store.open(url)
    await run(queue.publish(plan))
    await run(queue.enqueue(PLAN, unitsOf(CELL, 1)))
    const states: Array<unknown> = []
    const kept = queue.take([PLAN], (unit) =>
      Effect.gen(function* () {
        const end = yield* queue.keep(unit, resultOf(unit.index))
        // As another worker finds it if this one is killed before the queue has heard of it.
        states.push(...(yield* Effect.promise(() => store.server.query(url, "SELECT state FROM passhat.queue"))))
        return end
      })
    )
    assert.deepEqual([await run(kept), states], [Option.some("kept"), [{ state: "completed" }]])
    await store.server.query(url, "UPDATE passhat.queue SET state = 'pending', acquired_at = NULL, attempts = 0")
    const again = queue.take([PLAN], () => Effect.die("It is performed once more."))
    assert.deepEqual(await run(again), Option.some("known"))
  })

  test("a worker's role records with the rights that are printed, and may do nothing else", async () => {
    const url = await store.url()
    const roles = `CREATE ROLE worker LOGIN PASSWORD 'w'; CREATE ROLE recorder LOGIN PASSWORD 'r'; CREATE ROLE nothing LOGIN PASSWORD 'n'`
    await store.server.query(url, `${roles}; ${workerGrants("worker")} ${recorderGrants("recorder")}`)
    const as = (user: string) => url.replace(/\/\/[^@]*@/, `//${user}:${user[0]}@`)
    const recorder = await store.open(as("recorder"), "recorder")
    const worker = await store.open(as("worker"), "worker")
    await run(recorder.publish(plan))
    await run(recorder.enqueue(PLAN, unitsOf(CELL, 3)))
    await run(recorder.setRates([{ pattern: "*", requestsPerMinute: 6_000 }]))
    await run(recorder.allow("b", { tokens: 10 }))
    const claude = { provider: "anthropic", model: "claude" }
    const turn = await run(worker.turn(claude, 1))
    await run(worker.used(turn, 2))
    await run(worker.hold(claude, 1))
    assert.ok(await run(worker.reserve("b", { tokens: 1, picodollars: 0n })))
    await run(worker.settle("b", { tokens: 1, picodollars: 0n }, { tokens: 1, picodollars: 0n }))
    const media = new Map([["a".repeat(64), "AAAA"]])
    const wrong = { code: "INFRASTRUCTURE", message: "m", hint: "h", advisory: false } as const
    for (const how of ["kept", "dead", "returned"] as const) {
      const ended = await run(
        worker.take([PLAN], (unit) => {
          if (how === "kept") return worker.keep(unit, { ...resultOf(unit.index), media })
          return how === "dead" ? worker.fail(unit, wrong, { final: true }) : Effect.succeed(how)
        })
      )
      assert.deepEqual(ended, Option.some(how))
    }
    assert.equal((await run(worker.plans)).length, 1)
    assert.equal((await run(worker.status(PLAN))).failed.length, 1)
    assert.equal((await run(recorder.results(PLAN, CELL, 0))).length, 1)
    assert.equal(await run(recorder.retry(PLAN)), 1)
    const refused = [worker.results(PLAN, CELL, 0), worker.enqueue(PLAN, unitsOf(CELL, 9)), worker.forget(PLAN)]
    for (const one of refused) assert.equal((await run(Effect.flip<unknown, QueueError, never>(one))).reason, "Refused")
    const created = await store.server.query(as("worker"), "CREATE TABLE passhat.more ()").catch(String)
    assert.match(String(created), /permission denied/)
    const without = await refusal(as("nothing"))
    assert.equal(without.reason, "Refused")
    assert.match(without.message, /passhat queue init --print --worker-role/)
    await run(recorder.forget(PLAN))
  })

  test("no message shows a password", async () => {
    const url = await store.url()
    const wrongPassword = await refusal(url.replace(PASSWORD, `${PASSWORD}-wrong`))
    assert.equal(wrongPassword.reason, "Refused")
    const noDatabase = await refusal(url.replace(/\/queue_\d+$/, "/missing"))
    const noTls = await refusal(`${url}?sslmode=require`)
    const noServer = await refusal(url.replace(/:\d+\//, ":1/"))
    assert.equal(noServer.reason, "Lost")
    for (const one of [wrongPassword, noDatabase, noTls, noServer]) isSafe(one)
  })

  test("a url that names something else is refused before anything is connected", async () => {
    const wrong = [
      `mysql://u:${PASSWORD}@h/d`,
      "nonsense",
      `postgres://passhat:${PASSWORD}@h`,
      `postgres://passhat:${PASSWORD}@h/d?sslmod=disable`,
      `postgres://passhat:${PASSWORD}@h/d?sslmode=prefer`,
      `postgres://passhat:${PASSWORD}@h/d?sslmode=require&sslrootcert=/missing.pem`
    ]
    for (const url of wrong) {
      const error = await refusal(url)
      assert.equal(error.reason, "Address", error.message)
      isSafe(error)
    }
  })

  test("a unit whose lease has run out is given to another worker, and of both only the first keeps a result", async () => {
    const url = await store.url()
    const [one, other] = [await store.open(url, "one"), await store.open(url, "other")]
    await run(one.publish(plan))
    await run(one.enqueue(PLAN, unitsOf(CELL, 1)))
    const lapse = `UPDATE passhat.queue SET acquired_at = acquired_at - INTERVAL '${LEASE_MS + 1_000} milliseconds'`
    const attempts: Array<number> = []
    const ended = await run(
      one.take([PLAN], (unit) =>
        Effect.gen(function* () {
          attempts.push(unit.attempt)
          assert.ok(Option.isNone(yield* other.take([PLAN], () => Effect.die("it is leased"))))
          yield* Effect.promise(() => store.server.query(url, lapse))
          assert.deepEqual(yield* other.counts(PLAN), { waiting: 1, running: 0, kept: 0, failed: 0 })
          const taken = yield* other.take([PLAN], (same) =>
            Effect.gen(function* () {
              attempts.push(same.attempt)
              assert.equal((yield* one.status(PLAN)).running[0]?.worker, "other")
              return yield* other.keep(same, resultOf(same.index))
            })
          )
          assert.deepEqual(taken, Option.some("kept"))
          return yield* one.keep(unit, resultOf(unit.index))
        })
      )
    )
    assert.deepEqual(ended, Option.some("known"))
    assert.deepEqual(attempts, [1, 2])
    assert.deepEqual(
      (await run(one.results(PLAN, CELL, 0))).map(({ worker }) => worker),
      ["other"]
    )
  }, 30_000)

  test("a worker that crashes with every attempt leaves a dead letter that says so", async () => {
    const url = await store.url()
    const queue = await store.open(url)
    await run(queue.publish(plan))
    await run(queue.enqueue(PLAN, unitsOf(CELL, 1)))
    await store.server.query(
      url,
      `UPDATE passhat.queue SET attempts = ${MOST_ATTEMPTS}, acquired_at = now() - INTERVAL '1 day'`
    )
    assert.ok(Option.isNone(await run(queue.take([PLAN], () => Effect.die("it had its last attempt")))))
    const { cells, failed } = await run(queue.status(PLAN))
    assert.deepEqual(cells, [{ cell: CELL, waiting: 0, running: 0, kept: 0, failed: 1 }])
    assert.match(failed[0]?.issue.message ?? "", /no worker lived to say why/)
    assert.equal(await run(queue.retry(PLAN)), 1)
    assert.deepEqual(
      await run(queue.take([PLAN], (unit) => queue.keep(unit, resultOf(unit.index)))),
      Option.some("kept")
    )
  })

  test("a large result comes in a page of its own", async () => {
    const queue = await store.open(await store.url())
    await run(queue.publish(plan))
    await run(queue.enqueue(PLAN, unitsOf(CELL, 4)))
    for (let index = 1; index <= 4; index++) {
      const line = `{"index":${index}}`.padEnd(index === 2 ? 5_000_000 : 10, " ")
      await run(queue.keep({ plan: PLAN, cell: CELL, index, generation: 0, attempt: 1 }, { ...resultOf(index), line }))
    }
    const pages: Array<ReadonlyArray<number>> = []
    for (let after = 0; after < 4; after = pages.at(-1)!.at(-1)!) {
      pages.push((await run(queue.results(PLAN, CELL, after))).map(({ index }) => index))
    }
    assert.deepEqual(pages, [[1], [2], [3, 4]])
  })

  test("a plan that was changed in the database is left out and named once, and a run whose header was changed has none", async () => {
    const url = await store.url()
    const said: Array<string> = []
    const warn = (sentence: string) => Effect.sync(() => void said.push(sentence))
    const read = Effect.gen(function* () {
      const queue = yield* RunQueue
      yield* queue.publish(plan)
      yield* queue.publish({ ...plan, fingerprint: "e".repeat(64) })
      yield* queue.enqueue(PLAN, unitsOf(CELL, 1))
      yield* queue.keep({ plan: PLAN, cell: CELL, index: 1, generation: 0, attempt: 1 }, resultOf(1))
      const change = (text: string) => Effect.promise(() => store.server.query(url, text))
      yield* change("UPDATE passhat.headers SET header = '{'")
      yield* change(`UPDATE passhat.plans SET plan = '[]' WHERE fingerprint = '${PLAN}'`)
      return { results: yield* queue.results(PLAN, CELL, 0), plans: [yield* queue.plans, yield* queue.plans] }
    })
    const { plans, results } = await run(
      Effect.scoped(Effect.provide(read, Postgres.layer({ url, worker: "w", warn })))
    )
    assert.deepEqual(
      plans.map((all) => all.map(({ fingerprint }) => fingerprint)),
      [["e".repeat(64)], ["e".repeat(64)]]
    )
    assert.deepEqual(
      results.map(({ header }) => isHeader(header)),
      [false]
    )
    assert.equal(said.length, 1)
    assert.match(said[0] ?? "", new RegExp(`has a row that passhat did not write: plan ${PLAN}\\. It is left out`))
  })

  test("a server of another authority is refused, and one of the named authority is connected", async () => {
    const folder = mkdtempSync(join(tmpdir(), "passhat-tls-"))
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")]
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    const made = [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "1",
      ...subject,
      "-keyout",
      key,
      "-out",
      certificate
    ]
    execFileSync("openssl", made, { stdio: "ignore" })
    const tls = await startPostgres({ settings: ["fsync=off"], tls: { key, certificate } })
    const url = await tls.database("tls")
    await run(init(url))
    const isEncrypted = (at: string) =>
      run(
        Effect.scoped(
          Effect.flatMap(openDatabase(at, "test"), ({ query }) =>
            query<{ readonly ssl: boolean }>("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
          )
        )
      ).then(([row]) => row?.ssl)
    assert.equal(await isEncrypted(url), false)
    assert.equal(await isEncrypted(`${url}?sslmode=verify-full&sslrootcert=${certificate}`), true)
    assert.equal(await isEncrypted(`${url}?sslmode=no-verify`), true)
    for (const mode of ["require", "verify-ca", "verify-full"]) {
      const refused = await refusal(`${url}?sslmode=${mode}`)
      assert.equal(refused.reason, "Refused")
      assert.match(refused.message, /encryption failed .*sslrootcert/)
      isSafe(refused)
    }
    await tls.close()
    rmSync(folder, { recursive: true })
  }, 60_000)

  test("a worker whose database crashes under it keeps its run once it is back, and goes on", async () => {
    const url = await store.url()
    const queue = await store.open(url)
    await run(queue.publish(plan))
    await run(queue.enqueue(PLAN, unitsOf(CELL, 2)))
    const first = await run(
      queue.take([PLAN], (unit) =>
        Effect.gen(function* () {
          yield* Effect.promise(() => store.server.crash())
          yield* Effect.forkDetach(Effect.promise(() => store.server.start()))
          return yield* queue.keep(unit, resultOf(unit.index))
        })
      )
    )
    assert.ok(Option.isSome(first))
    for (;;) {
      if (Option.isSome(await run(queue.take([PLAN], (unit) => queue.keep(unit, resultOf(unit.index)))))) break
    }
    assert.deepEqual(await run(queue.counts(PLAN)), { waiting: 0, running: 0, kept: 2, failed: 0 })
    assert.equal((await run(queue.results(PLAN, CELL, 0))).length, 2)
  }, 60_000)

  test("a database that stays away is an error, and what is handed in later is kept", async () => {
    const url = await store.url()
    const queue = await store.open(url, "one", 500)
    await run(queue.publish(plan))
    await run(queue.enqueue(PLAN, unitsOf(CELL, 1)))
    let leased: Parameters<typeof queue.keep>[0] | undefined
    const error = await run(
      Effect.flip(
        queue.take([PLAN], (unit) =>
          Effect.gen(function* () {
            leased = unit
            yield* Effect.promise(() => store.server.crash())
            return yield* queue.keep(unit, resultOf(unit.index))
          })
        )
      )
    )
    assert.equal(error.reason, "Lost")
    isSafe(error)
    await store.server.start()
    const later = await store.open(url, "later")
    assert.equal(await run(later.keep(leased!, resultOf(1))), "kept")
    assert.deepEqual(await run(later.counts(PLAN)), { waiting: 0, running: 0, kept: 1, failed: 0 })
  }, 120_000)
})
