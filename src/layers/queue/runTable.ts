/**
 * The units of a queue and their results, in the tables of `ddl.ts`.
 *
 * Units are added in bulk, to `runs` and to the queue's own table in one statement: one `offer` of the queue is a round trip and a
 * commit, which takes minutes for 100,000 units and may leave a unit in one table alone. For the same reason `keep` completes the
 * queue's row in the statement that inserts the result: a run that is kept is never given to another worker.
 */
import * as Effect from "effect/Effect"
import type { Header } from "../../domain/Cassette.ts"
import {
  type KeptRun,
  LEASE_MS,
  type LeasedUnit,
  MOST_ATTEMPTS,
  type PublishedPlan,
  type Queue
} from "../../services/RunQueue.ts"
import { canonicalJson } from "../../std/canonicalJson.ts"
import type { Json } from "../../std/Json.ts"
import { sha256 } from "../../std/sha256.ts"
import type { Database } from "./database.ts"
import type { Units } from "./take.ts"
import { cellKey, unitId } from "./units.ts"

/** Units in one statement. */
const BULK = 5_000
/** Of a page of results: at most so many rows, and so many bytes unless the first is larger. */
const [PAGE_ROWS, PAGE_BYTES] = [500, 4 * 1024 * 1024]

type RunTable = Pick<
  Queue,
  "publish" | "plans" | "enqueue" | "keep" | "fail" | "results" | "media" | "medium" | "retry" | "forget"
> &
  Pick<Units, "next" | "begin">

export const runTable = ({ query }: Database, worker: string): RunTable => {
  const headersSent = new Set<string>()
  const plansRead = new Map<string, PublishedPlan>()

  const enqueueSome = (
    plan: string,
    units: ReadonlyArray<{ readonly cell: string; readonly index: number }>,
    again: boolean
  ) =>
    query<{ readonly added: string }>(again ? ENQUEUE_AGAIN : ENQUEUE, [
      plan,
      units.map(({ cell }) => cell),
      units.map(({ index }) => index),
      units.map(({ cell }) => cellKey(cell))
    ])

  const sendHeader = Effect.fnUntraced(function* (text: string) {
    const hash = sha256(text)
    if (!headersSent.has(hash)) {
      yield* query("INSERT INTO headers (sha256, header) VALUES ($1, $2) ON CONFLICT DO NOTHING", [hash, text])
      headersSent.add(hash)
    }
    return hash
  })

  return {
    publish: (plan) =>
      Effect.asVoid(
        query(
          `INSERT INTO plans (fingerprint, plan) VALUES ($1, $2) ON CONFLICT (fingerprint) DO UPDATE SET plan = EXCLUDED.plan`,
          [plan.fingerprint, JSON.stringify(plan)]
        )
      ),
    plans: Effect.map(
      query<{ readonly plan: string }>("SELECT plan FROM plans ORDER BY published_at, fingerprint"),
      (rows) => rows.map(({ plan }) => parsed(plan, plansRead))
    ),
    enqueue: Effect.fnUntraced(function* (plan, units, { again = false } = {}) {
      let [added, given] = [0, 0]
      for (const some of inBulk(units)) {
        const [row] = yield* enqueueSome(plan, some, again)
        added += Number(row?.added)
        given += some.length
      }
      return { added, known: given - added }
    }),
    next: (plans) => Effect.map(query<{ readonly queue_name: string }>(NEXT, [plans]), ([row]) => row?.queue_name),
    begin: (unit) =>
      Effect.map(query(BEGIN, [...keyOf(unit), unit.generation, worker, unit.attempt]), (rows) => rows.length > 0),
    keep: Effect.fnUntraced(function* (unit, { header, line, media = new Map() }) {
      for (const [hash, base64] of media) yield* query(KEEP_MEDIUM, [unit.plan, unit.cell, hash, base64])
      const { recorded_at, ...rest } = header
      const hash = yield* sendHeader(canonicalJson(rest as unknown as Json))
      const rows = yield* query(KEEP, [
        ...keyOf(unit),
        unit.generation,
        worker,
        hash,
        recorded_at,
        Buffer.byteLength(line),
        line,
        unitId(unit)
      ])
      return rows.length > 0 ? "kept" : "known"
    }),
    fail: Effect.fnUntraced(function* (unit, issue, { final = false } = {}) {
      const isDead = final || unit.attempt >= MOST_ATTEMPTS
      yield* query(isDead ? FAIL_FOR_GOOD : FAIL, [
        ...keyOf(unit),
        unit.generation,
        JSON.stringify(issue),
        ...(isDead ? [unitId(unit)] : [])
      ])
      return isDead ? "dead" : "failed"
    }),
    results: (plan, cell, after) =>
      Effect.map(query<ResultRow>(RESULTS, [plan, cell, after, PAGE_ROWS, PAGE_BYTES]), (rows) => {
        const headers = new Map<string, Omit<Header, "recorded_at">>()
        return rows.map((row) => keptRun(row, parsed(row.header, headers)))
      }),
    media: (plan, cell) =>
      Effect.map(
        query<{ readonly sha256: string }>("SELECT sha256 FROM media WHERE plan = $1 AND cell = $2 ORDER BY sha256", [
          plan,
          cell
        ]),
        (rows) => rows.map((row) => row.sha256)
      ),
    medium: (plan, cell, hash) =>
      Effect.map(
        query<{ readonly base64: string }>("SELECT base64 FROM media WHERE plan = $1 AND cell = $2 AND sha256 = $3", [
          plan,
          cell,
          hash
        ]),
        ([row]) => row?.base64
      ),
    retry: (plan, cell) =>
      Effect.map(query<{ readonly retried: string }>(RETRY, [plan, cell ?? null]), ([row]) => Number(row?.retried)),
    forget: (plan) => Effect.asVoid(query(FORGET, [plan]))
  }
}

interface ResultRow extends Omit<KeptRun, "header"> {
  readonly header: string
  readonly recorded_at: string
}

const keptRun = ({ index, line, recorded_at, worker }: ResultRow, header: Omit<Header, "recorded_at">): KeptRun => ({
  index,
  header: { ...header, recorded_at },
  line,
  worker
})

const keyOf = ({ cell, index, plan }: LeasedUnit): ReadonlyArray<unknown> => [plan, cell, index]

/** Parsed once a text: most rows have the same. */
const parsed = <A>(text: string, known: Map<string, A>): A => {
  const value = known.get(text) ?? (JSON.parse(text) as A)
  known.set(text, value)
  return value
}

function* inBulk<A>(all: Iterable<A>): Iterable<ReadonlyArray<A>> {
  let some: Array<A> = []
  for (const one of all) {
    some.push(one)
    if (some.length === BULK) {
      yield some
      some = []
    }
  }
  if (some.length > 0) yield some
}

/** What may be lost with the database without harm is not waited for until it is on its disk. */
const UNSYNCED = "set_config('synchronous_commit', 'off', true)"

export const LEASED = `q.acquired_at >= now() - INTERVAL '${LEASE_MS / 1_000} seconds'`

/** Times differ by a microsecond each: the queue sorts by them, and would sort thousands of equal ones for every unit that it takes. */
const offered = (from: string): string => `
INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
SELECT unit, $1, json_build_object('cell', cell, 'index', index, 'generation', generation)::text, 'pending', 0,
  now() + row_number() OVER (ORDER BY place) * INTERVAL '1 microsecond', now(), now()
FROM ${from} ON CONFLICT (id, queue_name) DO NOTHING`

const GIVEN = `given AS (
  SELECT DISTINCT ON (cell, index) * FROM unnest($2::text[], $3::int[], $4::text[]) WITH ORDINALITY AS g (cell, index, key, place)
  ORDER BY cell, index, place
)`

const ENQUEUE = `WITH ${GIVEN}, added AS (
  INSERT INTO runs (plan, cell, index, unit) SELECT $1, cell, index, key || ':' || index || ':0' FROM given
  ON CONFLICT (plan, cell, index) DO NOTHING RETURNING cell, index, generation, unit
), placed AS (SELECT added.*, place FROM added JOIN given USING (cell, index)),
offered AS (${offered("placed")})
SELECT count(*) AS added FROM added`

const ENQUEUE_AGAIN = `WITH ${GIVEN}, added AS (
  INSERT INTO runs (plan, cell, index, unit) SELECT $1, cell, index, key || ':' || index || ':0' FROM given
  ON CONFLICT (plan, cell, index) DO UPDATE SET generation = runs.generation + 1,
    unit = split_part(runs.unit, ':', 1) || ':' || runs.index || ':' || (runs.generation + 1),
    attempt = 0, worker = '', started_at = NULL, kept_at = NULL, issue = NULL
  RETURNING cell, index, generation, unit
), placed AS (SELECT added.*, place FROM added JOIN given USING (cell, index)),
dropped AS (DELETE FROM results r USING added a WHERE r.plan = $1 AND r.cell = a.cell AND r.index = a.index),
ended AS (
  UPDATE queue q SET state = 'completed', acquired_at = NULL, acquired_by = NULL, updated_at = now() FROM added a
  WHERE q.queue_name = $1 AND q.id = split_part(a.unit, ':', 1) || ':' || a.index || ':' || (a.generation - 1) AND q.state = 'pending'
),
offered AS (${offered("placed")})
SELECT count(*) AS added FROM added`

const NEXT = `SELECT q.queue_name FROM unnest($1::text[]) WITH ORDINALITY AS p (plan, place) JOIN LATERAL (
  SELECT queue_name FROM queue q WHERE q.queue_name = p.plan AND q.state = 'pending' AND q.attempts < ${MOST_ATTEMPTS}
  AND q.visible_at <= now() AND (q.acquired_at IS NULL OR NOT ${LEASED}) ORDER BY q.visible_at LIMIT 1
) q ON true ORDER BY p.place LIMIT 1`

const BEGIN = `UPDATE runs SET worker = $5, attempt = $6, started_at = clock_timestamp()
WHERE plan = $1 AND cell = $2 AND index = $3 AND generation = $4 AND kept_at IS NULL RETURNING ${UNSYNCED}`

/** The row of the queue is locked after that of the run, always in this order. */
const KEEP = `WITH kept AS (
  UPDATE runs SET kept_at = clock_timestamp(), worker = $5, issue = NULL
  WHERE plan = $1 AND cell = $2 AND index = $3 AND generation = $4 AND kept_at IS NULL RETURNING 1
), result AS (
  INSERT INTO results (plan, cell, index, worker, header, recorded_at, bytes, line)
  SELECT $1, $2, $3, $5, $6, $7, $8, $9 FROM kept
), done AS (
  UPDATE queue SET state = 'completed', acquired_at = NULL, acquired_by = NULL, updated_at = now()
  WHERE queue_name = $1 AND id = $10 AND state <> 'completed' AND (SELECT count(*) FROM kept) >= 0
)
SELECT 1 FROM kept`

const KEEP_MEDIUM = "INSERT INTO media (plan, cell, sha256, base64) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"

const FAILED = `UPDATE runs SET issue = $5 WHERE plan = $1 AND cell = $2 AND index = $3 AND generation = $4 AND kept_at IS NULL`

const FAIL = `${FAILED} RETURNING 1`

const FAIL_FOR_GOOD = `WITH failed AS (${FAILED} RETURNING 1)
UPDATE queue SET state = 'failed', acquired_at = NULL, acquired_by = NULL, updated_at = now()
WHERE queue_name = $1 AND id = $6 AND state = 'pending' AND (SELECT count(*) FROM failed) >= 0`

const ALIVE = `SELECT q.id::text FROM queue q WHERE q.queue_name = $1 AND q.state = 'pending'
  AND (q.attempts < ${MOST_ATTEMPTS} OR q.acquired_at IS NOT NULL AND ${LEASED})`

/**
 * A unit that no worker will get: its row is not in the queue, is completed without a result, or has had its last attempt. Of a set, so
 * that the database hashes it: without statistics of a new plan it would look up each unit by itself.
 */
export const DEAD = `(r.kept_at IS NULL AND r.unit NOT IN (${ALIVE}))`

const RETRY = `WITH dead AS (
  SELECT r.plan, r.cell, r.index FROM runs r WHERE r.plan = $1 AND ($2::text IS NULL OR r.cell = $2) AND ${DEAD}
), placed AS (
  UPDATE runs r SET generation = r.generation + 1, attempt = 0, issue = NULL, started_at = NULL,
    unit = split_part(r.unit, ':', 1) || ':' || r.index || ':' || (r.generation + 1)
  FROM dead d WHERE r.plan = d.plan AND r.cell = d.cell AND r.index = d.index
  RETURNING r.cell, r.index, r.generation, r.unit, r.index AS place
), offered AS (${offered("placed")})
SELECT count(*) AS retried FROM placed`

const RESULTS = `SELECT p.index, p.worker, p.recorded_at, p.line, h.header FROM (
  SELECT *, sum(bytes) OVER (ORDER BY index) AS total, row_number() OVER (ORDER BY index) AS place FROM (
    SELECT * FROM results WHERE plan = $1 AND cell = $2 AND index > $3 ORDER BY index LIMIT $4
  ) AS page
) AS p JOIN headers h ON h.sha256 = p.header WHERE p.total <= $5 OR p.place = 1 ORDER BY p.index`

const FORGET = `WITH queued AS (DELETE FROM queue WHERE queue_name = $1) DELETE FROM plans WHERE fingerprint = $1`
